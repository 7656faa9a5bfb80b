package scenarios

import (
	"cmp"
	"time"

	"payapp/internal/links"
	"payapp/methods"
)

// PhoneCode opens the payment on the customer's phone, once.
type PhoneCode struct {
	Secret string    `json:"s,omitempty"`
	Until  time.Time `json:"u,omitzero"`
}

// phoneCodeLife is how long a code on a screen is good, for anybody who sees it.
const phoneCodeLife = 10 * time.Minute

// toPhone reports whether the step is paid in an app, which a desktop hasn't got: it is
// approved there, or its way opens one. Somebody who may have paid is sent nowhere.
func (f Facts) toPhone(step Step, moment Moment) bool {
	if f.Trouble != NoTrouble || f.ReadOnly || moment != Leaving && moment != AtBank && moment != Unpaid {
		return false
	}
	p := f.Known.Payin
	m, _ := f.Catalogue.Find(p.MethodCode, p.Money.Currency())
	way := cmp.Or(p.DeepLink, p.RedirectURL)
	opens := way != "" && links.IntoApp(way)
	switch s := step.(type) {
	case LeaveForBank: // a page that goes on by itself is seen too shortly
		return opens
	case FollowInstructions:
		return opens || m.Presentation == methods.Approve
	case ShowStatus:
		return s.BankURL != "" && (opens || len(m.AppSchemes) > 0)
	}
	return false
}

// phoneCode is the last code, while it is good.
func (f Facts) phoneCode() PhoneCode {
	if f.Now.Before(f.Progress.Phone.Until) {
		return f.Progress.Phone
	}
	return PhoneCode{}
}

// ContinueOnPhone makes a code with a secret, instead of an earlier one. phone is the
// progress that the phone goes on with: at a bank's or wallet's way it is led there once,
// as after Pay. ok is false if nothing due is paid in an app.
func (f Facts) ContinueOnPhone(secret string) (here, phone Progress, ok bool) {
	step, moment := f.next()
	if !f.toPhone(step, moment) {
		return f.Progress, phone, false
	}
	_, how := step.(FollowInstructions)
	here = f.Progress.with(func(p *Progress) { p.Phone = PhoneCode{secret, f.Now.Add(phoneCodeLife)} })
	phone = f.Progress.with(func(p *Progress) { p.Phone, p.Leaving = PhoneCode{}, !how })
	return here, phone, true
}
