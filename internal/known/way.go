package known

import (
	"cmp"
	"reflect"
	"slices"
	"time"

	"payapp/apiclient"
	"payapp/money"
)

// Way is what one answer said of how to pay: what belongs together.
type Way struct {
	Method       string                         `json:"c,omitzero"`
	Operator     apiclient.Operator             `json:"o,omitzero"`
	Account      apiclient.Account              `json:"a,omitzero"`
	Address      apiclient.PaymentAddress       `json:"pa,omitzero"`
	Code         string                         `json:"q,omitzero"`
	CodeName     string                         `json:"qn,omitzero"`
	DeepLink     string                         `json:"d,omitzero"`
	Redirect     string                         `json:"u,omitzero"`
	Reference    string                         `json:"r,omitzero"` // a store code is one
	Instructions []apiclient.InstructionSection `json:"l,omitempty"`
	Required     money.Money                    `json:"mr,omitzero"` // moneyRequired; zero = the payment's amount
	ExpireAt     time.Time                      `json:"e,omitzero"`
	// Less: something was left out, for want of room.
	Less bool `json:"lt,omitzero"`

	// When a creation, and when a read, last said just this.
	Made moment `json:"m,omitzero"`
	Read moment `json:"t,omitzero"`
}

func wayOf(p apiclient.Payin, at moment, creation bool) Way {
	w := Way{
		Method: p.MethodCode, Operator: p.Operator, Account: p.Account, Address: p.PaymentAddress, Code: p.QRCode, CodeName: p.QRName,
		DeepLink: p.DeepLink, Redirect: p.RedirectURL, Reference: p.Reference, Instructions: p.InstructionList,
		Required: p.MoneyRequired, ExpireAt: p.ExpireAt,
	}
	if creation {
		w.Made = at
	} else {
		w.Read = at
	}
	return w
}

// says reports whether the answer said anything of how to pay.
func (w Way) says() bool {
	return w.pays() || w.Operator != (apiclient.Operator{}) || !w.ExpireAt.IsZero()
}

// pays reports whether it names what or how much to pay.
func (w Way) pays() bool { return w.leads() || !w.Required.IsZero() }

// leads reports whether one can pay by it.
func (w Way) leads() bool {
	return w.Account != (apiclient.Account{}) || w.Address != (apiclient.PaymentAddress{}) || w.Code != "" || w.DeepLink != "" ||
		w.Redirect != "" || w.Reference != "" || len(w.Instructions) > 0
}

func (w Way) at() moment { return max(w.Made, w.Read) }

// content is the way without its dates.
func (w Way) content() Way {
	w.Made, w.Read = 0, 0
	return w
}

// How many ways are kept: enough that a terse read, or two, push nothing out.
const (
	keptReads = 3 // of those that name a way or an amount
	keptTerse = 1 // of those that name only an operator or a deadline
)

// bestWays is the union of both, each content once with its newest dates, bounded:
// the newest creation's and the newest reads' stay.
func bestWays(a, b []Way) []Way {
	if len(b) == 0 && len(a) <= 1 {
		return a
	}
	if len(a) == 0 && len(b) <= 1 {
		return b
	}
	var all []Way
	for _, w := range slices.Concat(a, b) {
		same := slices.IndexFunc(all, func(o Way) bool { return reflect.DeepEqual(w.content(), o.content()) })
		if same < 0 {
			all = append(all, w)
			continue
		}
		all[same].Made, all[same].Read = max(all[same].Made, w.Made), max(all[same].Read, w.Read)
	}
	made, read := func(w *Way) *moment { return &w.Made }, func(w *Way) *moment { return &w.Read }
	keepNewest(all, 1, made, func(Way) bool { return true })
	keepNewest(all, keptReads, read, Way.pays)
	keepNewest(all, keptTerse, read, func(w Way) bool { return !w.pays() })
	all = slices.DeleteFunc(all, func(w Way) bool { return w.at() == 0 })
	slices.SortFunc(all, newestFirst)
	return all
}

// keepNewest forgets the dates of all but the newest of a kind.
func keepNewest(ways []Way, most int, date func(*Way) *moment, kind func(Way) bool) {
	var dated []*Way
	for i := range ways {
		if kind(ways[i]) && *date(&ways[i]) != 0 {
			dated = append(dated, &ways[i])
		}
	}
	if len(dated) <= most {
		return
	}
	slices.SortFunc(dated, func(a, b *Way) int {
		return cmp.Or(cmp.Compare(*date(b), *date(a)), cmp.Compare(text(b.content()), text(a.content())))
	})
	for _, w := range dated[most:] {
		*date(w) = 0
	}
}

