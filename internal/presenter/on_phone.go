package presenter

import (
	"github.com/a-h/templ"

	"payapp/i18n"
	"payapp/internal/qr"
	"payapp/scenarios"
	"payapp/views/components"
	"payapp/views/layout"
	"payapp/views/pages"
)

// toPhone leads on to the customer's phone, if what is due is paid in an app; nil
// otherwise.
func (p *draft) toPhone() *components.Button {
	if !p.ToPhone {
		return nil
	}
	return &components.Button{Action: p.action("phone"), Hook: "to-phone", Label: p.l.PhoneHeading()}
}

// statusOnPhone adds that and, while it is good, the code that was made.
func (p *draft) statusOnPhone(page *pages.StatusPage, step scenarios.ShowStatus) {
	page.ToPhone = p.toPhone()
	if p.PhoneUntil.IsZero() {
		return
	}
	code, err := qr.SVG(p.PhoneURL)
	if err != nil {
		return // there is none
	}
	page.Code = &components.QRCard{Size: code.Size, Path: code.Path, Alt: p.l.PhoneHeading()}
	page.Frame.Deadline, page.Heading, page.Money, page.ToPhone.Label = p.deadline(*step.Payin), p.l.PhoneHeading(), "", p.l.CommonTryAgain()
	page.Receipt, page.Timeline = nil, nil // whoever sees the screen needs none of it
	page.Next = p.l.PhoneScan(p.l.InZone(p.l.Clock(p.PhoneUntil, p.zone), p.PhoneUntil, p.zone))
}

// Arrival is the page behind such a code: all of it is a button that posts the code.
func (s *Presenter) Arrival(l *i18n.Locale, code string) templ.Component {
	return pages.Problem(pages.ProblemPage{
		Frame:   layout.Frame{T: l, Site: s.settings, Heading: l.PhoneHeading(), Page: "phone"},
		Buttons: []components.Button{{Action: "/phone", Hook: "continue", Seen: code, Label: l.OptionsContinue()}},
	})
}
