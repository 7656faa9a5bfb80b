package handlers

import (
	"cmp"
	"fmt"
	"time"

	"github.com/a-h/templ"

	"payapp/i18n"
	"payapp/methods"
	"payapp/money"
	"payapp/scenarios"
	"payapp/views/components"
	"payapp/views/layout"
	"payapp/views/pages"
)

// Presenter makes pages of what is due. It is made once, at start, and decides
// nothing.
type Presenter struct {
	sandbox   bool
	languages map[*i18n.Locale][]layout.Language // the others, by language
	zones     map[string]*time.Location          // by currency
	countries map[string]string                  // codes by name, in lower case
}

// NewPresenter prepares what all pages share. sandbox marks every page: no real
// money. The error says which time zone the machine lacks.
func NewPresenter(catalogue *methods.Catalogue, bundle *i18n.Bundle, sandbox bool) (*Presenter, error) {
	zones, err := loadZones()
	if err != nil {
		return nil, err
	}
	return &Presenter{
		sandbox:   sandbox,
		languages: otherLanguages(bundle),
		zones:     zones,
		countries: countryCodes(catalogue, bundle),
	}, nil
}

// Page is a page that is ready to be drawn.
type Page struct {
	templ.Component
	Problem string // the code of what it is about, where it is a problem's
}

// Page presents the step that is due.
func (s *Presenter) Page(in Input, step scenarios.Step) (Page, error) {
	p := s.draft(in, step)
	switch step := step.(type) {
	case scenarios.ChooseOption:
		return Page{Component: pages.Options(p.options(step))}, nil
	case scenarios.FillDetails:
		return Page{Component: pages.Details(p.details(step))}, nil
	case scenarios.ReviewPayment:
		return Page{Component: pages.Review(p.review(step))}, nil
	case scenarios.LeaveForBank:
		return Page{Component: pages.Leaving(p.leaving(step))}, nil
	case scenarios.FollowInstructions:
		return Page{Component: pages.Instructions(p.instructions(step))}, nil
	case scenarios.GiveReference:
		return Page{Component: pages.Reference(p.reference(step))}, nil
	case scenarios.WaitInLine:
		return Page{Component: pages.Waiting(p.waiting(step))}, nil
	case scenarios.ShowStatus:
		return Page{Component: pages.Status(p.status(step))}, nil
	case scenarios.ShowProblem:
		page := p.problem(step)
		return Page{Component: pages.Problem(page), Problem: page.Frame.Problem}, nil
	default:
		return Page{}, fmt.Errorf("no page for step %T", step)
	}
}

// draft is one page in the making: strings and amounts in one language.
type draft struct {
	*Presenter
	Input
	l         *i18n.Locale
	step      scenarios.Step
	zone      *time.Location
	returnURL string // "" = not known, or not to be shown yet
	merchant  string // likewise
}

func (s *Presenter) draft(in Input, step scenarios.Step) *draft {
	p := &draft{Presenter: s, Input: in, l: in.Locale, step: step, zone: s.zoneOf(in.Facts)}
	if p.trusted() {
		p.returnURL = in.ReturnURL
		p.merchant = cmp.Or(in.Brand.Name, in.Channel, scenarios.HostOf(in.ReturnURL))
	}
	return p
}

// trusted reports whether the gateway has ever taken the token, if only as far
// as this process knows: before, every word of the link may be anybody's.
func (p *draft) trusted() bool {
	return p.Proven || p.Facts.Reading.State == scenarios.Created || p.Facts.Progress.Known != ""
}

// The progress line's steps.
const (
	stepChoose = iota + 1
	stepDetails
	stepPay
	stepDone
)

// frame is what every page of the payment has around its content.
func (p *draft) frame(page, title string, step int) layout.Frame {
	return layout.Frame{
		T:         p.l,
		Title:     title,
		Page:      page,
		Header:    p.header(),
		Step:      step,
		Languages: p.languages[p.l],
		Sandbox:   p.sandbox,
		Test:      p.Facts.Reading.Payin.IsTest || p.Facts.Progress.Test,
		Style:     p.Brand.Style,
	}
}

// header is what a customer pays, to whom and for what; nil before the gateway
// has accepted the token.
func (p *draft) header() *layout.Header {
	if !p.trusted() {
		return nil
	}
	return &layout.Header{
		Merchant: p.merchant, OrderID: p.Facts.Order.IDPayin, Amount: p.amount(p.pays()), LogoURL: p.Brand.LogoURL,
	}
}

// pays is what the customer pays, as far as it is known.
func (p *draft) pays() money.Money {
	if pays := scenarios.Pays(p.Facts.Reading.Payin); pays.IsPositive() {
		return pays
	}
	if status, ok := p.step.(scenarios.ShowStatus); ok {
		return status.Pays // what the gateway said before
	}
	return p.Facts.Order.Money
}

// amount is money as people and as machines read it; empty for what can't be
// an amount to pay.
func (p *draft) amount(m money.Money) layout.Amount {
	if !m.IsPositive() {
		return layout.Amount{}
	}
	return layout.Amount{Text: p.l.Amount(m), Bare: m.Bare(), Currency: m.Currency()}
}

// otherLanguages are the other languages of each, as links relative to the
// page.
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
func (p *draft) over() bool { return p.Facts.Trouble == scenarios.TokenRejected }

// news keeps a page up to date: by events, and without JavaScript by
// reloading. There is none to come once the link's time is over.
func (p *draft) news(f *layout.Frame) {
	if p.over() {
		return
	}
	f.News = &layout.News{URL: p.Path + "/events", Version: scenarios.Version(p.step)}
	f.Refresh = &layout.Refresh{Seconds: max(leastRefresh, int(p.PollAfter.Seconds()))}
}

// leastRefresh is how many seconds a page stays without JavaScript: time to
// read it and to copy a row.
const leastRefresh = 15

// action is the address of one of the payment's POSTs.
func (p *draft) action(name string) string { return p.Path + "/" + name }

// returnLink leads back to the shop; cancelling says so before the payment.
func (p *draft) returnLink(before bool) *components.Link {
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