func newestFirst(a, b Way) int {
	c := cmp.Or(cmp.Compare(b.at(), a.at()), cmp.Compare(rank(a.Less), rank(b.Less)))
	if c == 0 {
		c = cmp.Compare(text(b), text(a))
	}
	return c
}

// composed is the newest way, completed from older ones. ways are of one method, the
// newest first; of is the payment's amount.
func composed(ways []Way, of money.Money) (w Way) {
	if len(ways) == 0 {
		return w
	}
	w = ways[0]
	for added := true; added; { // what was added may connect to more
		added = false
		for _, o := range ways[1:] {
			if w.belongs(o) && w.complete(o, of) {
				added = true
			}
		}
	}
	w.Less = true
	for _, o := range ways {
		w.Less = w.Less && (o.Less || !w.belongs(o))
	}
	return w
}

// belongs reports whether both can be the same: they contradict each other in
// neither operator nor account, and share something to pay by, unless one names
// nothing of it.
func (w Way) belongs(o Way) bool {
	differ := func(a, b string) bool { return a != "" && b != "" && a != b }
	if differ(w.Operator.Code, o.Operator.Code) || differ(w.Account.Number, o.Account.Number) || differ(w.Address.ID, o.Address.ID) {
		return false
	}
	if !w.leads() || !o.leads() {
		return true
	}
	if len(w.Instructions) > 0 && reflect.DeepEqual(w.Instructions, o.Instructions) {
		return true
	}
	shared := func(a, b string) bool { return a != "" && a == b }
	return w.Account == o.Account && w.Account != (apiclient.Account{}) ||
		shared(w.Account.Number, o.Account.Number) || shared(w.Address.ID, o.Address.ID) || shared(w.Code, o.Code) ||
		shared(w.DeepLink, o.DeepLink) || shared(w.Redirect, o.Redirect) || shared(w.Reference, o.Reference)
}

// complete takes from an older way what this one lacks, and reports whether that was
// anything. A code or link isn't taken from an answer with another amount to pay, since
// it may have that amount in it; the rest is.
func (w *Way) complete(o Way, of money.Money) bool {
	before := *w
	sameAmount := w.Required.IsZero() || w.Required == cmp.Or(o.Required, of)
	w.Required = cmp.Or(w.Required, o.Required)
	if w.ExpireAt.IsZero() {
		w.ExpireAt = o.ExpireAt
	}
	fill(&w.Operator, o.Operator)
	if w.Operator.Code == o.Operator.Code {
		w.Operator.Name = cmp.Or(w.Operator.Name, o.Operator.Name)
	}
	fill(&w.Account, o.Account)
	fill(&w.Address, o.Address)
	fill(&w.Reference, o.Reference)
	if len(w.Instructions) == 0 {
		w.Instructions = o.Instructions
	}
	if sameAmount {
		if w.Code == "" {
			w.Code, w.CodeName = o.Code, o.CodeName
		}
		fill(&w.DeepLink, o.DeepLink)
		fill(&w.Redirect, o.Redirect)
	}
	return !reflect.DeepEqual(before, *w)
}

func fill[T comparable](own *T, other T) { *own = cmp.Or(*own, other) }

// Price is an amount to pay as an answer named it (moneyRequired).
type Price struct {
	Method string      `json:"c,omitzero"`
	Amount money.Money `json:"m,omitzero"`
	At     moment      `json:"t,omitzero"`
}

// lastPrices are the last two that differ, the newest first.
func lastPrices(a, b []Price) (last []Price) {
	all := slices.Concat(a, b)
	slices.SortFunc(all, func(a, b Price) int { return cmp.Or(cmp.Compare(b.At, a.At), cmp.Compare(text(b), text(a))) })
	for _, d := range all {
		again := slices.ContainsFunc(last, func(l Price) bool { return l.Method == d.Method && l.Amount == d.Amount })
		if !again && len(last) < 2 {
			last = append(last, d)
		}
	}
	return last
}

// Condensed is the payment for a browser, which has little room: the ways as one, as
// pages see them, and nothing to pay by once it has ended. Its view is the same.
func (p Payment) Condensed() Payment {
	v := p.View()
	ways := p.waysNow(v.Second)
	w := composed(ways, v.Payin.Money)
	w.Made, w.Read = 0, 0
	for _, o := range ways { // as new as the newest answer that named it
		if !w.leads() || o.leads() && w.belongs(o) {
			w.Read = max(w.Read, o.at())
		}
	}
	if v.Status().Ended() || v.Again {
		w = Way{Method: w.Method, Operator: w.Operator, ExpireAt: w.ExpireAt, Read: w.Read}
	}
	p.Ways = nil
	if w.says() {
		p.Ways = append(p.Ways, w)
	}
	return p
}
