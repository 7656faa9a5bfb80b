package suite

import (
	"slices"
	"strings"

	"payapp/e2e/kit"
)

// The tags of walks.
const (
	Smoke         = "smoke"         // the shortest set that meets every kind of page
	Money         = "money"         // a payment ends, and its amount and outcome are judged
	Waiting       = "waiting"       // the page changes by itself
	Languages     = "languages"     // every language that the deployment has
	Accessibility = "accessibility" // axe judges every page
	Problems      = "problems"      // links and creations that are refused
)

// Tags are all of them, in the order in which help lists them.
var Tags = []string{Smoke, Money, Waiting, Languages, Accessibility, Problems}

// Walk is one customer's way through the deployment.
type Walk struct {
	Name         string       `json:"name"` // "pay/PROMPTPAY/phone-noscript/en"
	Tags         []string     `json:"tags"`
	Scenario     string       `json:"scenario"` // of the nine: "1", "5+3"
	Method       string       `json:"method"`
	Currency     string       `json:"currency"`
	Presentation string       `json:"presentation"` // redirect, qr, transfer, app, crypto, code
	Device       string       `json:"device"`
	JavaScript   bool         `json:"javascript"`
	Language     string       `json:"language"`
	Customer     kit.Customer `json:"-"`
	needs        string       // of the deployment: strict, or sandbox; "" is a link alone
	do           func(t kit.T, w *kit.World, language string)
}

// Do walks.
func (w Walk) Do(t kit.T, world *kit.World) {
	if w.Has(Accessibility) {
		judged := *world
		judged.Axe = true
		world = &judged
	}
	w.do(t, world, w.Language)
}

// Has reports whether the walk has a tag.
func (w Walk) Has(tag string) bool { return slices.Contains(w.Tags, tag) }

// Lacks is why a deployment can't show the walk; "" if it can.
func (w Walk) Lacks(world *kit.World) string {
	switch {
	case w.needs == "":
		return ""
	case world.Sandbox == "":
		return "no sandbox is there, in which the bank and the customer's app are played"
	case w.needs == "strict" && !world.Strict:
		return "only a strict sandbox answers so"
	}
	return ""
}

// In is the walk in another language.
func (w Walk) In(language string) Walk {
	w.Name = strings.TrimSuffix(w.Name, "/"+w.Language) + "/" + language
	w.Language = language
	return w
}

// walk fills in what follows from the others.
func walk(kind, what string, who kit.Customer, language string, w Walk) Walk {
	w.Name = strings.Join([]string{kind, strings.NewReplacer(" ", "-", ",", "", "/", "-").Replace(what), who.String(), language}, "/")
	w.Customer, w.Device, w.JavaScript, w.Language = who, who.Device.Name, !who.NoScript, language
	return w
}

// OneLanguage reports a walk that exists in one language only: that is its subject.
func (w Walk) OneLanguage() bool { return strings.HasPrefix(w.Name, "language/") }
