package scenarios

import (
	"payapp/internal/known"
	"payapp/methods"
)

// Moment is how a payment that was begun stands, as its pages say it (data-moment).
type Moment string

// The moments, in the order in which they are tried.
const (
	Paid         Moment = "paid"
	PaidOther    Moment = "paid-other"
	Closed       Moment = "closed"
	CheckedAgain Moment = "again"
	UsedUpFor    Moment = "used-up"
	Failed       Moment = "failed"
	Expired      Moment = "expired"
	NumberDue    Moment = "number"
	NotKnown     Moment = "unknown"
	Accepted     Moment = "accepted"
	Partly       Moment = "part"
	Working      Moment = "working"
	OverdueSaid  Moment = "overdue-said"
	OverdueNone  Moment = "overdue-none"
	Overdue      Moment = "overdue"
	SaidToPay    Moment = "said-paid"
	Stopped      Moment = "stopped"
	Leaving      Moment = "leaving"
	Unsure       Moment = "unsure"
	AtBank       Moment = "at-bank"
	Unpaid       Moment = "unpaid"
)

// Way is how a moment's page has what there is to pay by.
type Way string

// The ways. One that is folded is one press away, and stays unfolded while the word's
// class does.
const (
	NoWay  Way = "none"
	Folded Way = "folded"
	Open   Way = "open"
)

// stand is all that a moment depends on.
type stand struct {
	existence known.Existence
	status    known.Status
	class     known.Class
	hitch     string // why the way that was told isn't payable; "" = it is

	whole    bool // what was paid is the order's amount, and nothing newer says otherwise
	again    bool // it had ended, and goes on
	second   bool // … by another way
	doubt    bool // somebody may have paid, by what answers said, or this customer, who then looked how to pay
	usedUp   bool // the gateway takes no other payment for the order
	said     bool // the customer says to have paid
	returned bool // … or came back from the bank
	number   bool // a number is due, and none was taken
	stale    bool // it can't be read just now
	less     bool // how to pay got lost, for want of room
	over     bool // the time to pay
	stops    bool // this view was told a way, or is its payer's
	leads    bool // the page goes on to the bank by itself
	redirect bool // one pays at a bank or wallet
	own      bool // Pay was pressed in this browser
	unfolded bool // its customer asked for the way under a word of this class
}

func (s *stand) pending() bool { return s.existence == known.Described && s.status == known.Pending }
func (s *stand) paid() bool    { return s.said || s.returned }

// awaits reports whether the word doesn't say that the money came.
func (s *stand) awaits() bool { return s.class == known.Waits || s.class == known.Unsure }

// MomentRow is one row of the table that says how a payment stands.
type MomentRow struct {
	Moment
	When, Way, Says string // for docs/pages.md
	fits            func(*stand) bool
}

// Moments is the table: the first row that fits decides. Nothing else does. What a row
// says is in internal/presenter, and docs/pages.md has the table from here.
var Moments = []MomentRow{
	{Paid, "the gateway says SUCCESS, of the whole amount, and nothing newer says otherwise", "none", "paid; nothing is left to do",
		func(s *stand) bool { return s.status == known.Success && s.whole }},
	{PaidOther, "SUCCESS of another amount, or closed since", "none", "how much was paid; the shop decides",
		func(s *stand) bool { return s.status == known.Success }},
	{Closed, "a word such as REFUNDED or VOID", "none", "it has ended; ask the shop",
		func(s *stand) bool { return s.pending() && s.class == known.Closes }},
	{CheckedAgain, "it had ended, and has gone on for more than a minute, by no other way", "none", "it is being checked again; ask the shop",
		func(s *stand) bool { return s.pending() && s.again }},
	{UsedUpFor, "it has failed, and another Pay found its order used up", "none", "it failed; a new order is needed",
		func(s *stand) bool { return s.status == known.Failed && s.usedUp }},
	{Failed, "REFUSED or another failure", "none", "it failed; try again, where nobody can have paid",
		func(s *stand) bool { return s.status == known.Failed }},
	{Expired, "EXPIRED or TIMEOUT", "none", "the time to pay has passed; start again, where nobody can have paid",
		func(s *stand) bool { return s.status == known.Expired }},
	{NumberDue, "said to have paid, and the number is missing", "none", "the number's form",
		func(s *stand) bool { return s.pending() && s.said && s.number }},
	{NotKnown, "nothing describes it, and it can't be asked; or how to pay got lost here", "none", "nothing but when it was read",
		func(s *stand) bool {
			return s.existence < known.Accepted || s.existence == known.Accepted && s.stale || s.less && (s.stale || s.awaits())
		}},
	{Accepted, "the gateway has it, and hasn't described it", "none", "it was started",
		func(s *stand) bool { return s.existence == known.Accepted && !s.paid() }},
	{Partly, "PARTIALLY_PAID", "folded until the deadline", "part of it came; ask the shop about the rest",
		func(s *stand) bool { return s.class == known.Partly }},
	{Working, "a word such as VALIDATING, PAYMENT_DETECTED, PAID", "folded until the deadline",
		"it is worked on; if you've paid, don't pay again",
		func(s *stand) bool { return s.class == known.Works }},
	{OverdueSaid, "the deadline has passed, and the customer says to have paid or came back", "none", "it is being checked",
		func(s *stand) bool { return s.over && s.paid() }},
	{OverdueNone, "the deadline has passed, every word meant waiting, and the customer never said to have paid", "none",
		"nobody has heard of a payment",
		func(s *stand) bool { return s.over && !s.doubt }},
	{Overdue, "the deadline has passed", "none", "the time to pay has passed; ask the shop",
		func(s *stand) bool { return s.over }},
	{SaidToPay, "the customer says to have paid, or came back from the bank", "folded", "thank you; it is being checked",
		func(s *stand) bool { return s.paid() }},
	{Stopped, "another amount, a link or a network that can't be trusted, or no way to pay", "none",
		"which amounts, or what is wrong; it looks again",
		func(s *stand) bool { return s.hitch != "" && s.stops }},
	{Leaving, "right after this browser's own Pay was taken, once", "open", "on to the bank",
		func(s *stand) bool { return s.leads && s.redirect && s.hitch == "" }},
	{Unsure, "PROCESSING, or a word that isn't listed", "open where Pay was pressed, else folded",
		"paid? don't pay again; not paid? here is how",
		func(s *stand) bool { return s.class == known.Unsure }},
	{AtBank, "PENDING or the like, to pay at a bank or wallet", "open", "waiting for your payment",
		func(s *stand) bool { return s.redirect }},
	{Unpaid, "PENDING or the like", "open", "waiting for your payment",
		func(*stand) bool { return true }},
}

