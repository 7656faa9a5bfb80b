package scenarios

import (
	"time"

	"payapp/apiclient"
	"payapp/methods"
	"payapp/money"
)

// ComeBack records that the customer came back from the bank.
func (f Facts) ComeBack() Progress {
	return f.Progress.with(func(p *Progress) { p.Returned, p.Leaving = true, false })
}

// SayPaid records that the customer says to have paid. It has an effect only
// while instructions are due: too early it would skip them.
func (f Facts) SayPaid() Progress {
	if _, due := Next(f).(FollowInstructions); !due {
		return f.Progress
	}
	return f.Progress.with(func(p *Progress) { p.SaidPaidAt, p.Notice = f.Now, p.Notice.past() })
}

// ShowInstructionsAgain goes back to the instructions.
func (f Facts) ShowInstructionsAgain() Progress {
	return f.Progress.with(func(p *Progress) { p.SaidPaidAt = time.Time{} })
}

// GiveReferenceNumber takes the reference form. ok says that value, in
// canonical form, must be sent to the gateway; a number that nobody asked for
// isn't sent.
func (f Facts) GiveReferenceNumber(typed string) (progress Progress, value string, ok bool) {
	m, due := f.takesNumber(typed)
	late := false
	if !due {
		m, late = f.takesNumberLate(typed)
	}
	if !due && !late {
		return f.Progress, "", false
	}
	if typed = bounded(typed); f.Progress.SaidPaidAt.IsZero() {
		f.Progress.SaidPaidAt = f.Now // the bank shows the number after paying
	}
	result := m.CheckReference(typed)
	again := f.Progress.ReferenceState == ReferenceFaulty && f.Progress.Reference == typed // submitted again after the warning
	faulty := result.Problem != nil && !(result.Problem.Soft && (again || late))
	if late && (faulty || f.Reading.State != Created || StatusOf(f.Reading.Payin) != StatusPending) {
		return f.Progress.with(func(p *Progress) { p.Reference, p.ReferenceState = typed, ReferenceKept }), "", false
	}
	if faulty {
		return f.Progress.with(func(p *Progress) { p.Reference, p.ReferenceState = typed, ReferenceFaulty }), "", false
	}
	given := func(p *Progress) { p.Reference, p.ReferenceAt, p.Notice = result.Value, f.Now, p.Notice.past() }
	return f.Progress.with(given), result.Value, true
}

// takesNumber reports whether a number is accepted, and for which method: the
// step asks for it, or an earlier page did.
func (f Facts) takesNumber(typed string) (m methods.Method, ok bool) {
	step := Next(f)
	if asks, due := step.(GiveReference); due {
		return asks.Method, true
	}
	if typed == "" || !f.awaitsNumber() {
		return m, false
	}
	if shows, due := step.(FollowInstructions); due {
		return shows.Method, true
	}
	m, ok = f.Catalogue.Find(f.Progress.Paying.Method, f.Order.Money.Currency())
	return m, ok && m.Reference != methods.ReferenceNone
}

// keepsNumber reports whether a half-typed number is kept. A number that was
// sent, or waits to be, must not be replaced.
func (f Facts) keepsNumber() bool {
	return f.awaitsNumber() && f.Progress.ReferenceState != ReferenceInLine
}

// awaitsNumber reports whether a number may still be missing although its page
// isn't due: the instructions are open again in another tab, or the payment
// can't be read.
func (f Facts) awaitsNumber() bool {
	if step, due := Next(f).(FollowInstructions); due {
		return f.needsReference(step.Method, step.Payin)
	}
	return f.Reading.State == Unreadable && f.Progress.Accepted && !f.Progress.Known.Terminal() &&
		f.Progress.ReferenceState != ReferenceSent && f.Progress.ReferenceState != ReferenceKept
}

// takesNumberLate reports whether a number is accepted for a payment that
// expired or failed, and for which method. It is sent if only the deadline has
// passed; otherwise it is kept for the customer to quote.
func (f Facts) takesNumberLate(typed string) (m methods.Method, ok bool) {
	s, over := Next(f).(ShowStatus)
	if !over || s.Status != StatusExpired && s.Status != StatusFailed || typed == "" {
		return m, false
	}
	f = f.heard()
	if f.Progress.ReferenceState == ReferenceSent || f.Progress.ReferenceState == ReferenceInLine {
		return m, false
	}
	p := f.Reading.Payin
	if f.Reading.State != Created {
		p = apiclient.Payin{MethodCode: f.Progress.Paying.Method, Money: f.Order.Money}
	}
	m, ok = f.Catalogue.Find(p.MethodCode, p.Money.Currency())
	return m, ok && p.ExternalReference == "" && f.asksReference(m, p)
}

// CorrectReference asks for the number again, with what was given.
func (f Facts) CorrectReference() Progress {
	return f.Progress.with(func(p *Progress) { p.ReferenceState = ReferenceNone })
}

// Shown records that the customer saw the step: the leaving page goes on by
// itself only once. Nothing else says that it was seen.
func (p Progress) Shown(step Step) (progress Progress, changed bool) {
	if _, leaves := step.(LeaveForBank); !leaves || !p.Leaving {
		return p, false
	}
	return p.with(func(p *Progress) { p.Leaving = false }), true
}

// TookBackSuccess reports whether this browser saw SUCCESS and the gateway now
// says something else, which a person should look into. A process that saw
// SUCCESS itself keeps it and logs (internal/gateway); this is for a process
// that didn't.
func (f Facts) TookBackSuccess() bool {
	return f.Progress.Known == StatusSuccess && f.Reading.State == Created && StatusOf(f.Reading.Payin) != StatusSuccess
}

// Remember records what the reading said, so that it stays visible when nothing
// more can be read. changed is false if it says nothing new.
func (f Facts) Remember() (progress Progress, changed bool) {
	before := f.Progress
	f = f.heard()
	p := f.Progress
	changed = p.InLine != before.InLine || p.ReferenceState != before.ReferenceState
	switch {
	case changed && f.Reading.State == NotCreated:
		return p, changed // given up: the gateway must be asked again
	case f.Reading.Unsure && f.Options == nil:
		return p, changed
	case f.Reading.State == NotCreated && !p.NotCreatedAt.Equal(f.Reading.At) && !p.Accepted:
		return p.with(func(p *Progress) { p.NotCreatedAt = f.Reading.At }), true
	}
	p, learned := f.learned(p)
	return p, changed || learned
}

// Learn is Remember for a POST: it records what was said about the payment, but
// not what a page must show first.
func (f Facts) Learn() (progress Progress, changed bool) { return f.learned(f.Progress) }

// learned records the status, and whether the payment is a test. In trouble the
// reading is an old one: it says nothing new except how the payment ended,
// which is kept wherever it is shown.
func (f Facts) learned(p Progress) (progress Progress, changed bool) {
	if f.Reading.State != Created {
		return p, false
	}
	if f.Reading.Payin.IsTest && !p.Test {
		p.Test, changed = true, true
	}
	status := f.statusNow()
	if f.Trouble != NoTrouble && !status.Terminal() || p.Known == status || p.Known == StatusSuccess {
		return p, changed
	}
	return p.with(func(p *Progress) {
		p.Known, p.KnownAt, p.NotCreatedAt, p.Accepted = status, f.Reading.At, time.Time{}, true
		p.KnownMoney, p.KnownPays = f.Reading.Payin.Money, money.Money{}
		if pays := Pays(f.Reading.Payin); pays != p.KnownMoney {
			p.KnownPays = pays
		}
	}), true
}
