package scenarios

import (
	"cmp"
	"time"

	"payapp/internal/links"
	"payapp/methods"
)

// toPhone reports whether a payment is paid in an app, which a desktop hasn't got: it is
// approved there, or its way opens one. Somebody who may have paid is sent nowhere.
func (f *Facts) toPhone(moment Moment) bool {
	p := &f.Known.Payin
	m, _ := f.Catalogue.Find(p.MethodCode, p.Money.Currency())
	way := cmp.Or(p.DeepLink, p.RedirectURL)
	return (moment == Leaving || moment == AtBank || moment == Unpaid) && f.Trouble == NoTrouble && !f.ReadOnly &&
		(m.Presentation == methods.Approve || len(m.AppSchemes) > 0 || way != "" && links.IntoApp(way))
}

// ContinueOnPhone makes a code that is good for ten minutes, for anybody who sees it. phone
// is the progress with which the phone goes on. ok is false if nothing is paid in an app.
func (f Facts) ContinueOnPhone() (here, phone Progress, ok bool) {
	here = f.Progress.with(func(p *Progress) { p.PhoneUntil = f.Now.Add(10 * time.Minute) })
	return here, here.with((*Progress).endCode), Decide(f).ToPhone
}

// endCode ends a code. That there was one stays: this browser alone can't be sure any more.
func (p *Progress) endCode() {
	if !p.PhoneUntil.IsZero() {
		p.PhoneUntil = time.Unix(0, 0).UTC()
	}
}
