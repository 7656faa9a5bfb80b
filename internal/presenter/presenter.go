package presenter

import (
	"cmp"
	"fmt"
	"time"

	"github.com/a-h/templ"

	"payapp/i18n"
	"payapp/internal/links"
	"payapp/internal/site"
	"payapp/methods"
	"payapp/money"
	"payapp/scenarios"
	"payapp/views/layout"
	"payapp/views/pages"
)

// Presenter makes pages of steps. It is made once, at start, and decides
// nothing.
type Presenter struct {
	settings       site.Settings
	catalogue      *methods.Catalogue
	languages      []layout.Language            // all, by name
	otherLanguages map[string][]layout.Language // by the tag of the page's own
	zones          map[string]*time.Location    // by currency
}

// New prepares what all pages share. It fails if the machine lacks a time zone.
func New(bundle *i18n.Bundle, catalogue *methods.Catalogue, settings site.Settings) (*Presenter, error) {
	zones, err := loadZones()
	if err != nil {
		return nil, err
	}
	languages := languagesByName(bundle)
	return &Presenter{
		settings:       settings,
		catalogue:      catalogue,
		languages:      languages,
		otherLanguages: othersOfEach(languages),
		zones:          zones,
	}, nil
}

// Page is a page that is ready to be drawn.
type Page struct {
	templ.Component
	Problem string // the problem's code, if it is a problem page
}

// Page presents what is due, or all languages if in asks for them.
func (s *Presenter) Page(in Input) (Page, error) {
	p := s.draft(in)
	if in.Languages {
		frame := p.frame("", "", 0)
		if choice, ok := in.Step.(scenarios.ChooseOption); ok {
			frame.Place = stepQuery(choice.Again)
		}
		return Page{Component: pages.Languages(s.languagesPage(frame))}, nil
	}
	switch step := in.Step.(type) {
	case scenarios.ChooseOption:
		return Page{Component: pages.Options(p.options(step))}, nil
	case scenarios.FillDetails:
		return Page{Component: pages.Details(p.details(step))}, nil
	case scenarios.ReviewPayment:
		if step.Among != nil {
			return Page{Component: pages.Options(p.picked(step))}, nil
		}
		return Page{Component: pages.Review(p.planned("review", p.l.ReviewHeading(), step.Plan, step.Notice))}, nil
	case scenarios.LeaveForBank:
		return Page{Component: pages.Leaving(p.leaving(step))}, nil
	case scenarios.FollowInstructions:
		if !in.PhoneUntil.IsZero() { // who looks for the one code must not find two
			folded := scenarios.ShowStatus{Status: step.Status, Payin: &step.Payin, CheckedAt: step.CheckedAt, Way: scenarios.Folded}
			return Page{Component: pages.Status(p.status(folded))}, nil
		}
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

// draft is one page in the making: strings and amounts in one language. Each
// page's function is a method of it, in that page's file.
type draft struct {
	*Presenter
	Input
	l         *i18n.Locale
	zone      *time.Location
	payee     string // who is paid; "" = nobody is named
	returnURL string // "" = unknown, or not to be shown yet
	shop      string // where returnURL leads: the payee or a host
}

// draft shows nothing of the link before the gateway has accepted its token.
func (s *Presenter) draft(in Input) *draft {
	p := &draft{Presenter: s, Input: in, l: in.Locale, zone: s.zoneOf(in.Currency)}
	if in.Verified {
		p.payee, p.returnURL = in.Payee, in.ReturnURL
		p.shop = cmp.Or(in.Payee, links.Host(in.ReturnURL))
	}
	return p
}

// Input is what a page of a payment is made of: what is due, the language, and
// the addresses and the brand around it.
type Input struct {
	scenarios.Due
	Now    time.Time     // by our clock
	Behind time.Duration // how far the gateway's is behind it: so much more time is left to pay
	Locale *i18n.Locale

	// Likely are the tags of languages to offer first, as from i18n's
	// Bundle.Likely.
	Likely [3]string

	// Path is the payment's own address, without a host: "/pay/…", or
	// "/status/…" for a status link.
	Path string
	// Languages asks for the page of all languages instead of the step.
	Languages bool
	// Query is a search among the operators.
	Query string

	// Brand is the merchant's branding; the zero value means none.
	Brand Brand
	// ReturnURL leads back to the shop; "" = unknown.
	ReturnURL string

	// Picture is the address of the picture of a code; nil is the payment's own,
	// which needs its cookies.
	Picture func(code string) string
	// PhoneURL is what the code says by which a phone goes on, if one was made.
	PhoneURL string
	// Mark is what the page's forms carry about what the page shows; "" if no
	// form needs it.
	Mark string
	// SupportCode is the request's, for problem pages.
	SupportCode string
	// PollAfter is when to ask for the payment again.
	PollAfter time.Duration
}

// Brand is one merchant's branding.
type Brand struct {
	site.Brand
	LogoURL string // "" = no logo
	Style   string // CSS besides the page's own, "" = none
}

// loadZones loads the time zones for payments' times, by currency: those of the
// countries where they are paid. Every time is shown with its zone. It fails at
// start on a machine without zones.
func loadZones() (map[string]*time.Location, error) {
	loaded := map[string]*time.Location{}
	for _, currency := range money.Currencies() {
		zone, err := time.LoadLocation(currency.Zone)
		if err != nil {
			return nil, fmt.Errorf("time zone of %s: %w", currency.Code, err)
		}
		loaded[currency.Code] = zone
	}
	return loaded, nil
}

// zoneOf is UTC if the currency has no country.
func (s *Presenter) zoneOf(currency string) *time.Location {
	if zone, ok := s.zones[currency]; ok {
		return zone
	}
	return time.UTC
}
