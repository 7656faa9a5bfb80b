package scenarios

import (
	"time"

	"payapp/money"
)

// Submitted is a Pay that waits in line for the gateway: what was chosen, and
// since when it waits.
type Submitted struct {
	Choice
	Since time.Time `json:"s,omitzero"`
}

// inLineLife is how long something waits in line without news before the
// customer is asked to send it again. Sent twice it is still one payment: the
// gateway accepts an id only once.
const inLineLife = 90 * time.Second

// creating reports whether a Pay waits in line and no payment is known.
func (f Facts) creating() bool {
	return f.outOfLine().InLine != nil && !f.Progress.Accepted && f.Progress.Known == ""
}

// RecordInLine is RecordOutcome for the Pay that waited in line. It changes
// nothing if there is none, or if it still waits.
func (p Progress) RecordInLine(outcome Outcome, code string, disputed ...string) Progress {
	if p.InLine == nil || outcome == OutcomeInLine {
		return p
	}
	return p.RecordOutcome(p.InLine.Choice, outcome, code, disputed...)
}

// heard applies to the progress what became of a Pay or a reference that waited
// in line. A read that still waits doesn't hide the last reading; pages show its
// time.
func (f Facts) heard() Facts {
	f.Progress = f.outOfLine()
	f.Reading.Payin.IsTest = f.Reading.Payin.IsTest || f.Progress.Test // the answer to a creation usually doesn't say
	if f.Progress.Known != "" && !f.aboutTheSameMoney() {
		f.Progress.Known, f.Progress.KnownAt, f.Progress.Accepted = "", time.Time{}, false
		f.Progress.KnownMoney, f.Progress.KnownPays = money.Money{}, money.Money{}
	}
	if f.Trouble == InLine && f.Reading.State == Created {
		f.Trouble = NoTrouble
	}
	return f
}

// aboutTheSameMoney reports whether what the cookie knows is about this link's
// amount: "paid" must only be shown with the amount that the gateway meant.
func (f Facts) aboutTheSameMoney() bool {
	known := f.Progress.KnownMoney
	return known.IsZero() || known == f.Order.Money || f.Order.Money.IsZero() && known.Currency() == f.Currency
}

// outOfLine is the progress once the wait in line is over: the payment exists,
// or there was no news for too long.
func (f Facts) outOfLine() Progress {
	p := f.Progress
	switch {
	case p.InLine == nil:
	case f.Reading.State == Created && f.Reading.Payin.MethodCode != p.InLine.Method:
		p = p.RecordInLine(OutcomeElsewhere, "")
	case f.Reading.State == Created:
		p = p.RecordInLine(OutcomeCreated, "")
	case f.Now.Sub(p.InLine.Since) >= inLineLife:
		p = p.RecordInLine(OutcomeUnknown, "")
	}
	if p.ReferenceState == ReferenceInLine && f.Now.Sub(p.ReferenceAt) >= inLineLife {
		p.ReferenceState = ReferenceUnsent
	}
	return p
}
