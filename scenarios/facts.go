package scenarios

import (
	"time"

	"payapp/apiclient"
	"payapp/internal/known"
	"payapp/methods"
	"payapp/scenarios/entry"
)

// Facts is everything that a decision may depend on. They are made once, whole:
// Settled is the last that changes them. It has a field for each thing that is
// known apart from the others, and a method for each question that decisions ask.
type Facts struct {
	Order     entry.Order
	Progress  Progress
	Known     known.View         // what is known of the payment
	Options   *apiclient.Options // nil = not known
	Trouble   Trouble            // why the payment can't be read now, or the options
	Catalogue *methods.Catalogue
	ReadOnly  bool  // a status link: it shows a status and no form
	Again     Again // a choice that the page's address asks for once more
	AllowHTTP bool  // links in the gateway's answers may be http
	Now       time.Time
	Behind    time.Duration // how far the gateway's clock is behind ours; never below zero

	// Unsure: probably not created. The gateway refused to read the payment in
	// words that may mean so (400). If there is a payment after all, a creation
	// gets a 409.
	Unsure bool
	// Verified: the gateway has accepted the token. Before that every word of
	// the link may be forged.
	Verified bool
	Expires  time.Time // the token's, by its own word; zero = unknown
	// Numberless: the token doesn't grant to give the gateway a number, so that goes to
	// the shop.
	Numberless bool
	// Unkept: this browser has no room for how to pay.
	Unkept bool
}

// Settled completes the facts, for decisions and pages: with what became of a Pay
// or a number that waited in line. A read that still waits doesn't hide what is known;
// pages show its time.
func (f Facts) Settled() Facts {
	f.Progress = f.outOfLine()
	if f.Known.Existence != known.Described {
		return f
	}
	if f.Trouble == Unasked {
		f.Trouble = NoTrouble
	}
	if f.Progress.Notice == NotSent || f.Progress.Notice == Busy {
		f.Progress.Notice = NoNotice // it arrived
	}
	if f.Progress.Refused == ProblemUnclear {
		f.Progress.Refused = ""
	}
	return f
}

// missing reports whether the payment doesn't exist, as far as the gateway has
// said.
func (f Facts) missing() bool { return f.Known.Existence == known.NotCreated || f.Unsure }

// missingForSure is missing where the gateway said so and nothing was sent that
// it may have taken.
func (f Facts) missingForSure() bool {
	return f.Known.Existence == known.NotCreated && len(f.Known.Sent) == 0
}

// begunHere reports whether the payment exists, or may: by what was sent, or by a Pay
// of which another process knows more, also once that has waited for too long.
func (f Facts) begunHere() bool {
	return f.Known.Exists() || len(f.Known.Sent) > 0 || f.Progress.InLine != nil || f.Progress.Notice == NotSent
}

// overdue reports whether the time to pay is over by the gateway's clock, which set
// the deadline.
func (f Facts) overdue() bool { return f.Known.Overdue(f.Now.Add(-f.Behind)) }

// saidPaid reports whether the customer told us to have paid: a return from the
// bank alone isn't that.
func (f Facts) saidPaid() bool {
	return !f.Progress.SaidPaidAt.IsZero() || f.Progress.Reference != "" || f.Known.Payin.ExternalReference != ""
}

func (f Facts) is(s known.Status) bool { return f.Known.Status() == s }

// Trouble is a class of gateway failure.
type Trouble string

// The classes, as pages distinguish them.
const (
	NoTrouble      Trouble = ""
	TokenRejected  Trouble = "token-rejected"
	GatewayBusy    Trouble = "gateway-busy"
	GatewayDown    Trouble = "gateway-unavailable"
	GatewayStrange Trouble = "gateway-garbage"
	Unasked        Trouble = "in-line"          // not asked yet: others come first
	AmountRefused  Trouble = ProblemNoOptions   // it lists no ways to pay this amount in this currency
	OptionsRefused Trouble = ProblemUnsupported // the token may not ask for them, and the shop named none
)
