package scenarios

import (
	"slices"
	"strings"
	"time"

	"payapp/apiclient"
	"payapp/internal/known"
	"payapp/methods"
)

// Outcome is what became of a creation that was sent, as metrics name it.
type Outcome string

// The outcomes.
const (
	OutcomeCreated    Outcome = "created"     // accepted just now
	OutcomeExists     Outcome = "exists"      // accepted before, and nothing of it is known to differ
	OutcomeElsewhere  Outcome = "elsewhere"   // the id was accepted before, for something else
	OutcomeUsedUp     Outcome = "used-up"     // the id was accepted before, and that has failed
	OutcomeRefused    Outcome = "refused"     // 406, see Code
	OutcomeBusy       Outcome = "busy"        // every try got a 429: not processed
	OutcomeRejected   Outcome = "rejected"    // the token isn't accepted any more
	OutcomeNotGranted Outcome = "not-granted" // the token is accepted, but not for this way to pay
	OutcomeUnknown    Outcome = "unknown"     // no answer came; reading the payment will tell
	OutcomeUnclear    Outcome = "unclear"     // an answer came that says nothing of the payment
	OutcomeDisputed   Outcome = "disputed"    // the gateway rejects fields that the customer can correct
	OutcomeLocked     Outcome = "locked"      // the gateway rejects a field that the shop locked
	OutcomeInLine     Outcome = "in-line"     // not sent yet: others come first, and it keeps its place
)

// Result is an outcome with the gateway's code of a refusal, or the fields that it rejects.
type Result struct {
	Outcome
	Code     string
	Disputed []string
}

// IsRefusalCode reports whether the code of a 406 has a text of its own
// (interface.md, Errors). Others share one.
func IsRefusalCode(code string) bool { return slices.Contains(apiclient.RefusalCodes(), code) }

// RecordOutcome records the result of a creation in what the customer has done;
// what it says of the payment is in Facts.Known.
func (p Progress) RecordOutcome(sent known.Sent, result Result) Progress {
	return p.with(func(p *Progress) {
		p.InLine = nil
		switch result.Outcome {
		case OutcomeInLine: // nothing typed may be lost before the gateway has it
			p.InLine = &sent
		case OutcomeCreated, OutcomeExists:
			p.Typed = nil                                // the gateway has it, so the cookie needn't
			p.Leaving = result.Outcome == OutcomeCreated // another browser may have paid what was accepted before
		case OutcomeElsewhere:
			p.Notice = AlreadyStarted
		case OutcomeUsedUp:
			p.Notice = UsedUp
		case OutcomeRefused:
			if p.Refused = result.Code; !IsRefusalCode(result.Code) {
				p.Refused = ProblemRefused
			}
		case OutcomeDisputed:
			p.Disputed, p.ShowFaults = result.Disputed, true
		case OutcomeLocked:
			p.Refused, p.Disputed = ProblemLocked, result.Disputed
		case OutcomeBusy:
			p.Notice = Busy
		case OutcomeRejected: // reading may still be allowed, so a read can't tell
			p.Refused = ProblemTokenRejected
		case OutcomeNotGranted:
			p.Refused = ProblemUnavailable
		case OutcomeUnknown: // if it arrived, the payment goes on as after an answer
			p.Notice, p.Leaving = NotSent, true
		case OutcomeUnclear: // likewise
			p.Refused, p.Leaving = ProblemUnclear, true
		}
	})
}

// refused is the step after a Pay that the gateway refused, and what helps then.
func (f Facts) refused(s selection) Step {
	code := f.Progress.Refused
	if code == ProblemLocked && len(f.Progress.Disputed) > 0 {
		return f.problem(ShowProblem{Code: code, Field: f.Progress.Disputed[0], CanChange: s.open})
	}
	// Of the interface's refusals only this one may end otherwise the next time.
	helps := code == apiclient.CodeInactivity || !IsRefusalCode(code) && code != ProblemUnavailable
	another := f.choseAmong(s) // the bank may be down
	p := ShowProblem{
		Code: code, CanChange: s.open, CanRetry: true, RetryFirst: helps && !another,
		Leave: !s.open && !helps && !another, OtherOperator: another,
	}
	if s.offer != nil && s.decided {
		plan, _ := f.plan(s)
		p.Given = len(plan.Asked) == 0
	}
	return f.problem(p)
}

// inLineLife is how long something waits in line without news before the
// customer is asked to send it again. Sent twice it is still one payment: the
// gateway accepts an id only once.
const inLineLife = 90 * time.Second

// creating reports whether a Pay waits in line and no payment is known.
func (f Facts) creating() bool { return f.Progress.InLine != nil && !f.Known.Exists() }

// outOfLine is the progress once the wait in line is over: the payment exists,
// or there was no news for too long.
func (f Facts) outOfLine() Progress {
	p := f.Progress
	switch {
	case p.InLine == nil:
	case f.Known.IsAnother(*p.InLine):
		p = p.RecordOutcome(*p.InLine, Result{Outcome: OutcomeElsewhere})
	case f.Known.Exists():
		p = p.RecordOutcome(*p.InLine, Result{Outcome: OutcomeCreated})
	case f.Now.Sub(p.InLine.At) >= inLineLife:
		p = p.RecordOutcome(*p.InLine, Result{Outcome: OutcomeUnknown})
	}
	if p.ReferenceState == ReferenceInLine && f.Now.Sub(p.ReferenceAt) >= inLineLife {
		p.ReferenceState = ReferenceUnsent
	}
	return p
}

// disputedKey is the message beside a field that the gateway rejected. The
// gateway's own words are not for customers.
const disputedKey = "error.not-accepted"

// Disputed returns those fields of a method that the gateway named as faulty, by their
// names in the catalogue: those that the customer can correct, and those that the shop
// locked. What the operator implies is neither.
func (f Facts) Disputed(method string, faulty []apiclient.FieldError) (open, locked []string) {
	m, _ := f.Catalogue.Find(method, f.Order.Money.Currency())
	for _, field := range m.Fields {
		switch named := func(e apiclient.FieldError) bool { return namesField(e.Field, field) }; {
		case !slices.ContainsFunc(faulty, named):
		case f.locked(m, field):
			locked = append(locked, field.Name)
		case len(field.ByOperator) == 0:
			open = append(open, field.Name)
		}
	}
	return open, locked
}

// namesField reports whether a gateway's name, which may be a path of any style
// ("paymentMethod.account.accountName", "/account/account_name"), ends in the
// field's.
func namesField(named string, field methods.Field) bool {
	parts, want := pathOf(named), pathOf(field.Name)
	return len(parts) >= len(want) && slices.Equal(parts[len(parts)-len(want):], want)
}

func pathOf(name string) []string {
	name = strings.ToLower(strings.ReplaceAll(name, "_", ""))
	return strings.FieldsFunc(name, func(r rune) bool { return strings.ContainsRune("./[]$'\"", r) })
}

// dispute adds the gateway's objections to the plan.
func (p *Plan) dispute(names []string) {
	for _, asked := range p.Asked {
		if name := asked.Field.Name; slices.Contains(names, name) && p.Faults[name] == nil {
			p.Faults[name] = &methods.Problem{Key: disputedKey}
		}
	}
}
