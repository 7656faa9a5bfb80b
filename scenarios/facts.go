package scenarios

import (
	"maps"
	"strings"
	"time"

	"payapp/apiclient"
	"payapp/internal/known"
	"payapp/methods"
	"payapp/scenarios/entry"
)

// Facts is everything that a decision may depend on. A visit of handlers holds them, and
// completes them before it decides: Settled is the last that changes them. It has a field for each thing that is
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
func (f *Facts) missing() bool { return f.Known.Existence == known.NotCreated || f.Unsure }

// missingForSure is missing where the gateway said so and nothing was sent that
// it may have taken.
func (f *Facts) missingForSure() bool {
	return f.Known.Existence == known.NotCreated && len(f.Known.Sent) == 0
}

// begunHere reports whether the payment exists, or may: by what was sent, or by a Pay
// of which another process knows more, also once that has waited for too long.
func (f *Facts) begunHere() bool {
	return f.Known.Exists() || len(f.Known.Sent) > 0 || f.Progress.InLine != nil || f.Progress.Notice == NotSent
}

// overdue reports whether the time to pay is over by the gateway's clock, which set
// the deadline.
func (f *Facts) overdue() bool { return f.Known.Overdue(f.Now.Add(-f.Behind)) }

// saidPaid reports whether the customer told us to have paid: a return from the
// bank alone isn't that.
func (f *Facts) saidPaid() bool {
	return !f.Progress.SaidPaidAt.IsZero() || f.Progress.Reference != "" || f.Known.Payin.ExternalReference != ""
}

func (f *Facts) succeeded() bool { return f.Known.Status() == known.Success }

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

// Progress is what the customer has done so far with one payment. It travels
// sealed in its own cookie, beside the Order. Of what the gateway said of the
// payment it holds nothing, of its other answers Refused, Disputed and Payee. Every
// method that changes it returns a new one. It has a field for each thing that a
// later page must know: only the cookie remembers it.
type Progress struct {
	Method          string            `json:"m,omitempty"`
	Operator        string            `json:"o,omitempty"`
	OperatorDecided bool              `json:"od,omitempty"` // also "no operator" was decided
	Typed           map[string]string `json:"t,omitempty"`  // as typed, by the field's meaning
	ShowFaults      bool              `json:"sf,omitempty"` // the last submit had faults
	Disputed        []string          `json:"dp,omitempty"` // fields that the gateway didn't take at the last Pay
	Warned          bool              `json:"w,omitempty"`  // warnings were shown: the next submit is "Pay anyway"

	InLine *known.Sent `json:"wl,omitempty"` // a Pay that waits in line, nil = none; found by its time

	PaidAt     time.Time `json:"pa,omitzero"` // Pay was pressed last
	Leaving    bool      `json:"l,omitempty"` // Pay was pressed just now: lead on to the bank once
	Returned   bool      `json:"r,omitempty"` // back from the bank, at least once
	SaidPaidAt time.Time `json:"sp,omitzero"` // "I have paid"
	// Sees is under words of which class the customer asked to see how to pay, although
	// somebody may have paid.
	Sees known.Class `json:"sw,omitzero"`

	Refused string `json:"rf,omitempty"` // why the last Pay was refused: the code of a 406, or ProblemTokenRejected
	Notice  Notice `json:"n,omitempty"`  // what to tell beside the step

	Reference      string         `json:"x,omitempty"`
	ReferenceState ReferenceState `json:"xs,omitempty"`
	ReferenceAt    time.Time      `json:"xa,omitzero"` // when it was sent off last

	PhoneUntil time.Time `json:"ph,omitzero"` // a code was made by which a phone goes on

	// Payee is who is paid, once that is known, the merchant's brand or the gateway's
	// channel name: it never changes.
	Payee string `json:"pe,omitempty"`
}

// Notice is something that happened and is shown with the current step.
type Notice string

// The notices; each has its text in i18n.
const (
	NoNotice       Notice = ""
	NotSent        Notice = "not-sent"        // Pay got no answer, or couldn't be sent: press again
	Busy           Notice = "busy"            // the gateway has too many calls: press again
	AlreadyStarted Notice = "already-started" // started elsewhere, maybe with another method
	UsedUp         Notice = "used-up"         // the gateway takes no other payment for this order
	Changed        Notice = "changed"         // the page that was pressed showed something else
	ChooseOperator Notice = "choose-operator"
	ChooseMethod   Notice = "choose-method"
	ProposalGone   Notice = "proposal-gone" // what the shop proposed isn't offered; derived, never kept
)

// past is the notice after the customer has moved on from the page that showed
// it.
func (n Notice) past() Notice {
	if n == Changed {
		return NoNotice
	}
	return n
}

// ReferenceState is the state of the external reference.
type ReferenceState string

// The states of an external reference that was typed.
const (
	ReferenceNone    ReferenceState = ""
	ReferenceFaulty  ReferenceState = "faulty"  // what was typed breaks the rule
	ReferenceUnsent  ReferenceState = "unsent"  // the gateway didn't answer: try again
	ReferenceRefused ReferenceState = "refused" // the gateway doesn't take this number: correct it
	ReferenceTaken   ReferenceState = "taken"   // the gateway has it already, maybe of another payment: correct it
	ReferenceKept    ReferenceState = "kept"    // the gateway takes no numbers: keep it for support
	ReferenceInLine  ReferenceState = "in-line" // it waits for its turn to be sent
	ReferenceSent    ReferenceState = "sent"
)

// with returns a changed copy, whose Typed may be modified.
func (p Progress) with(change func(*Progress)) Progress {
	p.Typed = maps.Clone(p.Typed)
	if p.Typed == nil {
		p.Typed = map[string]string{}
	}
	change(&p)
	return p
}

// Reopened is the progress when the entry link is opened again: temporary state
// is gone; what was typed stays.
func (p Progress) Reopened() Progress {
	return p.with(func(p *Progress) {
		p.Leaving = false
		p.startAgain()
	})
}

// startAgain forgets the choice, and what happened at the last try.
func (p *Progress) startAgain() {
	p.Method, p.Operator, p.OperatorDecided = "", "", false
	p.Refused, p.Notice, p.ShowFaults, p.Warned, p.Disputed = "", NoNotice, false, false, nil
}

// WithOtherTerms is the progress when a link of the same token has another
// amount or other addresses: only typed values can't contradict them.
func (p Progress) WithOtherTerms() Progress { return Progress{Typed: maps.Clone(p.Typed)} }

// bounded cuts a typed value to one character more than is allowed: its check
// still reports it as too long, but it can't fill the cookie.
func bounded(typed string) string {
	typed = strings.TrimSpace(typed)
	signs := 0
	for at := range typed {
		if signs++; signs > methods.MaxValue+1 {
			return typed[:at]
		}
	}
	return typed
}
