package scenarios

import (
	"time"

	"payapp/apiclient"
	"payapp/internal/known"
	"payapp/methods"
	"payapp/money"
)

// Due is all that a page shows: what is due, and what every page says of its
// payment.
type Due struct {
	Step
	About
}

// About is what pages say around their step. Without Verified nothing of it may
// be shown, since the link may be forged.
type About struct {
	Verified   bool
	OrderID    string
	Payee      string      // "" = nobody is named
	Pays       money.Money // the order's amount if it differs, moneyRequired, or the amount; zero = unknown
	Currency   string      // in whose country the times are
	Test       bool        // the gateway calls it a test
	ReadOnly   bool        // a status link
	Moment     Moment      // how the payment stands; "" = none was begun
	Second     bool        // the end that was told was the first try's
	Chose      bool        // there was a choice, and this browser's customer made it
	Unfolds    Again       // what a status link's address has unfolded of how to pay
	ToPhone    bool        // it is paid in an app, which a desktop hasn't got
	PhoneUntil time.Time   // then: until when the code is good that was made; zero = none is
	// Over: the token isn't accepted any more, so nothing more will be known.
	Over bool
}

// Step is what is due. The set is closed: only this file adds to it. A step has
// all that its page shows of the payment.
type Step interface{ step() }

// ChooseOption: the customer chooses a method or, if Method is set, only the
// operator of that method.
type ChooseOption struct {
	Offers []Offer
	// Selected is the method to mark: chosen before, or proposed by the shop.
	Selected string
	// Operator is the operator to mark; OperatorLocked says that the shop leaves
	// no choice of it.
	Operator       string
	OperatorLocked bool
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
	// Among are the operators among which the customer chose, where nothing else is to
	// be looked at: the page is that choice, and Pay leads to the operator. nil = there
	// is more. Open: another method could be chosen, too.
	Among *Offer
	Open  bool
}

// LeaveForBank: right after Pay, the page goes on to URL by itself.
type LeaveForBank struct {
	Payin   apiclient.Payin
	URL     string
	Pays    money.Money // moneyRequired or money
	Instead money.Money // the amount to pay that was told before; zero = none was
	// Chosen is what the page after this one says.
	Chosen Chosen
}

// FollowInstructions: the customer pays by what this page shows.
type FollowInstructions struct {
	Method        methods.Method
	Payin         apiclient.Payin
	Pays          money.Money  // moneyRequired or money
	AppLink       string       // checked link into an app, or ""
	AsksReference bool         // the customer gives a number after paying
	NumberForShop bool         // … to the shop
	Status        known.Status // pending, or unknown if this is the last known state
	CheckedAt     time.Time    // when it was last read; a change needs no new page
	Stale         time.Time    // if not zero, the time of an old reading
	Unkept        bool         // the page may not show this again
	Picked        bool         // the gateway picked the operator: none was sent
	Fickle        bool         // the code or link is another one at each read
	Instead       money.Money  // the amount to pay that was told before; zero = none was
	Chosen        Chosen
	Notice        Notice
}

// Difference is that of the amounts of a payment and of its order. Linked: the order's is
// the link's alone, which may be edited.
type Difference struct {
	Named, Order money.Money
	Linked       bool
}

// Chosen is what this browser's customer chose themselves: another method is theirs
// to choose as well.
type Chosen struct {
	Method   bool // the method
	Operator bool // also the operator
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
	State  ReferenceState // of the value, which is kept whatever became of it
	Status known.Status
	Notice Notice
}

// WaitInLine: the gateway couldn't be asked yet, since others come first.
type WaitInLine struct {
	Creating bool      // a Pay waits; otherwise it is a read
	Since    time.Time // since when it does
	Missing  bool      // nothing was created yet, by the gateway's word
	InUse
}

// InUse is the method and the operator of the payment or, before it exists, those
// that were chosen or given; "" if still open.
type InUse struct{ Method, Operator string }

