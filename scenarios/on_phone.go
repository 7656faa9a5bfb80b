package scenarios

import (
	"cmp"
	"time"

	"payapp/internal/links"
	"payapp/methods"
)

// toPhone reports whether a payment is paid in an app, which a desktop hasn't got: it is
// approved there, or its way opens one. Somebody who may have paid is sent nowhere.
func (f Facts) toPhone(moment Moment) bool {
	p := f.Known.Payin
	m, _ := f.Catalogue.Find(p.MethodCode, p.Money.Currency())
	way := cmp.Or(p.DeepLink, p.RedirectURL)
	return (moment == Leaving || moment == AtBank || moment == Unpaid) && f.Trouble == NoTrouble && !f.ReadOnly &&
		(m.Presentation == methods.Approve || len(m.AppSchemes) > 0 || way != "" && links.IntoApp(way))
}

// ContinueOnPhone makes a code that is good for ten minutes at most, for anybody who sees
// it; there is one for each minute. phone is the progress with which the phone
// goes on: to a bank or wallet it is led once, as after Pay. ok is false if nothing is paid
// in an app.
func (f Facts) ContinueOnPhone() (here, phone Progress, ok bool) {
	due := Decide(f)
	here = f.Progress.with(func(p *Progress) { p.PhoneUntil = f.Now.Add(10 * time.Minute).Truncate(time.Minute) })
	phone = f.Progress.with(func(p *Progress) { p.PhoneUntil, p.Leaving = time.Time{}, due.Moment != Unpaid })
	return here, phone, due.ToPhone
}
