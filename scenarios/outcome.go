package scenarios

import (
	"slices"

	"payapp/apiclient"
)

// Outcome is the result of a creation that was sent.
type Outcome int

// The outcomes.
const (
	OutcomeCreated    Outcome = iota // accepted just now
	OutcomeExists                    // accepted before, and nothing of it is known to differ
	OutcomeElsewhere                 // the id was accepted before, for something else
	OutcomeUsedUp                    // the id was accepted before, and that has failed
	OutcomeRefused                   // 406, see code
	OutcomeBusy                      // every try got a 429: not processed
	OutcomeRejected                  // the token isn't accepted any more
	OutcomeNotGranted                // the token is accepted, but not for this way to pay
	OutcomeUnknown                   // no answer came; reading the payment will tell
	OutcomeUnclear                   // an answer came that says nothing of the payment
	OutcomeDisputed                  // the gateway rejects fields that the customer can correct
	OutcomeLocked                    // the gateway rejects a field that the shop locked
	OutcomeInLine                    // not sent yet: others come first, and it keeps its place
)

// String names the outcome, for metrics.
func (o Outcome) String() string {
	return [...]string{"created", "exists", "elsewhere", "used-up", "refused", "busy", "rejected", "not-granted", "unknown", "unclear", "disputed", "locked", "in-line"}[o]
}

// codeInactivity is the only refusal after which the same may succeed.
const codeInactivity = apiclient.CodeInactivity

// IsRefusalCode reports whether the code of a 406 has a text of its own
// (interface.md, Errors). Others share one.
func IsRefusalCode(code string) bool { return slices.Contains(apiclient.RefusalCodes(), code) }

// RecordOutcome records the result of a creation in what the customer has done;
// what it says of the payment is in Facts.Known. code is the gateway's, for a
// refusal; disputed are the fields that it rejects.
func (p Progress) RecordOutcome(sent Submitted, outcome Outcome, code string, disputed ...string) Progress {
	return p.with(func(p *Progress) {
		p.InLine = nil
		switch outcome {
		case OutcomeInLine: // nothing typed may be lost before the gateway has it
			p.InLine = &sent
		case OutcomeCreated, OutcomeExists:
			p.Typed = nil // the gateway has it, so the cookie needn't
			p.Leaving = true
		case OutcomeElsewhere:
			p.Notice = AlreadyStarted
		case OutcomeUsedUp:
			p.Notice = UsedUp
		case OutcomeRefused:
			if p.Refused = code; !IsRefusalCode(code) {
				p.Refused = ProblemRefused
			}
		case OutcomeDisputed:
			p.Disputed, p.ShowFaults = disputed, true
		case OutcomeLocked:
			p.Refused, p.Disputed = ProblemLocked, disputed
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