// ShowStatus: waiting, or the end. Which moment it shows is in About.
type ShowStatus struct {
	Status              known.Status
	Payin               *apiclient.Payin // nil if it was never described
	Pays                money.Money
	Method              string // its code, "" = unknown
	Way                 Way
	Class               known.Class         // of the newest word, under which it is folded
	BankURL             string              // checked; "" = there is none to go to
	How                 *FollowInstructions // for a status link; nil = none there
	CanCorrectReference bool
	AsksReference       bool   // the time to pay is over; who paid in time gives a number
	NumberForShop       bool   // the bank's number, which can't be given here
	Reference           string // given or kept
	ReferenceState      ReferenceState
	SaidPaidAt          time.Time
	Sure                bool        // nobody can have paid: they may try or start again
	Differs             *Difference // nil = they are the same
	Instead             money.Money // the amount to pay that was told before, or that was told first of what is paid; zero = none was
	CheckedAt           time.Time   // when a payment under way was last read; a change needs no new page
	Stale               time.Time   // if not zero, the time of an old reading
	Chosen              Chosen
	Notice              Notice
}

// ShowProblem: something prevents the payment. Code is data-problem.
type ShowProblem struct {
	Code    string
	Field   string      // the faulty field, for locked-invalid
	Mend    string      // how the shop should have written it, if another spelling of it fits
	Differs *Difference // for amount-mismatch; nil = none to tell
	// CanChange: another method may work. CanRetry: the same may work. OtherOperator:
	// first of all another bank, wallet or network than the customer chose.
	CanChange, CanRetry, OtherOperator bool
	// RetryFirst: retrying is the main button: the customer was only slow, or mistyped.
	RetryFirst bool
	// Leave: the way back to the shop is the main button; nothing here helps as much.
	Leave bool
	// Given: the customer was asked for nothing, and can correct nothing.
	Given bool
	// Wait: the page should reload by itself.
	Wait bool
	// Missing: nothing was created, by the gateway's word. Begun: something was, or
	// may have been.
	Missing, Begun bool
	InUse
}

// The problem codes of Next. Those of 406 answers are the gateway's.
const (
	ProblemTokenRejected = "token-rejected"
	ProblemTokenExpired  = "token-expired" // by its own word
	ProblemNotStarted    = "not-started"   // a status link opened before its payment
	ProblemNoOptions     = "no-options"
	ProblemUnsupported   = "options-unsupported" // the shop may have ways to pay, but none that we can offer
	ProblemUnavailable   = "option-unavailable"
	ProblemLocked        = "locked-invalid"
	ProblemAmount        = "amount-mismatch"
	ProblemLink          = "link-refused"
	ProblemNoWay         = "no-way-to-pay" // the gateway's answer doesn't say how
	ProblemRefused       = "refused"
	ProblemUnclear       = "answer-unclear" // a creation's answer says nothing of the payment
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

// Long is more time to pay than anybody spends before a page.
const Long = 2 * time.Hour

// PaidLater is how to pay by something that its customer takes along, an account, a
// code or a slip, while there is a long time for it and nothing to come back for. now is
// the gateway's time. What a page says of that, and the reminder, follow this alone.
func (d Due) PaidLater(now time.Time) (how FollowInstructions, ok bool) {
	how, ok = d.How()
	return how, ok && !d.Over && how.Status == known.Pending && how.Payin.ExpireAt.Sub(now) > Long &&
		how.carried() && !how.AsksReference && !how.NetworkUnknown()
}

// How is how to pay, on whatever page says it.
func (d Due) How() (how FollowInstructions, ok bool) {
	if status, is := d.Step.(ShowStatus); is && status.How != nil {
		return *status.How, true
	}
	how, ok = d.Step.(FollowInstructions)
	return how, ok
}

// carried reports whether one can pay by what the page shows where the page isn't.
func (s FollowInstructions) carried() bool {
	switch s.Method.Presentation {
	case methods.Redirect, methods.Approve, methods.Phone:
		return false
	}
	return true
}
