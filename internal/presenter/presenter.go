package presenter

import (
	"cmp"
	"fmt"
	"time"

	"github.com/a-h/templ"

	"payapp/i18n"
	"payapp/internal/links"
	"payapp/internal/site"
	"payapp/scenarios"
	"payapp/views/layout"
	"payapp/views/pages"
)

// Presenter makes pages of steps. It is made once, at start, and decides
// nothing.
type Presenter struct {
	settings  site.Settings
	languages []layout.Language         // all, by name
	zones     map[string]*time.Location // by currency
}

// New prepares what all pages share. It fails if the machine lacks a time zone.
func New(bundle *i18n.Bundle, settings site.Settings) (*Presenter, error) {
	zones, err := loadZones()
	if err != nil {
		return nil, err
	}
	return &Presenter{
		settings:  settings,
		languages: languagesByName(bundle),
		zones:     zones,
	}, nil
}

// Page is a page that is ready to be drawn.
type Page struct {
	templ.Component
	Problem string // the problem's code, if it is a problem page
}

// Page presents the step, or all languages if in asks for them.
func (s *Presenter) Page(in Input, step scenarios.Step) (Page, error) {
	p := s.draft(in, step)
	if in.Languages {
		frame := p.frame("", "", 0)
		if choice, ok := step.(scenarios.ChooseOption); ok {
			frame.Place = placeOf(choice.Again)
		}
		return Page{Component: pages.Languages(s.languagesPage(frame))}, nil
	}
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
	returnURL string // "" = unknown, or not to be shown yet
	merchant  string // likewise
}

func (s *Presenter) draft(in Input, step scenarios.Step) *draft {
	p := &draft{Presenter: s, Input: in, l: in.Locale, step: step, zone: s.zoneOf(in.Facts)}
	if p.trusted() {
		p.returnURL = in.ReturnURL
		p.merchant = cmp.Or(in.Brand.Name, in.Channel, links.Host(in.ReturnURL))
	}
	return p
}

// trusted reports whether the gateway has ever accepted the token, as far as
// this process knows: before that, every word of the link may be forged.
func (p *draft) trusted() bool {
	return p.Proven || p.Facts.Reading.State == scenarios.Created || p.Facts.Progress.Known != ""
}
