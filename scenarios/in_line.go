package scenarios

import (
	"time"

	"payapp/internal/known"
)

// Submitted is a Pay that waits in line for the gateway: what was chosen, and
// since when it waits, by which its outcome is found.
type Submitted struct {
	Method   string    `json:"m,omitempty"`
	Operator string    `json:"o,omitempty"`
	Account  string    `json:"a,omitempty"`
	Since    time.Time `json:"s,omitzero"`
}

// SubmittedBy is what waits if this creation does.
func SubmittedBy(c Creation) Submitted {
	return Submitted{Method: c.Sent.Method, Operator: c.Sent.Operator.Code, Account: c.Sent.Account, Since: c.Sent.At}
}

// Elsewhere reports whether the payment is known to be another one than was
// submitted: by its method, its operator or the account. What isn't known of it, or
// was left to the gateway, doesn't differ.
func (s Submitted) Elsewhere(p known.View) bool {
	sent, _ := p.SentWith(s.Method)
	differs := func(known, submitted string) bool { return known != "" && submitted != "" && known != submitted }
	return p.Existence == known.Described &&
		(p.Payin.MethodCode != s.Method || differs(p.Payin.Operator.Code, s.Operator) || differs(sent.Account, s.Account))
}

// inLineLife is how long something waits in line without news before the
// customer is asked to send it again. Sent twice it is still one payment: the
// gateway accepts an id only once.
const inLineLife = 90 * time.Second

// creating reports whether a Pay waits in line and no payment is known.
func (f Facts) creating() bool { return f.Progress.InLine != nil && !f.Known.Exists() }

// RecordInLine is RecordOutcome for the Pay that waited in line. It changes
// nothing if there is none, or if it still waits.
func (p Progress) RecordInLine(outcome Outcome, code string, disputed ...string) Progress {
	if p.InLine == nil || outcome == OutcomeInLine {
		return p
	}
	return p.RecordOutcome(*p.InLine, outcome, code, disputed...)
}

// outOfLine is the progress once the wait in line is over: the payment exists,
// or there was no news for too long.
func (f Facts) outOfLine() Progress {
	p := f.Progress
	switch {
	case p.InLine == nil:
	case p.InLine.Elsewhere(f.Known):
		p = p.RecordInLine(OutcomeElsewhere, "")
	case f.Known.Exists():
		p = p.RecordInLine(OutcomeCreated, "")
	case f.Now.Sub(p.InLine.Since) >= inLineLife:
		p = p.RecordInLine(OutcomeUnknown, "")
	}
	if p.ReferenceState == ReferenceInLine && f.Now.Sub(p.ReferenceAt) >= inLineLife {
		p.ReferenceState = ReferenceUnsent
	}
	return p
}
