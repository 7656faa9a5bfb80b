package scenarios

import (
	"slices"
	"time"

	"payapp/apiclient"
)

// Outcome is the result of a creation that was sent.
type Outcome int

// The outcomes.
const (
	OutcomeCreated   Outcome = iota // accepted just now
	OutcomeExists                   // accepted before with the same method: by an earlier try, or from elsewhere
	OutcomeElsewhere                // the id was accepted before, for something else
	OutcomeRefused                  // 406, see code
	OutcomeBusy                     // every try got a 429: not processed
	OutcomeRejected                 // the token isn't accepted any more
	OutcomeUnknown                  // unknown; reading the payment will tell
	OutcomeDisputed                 // the gateway rejects fields that the customer can correct
	OutcomeInLine                   // not sent yet: others come first, and it keeps its place
)

// String names the outcome, for metrics.
func (o Outcome) String() string {
	return [...]string{"created", "exists", "elsewhere", "refused", "busy", "rejected", "unknown", "disputed", "in-line"}[o]
}

// codeInactivity is the only refusal after which the same may succeed.
const codeInactivity = apiclient.CodeInactivity

// IsRefusalCode reports whether the code of a 406 has a text of its own
// (interface.md, Errors). Others share one.
func IsRefusalCode(code string) bool { return slices.Contains(apiclient.RefusalCodes(), code) }

// RecordOutcome records the result of a creation. code is the gateway's, for a
// refusal; disputed are the fields that it rejects.
func (p Progress) RecordOutcome(sent Choice, outcome Outcome, code string, disputed ...string) Progress {
	return p.with(func(p *Progress) {
		p.Paying, p.InLine = Choice{}, nil
		switch outcome {
		case OutcomeInLine: // nothing typed may be lost before the gateway has it
			p.InLine = &Submitted{Choice: sent, Since: p.PaidAt}
		case OutcomeCreated:
			p.Paying = sent
			p.Typed = nil // the gateway has it, so the cookie needn't
			p.Accepted, p.NotCreatedAt, p.Leaving = true, time.Time{}, true
		case OutcomeExists:
			p.Accepted, p.NotCreatedAt, p.Leaving = true, time.Time{}, true
		case OutcomeElsewhere:
			p.Accepted, p.NotCreatedAt, p.Notice = true, time.Time{}, AlreadyStarted
		case OutcomeRefused:
			if p.Refused = code; !IsRefusalCode(code) {
				p.Refused = ProblemRefused
			}
		case OutcomeDisputed:
			p.Disputed, p.ShowFaults = disputed, true
		case OutcomeBusy:
			p.Notice = Busy
		case OutcomeRejected: // reading may still be allowed, so a read can't tell
			p.NotCreatedAt, p.Refused = time.Time{}, ProblemTokenRejected
		case OutcomeUnknown:
			p.NotCreatedAt, p.Notice = time.Time{}, NotSent
		}
	})
}
