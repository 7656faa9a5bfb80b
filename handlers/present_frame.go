package handlers

import (
	"time"

	"github.com/labstack/echo/v4"

	"payapp/i18n"
	"payapp/money"
	"payapp/scenarios"
	"payapp/views/components"
	"payapp/views/layout"
)

// presenter turns the step of one visit into a page model: strings and amounts
// ready, in one language. It decides nothing.
type presenter struct {
	server    *server
	visit     *visit
	facts     scenarios.Facts
	l         *i18n.Locale
	zone      *time.Location
	quote     func() string // the reference of this request
	step      scenarios.Step
	returnURL string // "" = not known
	merchant  string // "" = not known
}

func (s *server) presenter(c echo.Context, v *visit, f scenarios.Facts, step scenarios.Step) presenter {
	p := presenter{
		server: s, visit: v, facts: f, l: v.locale,
		zone:  s.zoneOf(f),
		quote: func() string { return supportCode(c) },
		step:  step,
	}
	if p.proven() {
		p.returnURL = s.returnURL(v, f.Reading.Payin.ReturnURL)
		p.merchant = s.merchantName(v, p.returnURL)
	}
	return p
}

// proven reports whether the gateway has ever taken the token, if only as far as
// this process knows: before, every word of the link may be anybody's.
func (p presenter) proven() bool {
	return p.visit.progress.Proven || p.facts.Reading.State == scenarios.Created || p.facts.Progress.Known != ""
}

// merchantName is the brand's name, the channel's, or the shop's host.
func (s *server) merchantName(v *visit, returnURL string) string {
	if name := s.brand(v).Name; name != "" {
		return name
	}
	if v.merchant != "" {
		return v.merchant
	}
	return scenarios.HostOf(returnURL)
}

// The progress line's steps.
const (
	stepChoose = iota + 1
	stepDetails
	stepPay
	stepDone
)

// frame is what every page of the payment has around its content.
func (p presenter) frame(page, title string, step int) layout.Frame {
	return layout.Frame{
		T:         p.l,
		Title:     title,
		Page:      page,
		Header:    p.header(),
		Step:      step,
		Languages: p.languages(),
		Sandbox:   p.server.Sandbox,
		Test:      p.facts.Reading.Payin.IsTest || p.visit.progress.Test,
		Style:     p.server.brand(p.visit).style,
	}
}

// header is what a customer pays, to whom and for what; nil before the gateway
// has accepted the token.
func (p presenter) header() *layout.Header {
	if !p.proven() {
		return nil
	}
	h := &layout.Header{Merchant: p.merchant, OrderID: p.visit.order.IDPayin}
	h.Amount = p.amount(p.pays())
	if name := p.server.brand(p.visit).logoName; name != "" {
		h.LogoURL = "/static/" + name
	}
	return h
}

// pays is what the customer pays, as far as it is known.
func (p presenter) pays() money.Money {
	if pays := scenarios.Pays(p.facts.Reading.Payin); pays.IsPositive() {
		return pays
	}
	if status, ok := p.step.(scenarios.ShowStatus); ok {
		return status.Pays // what the gateway said before
	}
	return p.visit.order.Money
}

// amount is money as people and as machines read it; empty for what can't be
// an amount to pay.
func (p presenter) amount(m money.Money) layout.Amount {
	if !m.IsPositive() {
		return layout.Amount{}
	}
	return layout.Amount{Text: p.l.Amount(m), Bare: m.Bare(), Currency: m.Currency()}
}

// languages are the other languages, as links relative to the page.
func (p presenter) languages() []layout.Language { return p.server.languages[p.l] }

// otherLanguages are made once: they are the same on every page.
func otherLanguages(bundle *i18n.Bundle) map[*i18n.Locale][]layout.Language {
	all := map[*i18n.Locale][]layout.Language{}
	for _, of := range bundle.Locales() {
		for _, l := range bundle.Locales() {
			if l != of {
				all[of] = append(all[of], layout.Language{Tag: l.Tag(), Name: l.Name(), URL: "?lang=" + l.Tag()})
			}
		}
	}
	return all
}

// over reports whether the link's time is over: the page can't follow the
// payment any more.
func (p presenter) over() bool { return p.facts.Trouble == scenarios.TokenRejected }

// news keeps a page up to date: by events, and without JavaScript by
// reloading. There is none to come once the link's time is over.
func (p presenter) news(f *layout.Frame) {
	if p.over() {
		return
	}
	f.News = &layout.News{URL: p.visit.path + "/events", Version: scenarios.Version(p.step)}
	f.Refresh = &layout.Refresh{Seconds: max(leastRefresh, int(pollAfter(p.facts).Seconds()))}
}

// leastRefresh is how many seconds a page stays without JavaScript: time to
// read it and to copy a row.
const leastRefresh = 15

// action is the address of one of the payment's POSTs.
func (p presenter) action(name string) string { return p.visit.path + "/" + name }

// returnLink leads back to the shop; cancelling says so before the payment.
func (p presenter) returnLink(before bool) *components.Link {
	return returnLink(p.l, p.returnURL, p.merchant, before)
}

func returnLink(l *i18n.Locale, url, merchant string, before bool) *components.Link {
	if url == "" {
		return nil
	}
	link := &components.Link{URL: url, Hook: "return"}
	switch {
	case before && merchant != "":
		link.Label = l.CommonCancelReturn(merchant)
	case before:
		link.Label = l.CommonCancelReturnShop()
	case merchant != "":
		link.Label = l.CommonReturn(merchant)
	default:
		link.Label = l.CommonReturnShop()
	}
	return link
}
