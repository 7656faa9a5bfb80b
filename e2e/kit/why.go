package kit

import (
	"encoding/json"
	"fmt"
	"net/url"
	"slices"
	"strings"
)

// sentence is what the page itself says is wrong: what it alerts to, a problem's own words.
const sentence = `(() => {
	const main = document.querySelector("main"), seen = e => e.checkVisibility() && e.innerText.trim() != ""
	const list = [...main?.querySelectorAll("details li") ?? []]
	const note = [...main?.querySelectorAll("[role=alert], [role=status]:not([data-news-line])") ?? []].find(seen)
	const wrong = main?.dataset.page == "problem" || main?.dataset.sandbox == "error"
	const words = wrong && list.length > 0
		? [main.querySelector("h1"), ...list].map(e => e?.textContent.trim()).join("; ")
		: (wrong ? main : note)?.innerText ?? ""
	return words.replace(/\s+/g, " ").trim().slice(0, 160)
})()`

// why is what is known of why the tab is where it is, for a failure's first line: what its
// link says otherwise than its token, the page's own sentence, its moment, and the calls that the gateway
// refused; "" if nothing is.
func (b *Tab) why() string {
	var says []string
	links := b.Observer.cameWith()
	for _, link := range links {
		says = append(says, b.contradictions(link)...)
	}
	if words, err := Eval[string](b, sentence); err == nil && words != "" {
		says = append(says, fmt.Sprintf("the page says %q", words))
	}
	if moment, err := Eval[string](b, `document.querySelector("main")?.dataset.moment ?? ""`); err == nil && moment != "" {
		says = append(says, fmt.Sprintf("its moment is %s (%s)", moment, moments()[moment]))
	}
	for _, link := range links {
		told, _ := b.tellsOf(link)
		var of struct{ Calls json.RawMessage }
		if json.Unmarshal(told, &of) != nil || of.Calls == nil {
			continue
		}
		if refused, err := Eval[[]string](b, judged(fmt.Sprintf(`{calls: %s}`, of.Calls))); err == nil {
			says = append(says, refused...)
		}
	}
	if len(says) == 0 {
		return ""
	}
	return ": " + b.Observer.Mask(strings.Join(says, "; "))
}

// contradictions are what a link says otherwise than its own token.
func (b *Tab) contradictions(link url.Values) []string {
	found, _ := Eval[[]string](b, judged(fmt.Sprintf(`{link: %s}`, Quoted("https://pay.invalid/?"+link.Encode()))))
	return found
}

// known are the names that docs/pages.md and the sandbox's pages have; one that is misspelt
// would only never be there.
var (
	knownHooks = []string{
		"page", "status", "moment", "overdue", "ended", "method", "operator", "problem", "news", "version",
	}
	knownActions = []string{
		"continue", "pay", "back", "step-back", "change-method", "other-operators", "proceed", "open-app", "to-phone",
		"copy", "save-qr", "save-picture", "share-qr", "print",
		"remind", "submit-reference", "refresh", "return", "language", "calls",
	}
)

// wantName fails if there is no such name anywhere.
func (b *Tab) wantName(kind, name string, known []string) {
	b.t.Helper()
	if !slices.Contains(known, name) {
		b.fatalf("%s: no page has the %s %q; there %s", b.Customer, kind, name, listed(slices.Clone(known)))
	}
}

// wantAction fails if the page lacks the button or link that a selector names by its
// data-action, and says which there are.
func (b *Tab) wantAction(selector string) {
	b.t.Helper()
	const shown = `[...new Set([...document.querySelectorAll("[data-action]")].filter(e => e.checkVisibility()).map(e => e.dataset.action))]`
	there := listed(Ask[[]string](b, shown))
	b.fatalf("%s: %s is not on the page; of actions there %s%s: %s", b.Customer, selector, there, b.why(), b.Describe())
}
