package scenarios

import (
	"time"

	"payapp/apiclient"
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
func (w Progress) RecordInLine(outcome Outcome, code string, disputed ...string) Progress {
	if w.InLine == nil || outcome == OutcomeInLine {
		return w
	}
	sent := w.InLine.Choice
	return w.RecordOutcome(Creation{
		Code: sent.Method, Operator: apiclient.Operator{Code: sent.Operator, Name: sent.Name}, Account: sent.Account,
	}, outcome, code, disputed...)
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
	w := f.Progress
	switch {
	case w.InLine == nil:
	case f.Reading.State == Created && f.Reading.Payin.MethodCode != w.InLine.Method:
		w = w.RecordInLine(OutcomeElsewhere, "")
	case f.Reading.State == Created:
		w = w.RecordInLine(OutcomeCreated, "")
	case f.Now.Sub(w.InLine.Since) >= inLineLife:
		w = w.RecordInLine(OutcomeUnknown, "")
	}
	if w.ReferenceState == ReferenceInLine && f.Now.Sub(w.ReferenceAt) >= inLineLife {
		w.ReferenceState = ReferenceUnsent
	}
	return w
}
