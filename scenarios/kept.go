package scenarios

import (
	"strconv"
	"time"

	"payapp/apiclient"
	"payapp/money"
)

// Kept is what a browser keeps of its payment: how to pay, and how it ended. It
// is used when this process knows nothing and the gateway can't be asked: after
// a restart, at another replica, or when the token has expired. It is a reading
// with its time like any other, and says only what the gateway said.
type Kept struct {
	Payin apiclient.Payin `json:"p,omitzero"`
	At    time.Time       `json:"t"`
}

// keepAgain is how old a kept reading may get before an identical new one is
// worth a new cookie: pages show when it was read.
const keepAgain = 15 * time.Minute

// ToKeep is what the browser should keep of the last reading. worth is false if
// it has that already, or if nothing new was read.
func (f Facts) ToKeep() (kept Kept, worth bool) {
	f = f.heard()
	if f.Reading.State != Created || f.Reading.At.Before(f.Progress.KnownAt) || f.Reading.At.Before(f.Progress.KeptAt) {
		return Kept{}, false
	}
	kept = f.keep(f.Reading)
	if kept.name() == f.Progress.Kept && f.Reading.At.Sub(f.Progress.KeptAt) < keepAgain {
		return Kept{}, false
	}
	return kept, true
}

// keep leaves out what the session says already, what no page shows and, once
// the payment is over, how to pay.
func (f Facts) keep(r Reading) Kept {
	p := r.Payin
	p.IDPayin, p.Requested, p.ProcessorStatus = "", money.Money{}, ""
	if p.Money == f.Order.Money {
		p.Money = money.Money{}
	}
	if StatusOf(p).Terminal() {
		p.Account, p.PaymentAddress, p.InstructionList = apiclient.Account{}, apiclient.PaymentAddress{}, nil
		p.RedirectURL, p.DeepLink, p.QRCode, p.QRName = "", "", "", ""
	}
	return Kept{Payin: p, At: r.At}
}

// name identifies the contents, whatever the time of the reading.
func (k Kept) name() string {
	p := k.Payin
	h, status := newSum(), StatusOf(p)
	if h.text(string(status)); status == StatusFailed {
		h.text(p.Status) // which kind of failure
	}
	hashPayin(h, p)
	return strconv.FormatUint(uint64(*h), 36)
}

// Noted is the progress once the browser keeps this. tooLarge says that it
// doesn't fit, which the page then says.
func (k Kept) Noted(p Progress, tooLarge bool) Progress {
	return p.with(func(p *Progress) { p.Kept, p.KeptAt, p.Unkept = k.name(), k.At, tooLarge })
}

// Less is a smaller version of what doesn't fit. First a bank's long
// instructions go, since account and amount are enough to pay; then what only
// helps to recognise the payment. ok is false if nothing is left to remove.
func (k Kept) Less() (less Kept, ok bool) {
	p := &k.Payin
	switch {
	case len(p.InstructionList) > 0 && p.Account.Number != "":
		p.InstructionList = nil
	case len(p.Location) > 0 || p.EmailAddress != "" || p.PhoneNumber != "" || p.TaxID != "":
		p.Location, p.EmailAddress, p.PhoneNumber, p.TaxID = nil, "", "", ""
	default:
		return k, false
	}
	return k, true
}

// Misses reports whether what the browser keeps may say more than the reading:
// there is none, or it is from before this browser learned how the payment
// ended.
func (f Facts) Misses() bool {
	if f.Progress.Kept == "" || f.Progress.Unkept {
		return false
	}
	return f.Reading.State != Created || f.Reading.At.Before(f.Progress.KnownAt)
}

// Recall replaces a reading that says less than what the browser keeps. It needs
// progress that knows of the payment, for the same money.
func (f Facts) Recall(k Kept) Facts {
	p := k.Payin
	p.IDPayin = f.Order.IDPayin
	if p.Money.IsZero() {
		p.Money = f.Order.Money
	}
	progress := f.heard().Progress
	switch {
	case !f.Misses(), progress.Known == "" && !progress.Accepted, p.MethodCode == "" || p.Money.IsZero():
		return f
	case f.Reading.State == Created && !k.At.After(f.Reading.At):
		return f
	}
	f.Reading = Reading{State: Created, Payin: p, At: k.At}
	return f
}

// KeptUntil is until when the browser keeps the payment: as long as it can be paid.
// since is when the link was opened. It is zero for a payment that is over.
func (f Facts) KeptUntil(since time.Time) time.Time {
	f = f.heard()
	switch p := f.Reading.Payin; {
	case f.Reading.State != Created || f.statusNow().Terminal():
		return time.Time{}
	case p.ExpireAt.IsZero():
		return since.Add(keptWithoutDeadline)
	case p.ExpireAt.Sub(f.Now) > keptMost:
		return since.Add(keptMost)
	default:
		return p.ExpireAt
	}
}

// How long a payment without a deadline is kept, and the maximum: browsers keep
// no cookie for longer than 400 days.
const (
	keptWithoutDeadline = 7 * 24 * time.Hour
	keptMost            = 366 * 24 * time.Hour
)
