package scenarios

import (
	"time"

	"payapp/apiclient"
	"payapp/methods"
	"payapp/money"
)

// Step is what is due. The set is closed: only this file adds to it.
type Step interface{ step() }

// ChooseOption: the customer chooses a method or, if Method is set, only the
// operator of that method.
type ChooseOption struct {
	Offers []Offer
	// Selected is the method to mark: chosen before, or proposed by the shop.
	Selected string
	// Operator is the operator to mark.
	Operator string
	// Method is set if only its operator is to be chosen.
	Method *Offer
	// CanChange: another method is possible.
	CanChange bool
	// Again is set if the choice was made before and its page is requested.
	Again  Again
	Notice Notice
}

// Again is a choice requested by its own address, as by the browser's Back. It
// decides nothing: until a form is sent, the earlier choice stays.
type Again string

// The choices that have an address.
const (
	NotAgain      Again = ""
	AgainMethod   Again = "options"
	AgainOperator Again = "operators"
)

// FillDetails: fields are missing.
type FillDetails struct {
	Plan
	ShowFaults bool // the last submit had faults
	PayAnyway  bool // only warnings are left
	Notice     Notice
}

// ReviewPayment: only the customer's Pay is missing.
type ReviewPayment struct {
	Plan
	Notice Notice
}

// LeaveForBank: right after Pay, the page goes on to URL by itself.
type LeaveForBank struct {
	Payin apiclient.Payin
	URL   string
	Pays  money.Money // moneyRequired or money
}

// FollowInstructions: the customer pays by what this page shows.
type FollowInstructions struct {
	Method        methods.Method
	Payin         apiclient.Payin
	Pays          money.Money // moneyRequired or money
	AppLink       string      // checked link into an app, or ""
	AsksReference bool        // the customer gives a number after paying
	Status        Status      // pending, or unknown if this is the last known state
	Stale         time.Time   // if not zero, the time of an old reading
	Notice        Notice
}

// NetworkUnknown reports whether coins must be sent on a network that isn't
// named. Coins sent on another one are lost, so there is nothing to pay by yet.
func (s FollowInstructions) NetworkUnknown() bool {
	return s.Method.Presentation == methods.Crypto && s.Payin.Operator.Name == ""
}

// network is the payment with its network's code if the gateway leaves out the
// name: TRON is a name, too.
func network(m methods.Method, p apiclient.Payin) apiclient.Payin {
	if m.Presentation == methods.Crypto && p.Operator.Name == "" {
		p.Operator.Name = p.Operator.Code
	}
	return p
}

// GiveReference: the customer paid and must give the number that the bank
// shows.
type GiveReference struct {
	Method methods.Method
	Payin  apiclient.Payin
	Value  string
	Fault  *methods.Problem
	Unsent bool // the gateway didn't answer; what was typed is kept
	Status Status
	Notice Notice
}

// WaitInLine: the gateway couldn't be asked yet, since others come first.
// Creating says that a Pay waits, otherwise it is a read.
type WaitInLine struct{ Creating bool }

// ShowStatus: waiting, or the end.
type ShowStatus struct {
	Status                  Status
	Payin                   *apiclient.Payin // nil if never read
	Pays                    money.Money
	BankURL                 string              // checked; while it may still be needed
	How                     *FollowInstructions // for a status link while it can be paid; nil = can't be paid here
	CanReturnToInstructions bool
	CanCorrectReference     bool
	Reference               string // given or kept
	ReferenceState          ReferenceState
	SaidPaidAt              time.Time
	Deadline                bool      // expired by the deadline; the gateway hasn't said so
	CheckedAt               time.Time // when a payment under way was last read; a change needs no new page
	Stale                   time.Time // if not zero, the time of an old reading
	Trouble                 Trouble   // why it can't be read now; TokenRejected ends the polling
	Notice                  Notice
}

// ShowProblem: something prevents the payment. Code is data-problem.
type ShowProblem struct {
	Code  string
	Field string // the faulty field, for locked-invalid
	// CanChange: another method may work. CanRetry: the same may work.
	CanChange, CanRetry bool
	// RetryFirst: retrying is the main button; the customer was only slow.
	RetryFirst bool
	// Leave: the way back to the shop is the main button; retrying is useless.
	Leave bool
	// Wait: the page should reload by itself.
	Wait bool
}

// The problem codes of Next. Those of 406 answers are the gateway's.
const (
	ProblemTokenRejected = "token-rejected"
	ProblemNotStarted    = "not-started" // a status link opened before its payment
	ProblemNoOptions     = "no-options"
	ProblemUnavailable   = "option-unavailable"
	ProblemLocked        = "locked-invalid"
	ProblemAmount        = "amount-mismatch"
	ProblemLink          = "link-refused"
	ProblemNoWay         = "no-way-to-pay" // the gateway's answer doesn't say how
	ProblemRefused       = "refused"
)

func (ChooseOption) step()       {}
func (FillDetails) step()        {}
func (ReviewPayment) step()      {}
func (LeaveForBank) step()       {}
func (FollowInstructions) step() {}
func (GiveReference) step()      {}
func (WaitInLine) step()         {}
func (ShowStatus) step()         {}
func (ShowProblem) step()        {}