func (s *stand) moment() Moment {
	for i := range Moments {
		if Moments[i].fits(s) {
			return Moments[i].Moment
		}
	}
	panic("the last row fits always")
}

// way is how the page of a moment has what there is to pay by. After a second try's
// beginning no way is open by itself.
func (s *stand) way(m Moment) Way {
	open := false
	switch m {
	case Partly, Working:
		if s.over {
			return NoWay
		}
	case SaidToPay:
	case Unsure:
		open = s.own && !s.second
	case Leaving, AtBank, Unpaid:
		open = !s.second
	default:
		return NoWay
	}
	switch {
	case s.hitch != "":
		return NoWay
	case open || s.unfolded:
		return Open
	}
	return Folded
}

// stand is how the payment stands; m is its method's row, as its answer must be shown.
func (f *Facts) stand() (s stand, m methods.Method) {
	v := &f.Known
	s = stand{
		existence: v.Existence, status: v.Status(), class: v.Class, again: v.Again, second: v.Second, doubt: v.Doubt || f.Progress.Sees != "",
		whole:  f.whole() && v.Class != known.Closes,
		usedUp: f.Progress.Notice == UsedUp, said: !f.Progress.SaidPaidAt.IsZero(), returned: f.Progress.Returned,
		stale: f.Trouble != NoTrouble, less: v.Less, over: f.overdue(), own: f.own(), leads: f.Progress.Leaving && !f.Progress.Returned,
		hitch:    hitchElsewhere,
		unfolded: v.Class != "" && f.sees() == v.Class,
	}
	s.said = s.said || s.over && f.saidPaid() // or gave a number
	if !s.pending() || s.again {
		return s, m
	}
	m, s.hitch = f.payable()
	s.redirect = m.Presentation == methods.Redirect
	s.returned = s.returned && (s.redirect || v.Payin.RedirectURL != "") // anybody can make the address of a return
	s.number = m.Code != "" && f.needsReference(m)
	told := !f.ReadOnly || v.Led()
	s.stops = told && s.hitch != hitchElsewhere && (s.hitch != ProblemNoWay || !s.less)
	return s, m
}

// sees is the class of the words under which the customer asked to see how to pay.
func (f *Facts) sees() known.Class {
	if f.ReadOnly {
		return known.Class(f.Again)
	}
	return f.Progress.Sees
}

// Stopped reports whether something but a way that hasn't come yet is wrong with what
// there is to pay by.
func (f *Facts) Stopped() bool {
	s, _ := f.stand()
	return s.hitch != ProblemNoWay && s.pending() && s.moment() == Stopped
}

// own reports whether Pay was pressed in this browser.
func (f *Facts) own() bool { return !f.ReadOnly && !f.Progress.PaidAt.IsZero() }

// whole reports whether what was paid is the order's amount: by the link that leads here,
// or by the gateway's word.
func (f *Facts) whole() bool {
	return f.succeeded() && f.differs() == nil && !f.ordered().IsZero()
}
