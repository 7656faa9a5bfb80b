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

// RefusalCodes lists the codes of 406 answers that have texts of their own
// (interface.md, Errors). Others share one.
func RefusalCodes() []string { return apiclient.RefusalCodes() }

// IsRefusalCode reports whether RefusalCodes has the code.
func IsRefusalCode(code string) bool { return slices.Contains(RefusalCodes(), code) }

// RecordOutcome records the result of a creation. code is the gateway's, for a
// refusal; disputed are the fields that it rejects.
func (w Progress) RecordOutcome(sent Creation, outcome Outcome, code string, disputed ...string) Progress {
	return w.with(func(w *Progress) {
		w.Paying, w.InLine = Choice{}, nil
		choice := Choice{Method: sent.Code, Operator: sent.Operator.Code, Name: sent.Operator.Name, Account: sent.Account}
		switch outcome {
		case OutcomeInLine: // nothing typed may be lost before the gateway has it
			w.InLine = &Submitted{Choice: choice, Since: w.PaidAt}
		case OutcomeCreated:
			w.Paying = choice
			w.Typed = nil // the gateway has it, so the cookie needn't
			w.Accepted, w.NotCreatedAt, w.Leaving = true, time.Time{}, true
		case OutcomeExists:
			w.Accepted, w.NotCreatedAt, w.Leaving = true, time.Time{}, true
		case OutcomeElsewhere:
			w.Accepted, w.NotCreatedAt, w.Notice = true, time.Time{}, AlreadyStarted
		case OutcomeRefused:
			if w.Refused = code; !IsRefusalCode(code) {
				w.Refused = ProblemRefused
			}
		case OutcomeDisputed:
			w.Disputed, w.ShowFaults = disputed, true
		case OutcomeBusy:
			w.Notice = Busy
		case OutcomeRejected: // reading may still be allowed, so a read can't tell
			w.NotCreatedAt, w.Refused = time.Time{}, ProblemTokenRejected
		case OutcomeUnknown:
			w.NotCreatedAt, w.Notice = time.Time{}, NotSent
		}
	})
}
