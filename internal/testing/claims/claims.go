package claims

import (
	"strings"

	"payapp/internal/known"
	"payapp/money"
	"payapp/scenarios"
)

// Claim is something that pages say of money or of the payment, with what must be
// known for it. What the gateway didn't say is unknown: never failed, never paid,
// never "nothing was charged".
type Claim struct {
	Says string
	// Keys are the messages that say it; one that ends with a dot stands for all
	// that begin so.
	Keys  []string
	Needs func(scenarios.Facts) bool
}

// All is every claim. Tests hold every page of every step to it, and every
// message of the prefixes in Claiming to a row.
var All = []Claim{
	{"nothing was charged", []string{"money.none", "waiting.money"}, missingForSure},
	{"there is no payment yet", []string{"problem.not-started."}, missingForSure},
	{"no payment was heard of", []string{
		"status.expired.money",
	}, func(f scenarios.Facts) bool { return (f.Known.Status() == known.Expired || overdue(f)) && unheard(f) }},
	{"the time to pay is over", []string{"status.overdue."}, overdue},
	{"it has expired", []string{"status.expired."}, func(f scenarios.Facts) bool { return f.Known.Status() == known.Expired || overdue(f) }},
	{"it failed, and isn't paid", []string{
		"money.notPaid", "money.accountLeft", "money.accountLeftAt", "status.usedUp",
		"status.refused.", "status.failed.", "status.canceled.", "status.ended",
		"status.SECURITY_CHECK_FAILED.", "status.CUSTOMER_VERIFICATION_INACTIVITY.", "status.CUSTOMER_NOT_REGISTERED.",
	}, func(f scenarios.Facts) bool { return f.Known.Status() == known.Failed || f.Progress.Refused != "" }},
	{"it is paid", []string{
		"status.success.", "status.success.headingPart", "status.receipt.paidTo", "status.receipt.paid", "status.receipt.time",
	}, func(f scenarios.Facts) bool { return f.Known.Status() == known.Success }},
	{"it goes on", []string{"status.pending.", "status.again"}, func(f scenarios.Facts) bool { return f.Known.Status() == known.Pending }},
	{"it is being checked", []string{"status.pending.headingChecking", "status.checkedAgain."}, func(f scenarios.Facts) bool {
		return checking(f) || worksOn(f) || f.Known.Again
	}},
	{"it is worked on", []string{"status.leftOut"}, func(f scenarios.Facts) bool { return f.Known.Class == known.Works }},
	{"part of it came", []string{"status.part"}, func(f scenarios.Facts) bool { return f.Known.Class == known.Partly }},
	{"it has ended otherwise", []string{"status.closed.", "status.reversed"}, func(f scenarios.Facts) bool {
		return f.Known.Class == known.Closes
	}},
	{"it waits for the money", []string{"status.pending.heading"}, func(f scenarios.Facts) bool { return f.Known.Status() == known.Pending && f.Known.Class == known.Waits }},
	{"the first try ended", []string{"status.secondTry"}, func(f scenarios.Facts) bool { return f.Known.Second }},
	{"the customer has paid", []string{
		"status.saidPaid", "status.thanks", "status.pending.headingBank",
	}, checking},
	{"the amounts differ", []string{"status.differs.", "status.success.headingPart"}, func(f scenarios.Facts) bool { return differ(f) }},
	{"it was started, and not described yet", []string{"status.accepted."}, func(f scenarios.Facts) bool { return f.Known.Existence == known.Accepted }},
	{"another amount to pay was told before", []string{"instructions.instead"}, func(f scenarios.Facts) bool { return !f.Known.Instead.IsZero() }},
	{"it exists", []string{
		"status.started", "instructions.started", "leaving.", "reference.", "instructions.asOf", "status.over.",
	}, func(f scenarios.Facts) bool { return f.Known.Exists() }},
	{"how to pay is as the gateway says", []string{"instructions."}, func(f scenarios.Facts) bool { return f.Known.Existence == known.Described }},
	{"the order is paid in full by another amount", []string{"instructions.amountNote", "instructions.amountWhy"}, func(f scenarios.Facts) bool {
		return !f.Known.Payin.MoneyRequired.IsZero() && f.Known.Payin.MoneyRequired != f.Known.Payin.Money
	}},
	{"the page can be closed, and the shop is told", []string{"instructions.close", "instructions.closeShop"}, func(f scenarios.Facts) bool {
		return f.Known.Status() == known.Success || saidPaid(f) || worksOn(f)
	}},
	{"it can be closed once it is paid", []string{"instructions.closePaid", "instructions.closePaidShop"}, func(f scenarios.Facts) bool {
		return f.Known.Status() == known.Pending && !f.Known.Again
	}},
	{"who is paid", []string{
		"common.payTo", "common.supportMerchant", "instructions.close", "instructions.closePaid",
	}, func(f scenarios.Facts) bool { return f.Progress.Payee != "" }},
	{"this customer chose it", []string{"instructions.chosen"}, func(f scenarios.Facts) bool { return chosen(f) }},
	{"an app isn't charged before it approves", []string{"instructions.nothingCame"}, func(f scenarios.Facts) bool { return f.Known.Status() == known.Pending }},
	{"the gateway has the number", []string{"reference.saved"}, func(f scenarios.Facts) bool {
		return f.Known.Payin.ExternalReference != "" || f.Progress.ReferenceState == scenarios.ReferenceSent
	}},
	{"the number wasn't sent", []string{"reference.kept", "reference.compare", "reference.inLine", "reference.unsent"}, func(f scenarios.Facts) bool {
		return f.Known.Payin.ExternalReference == "" && f.Progress.ReferenceState != scenarios.ReferenceSent
	}},
	{"the gateway didn't take the number", []string{"reference.refused", "reference.taken"}, func(f scenarios.Facts) bool {
		refused := f.Progress.ReferenceState == scenarios.ReferenceRefused || f.Progress.ReferenceState == scenarios.ReferenceTaken
		return refused && f.Known.Payin.ExternalReference == ""
	}},
	{"the amounts differ", []string{"problem.amount-mismatch."}, func(f scenarios.Facts) bool { return f.Known.Existence == known.Described }},
	{"it was started without a way to pay", []string{
		"problem.no-way-to-pay.", "problem.link-refused.",
	}, func(f scenarios.Facts) bool { return f.Known.Existence == known.Described }},
	{"the gateway refused it", []string{
		"problem.refused.", "problem.SECURITY_CHECK_FAILED.", "problem.CUSTOMER_VERIFICATION_INACTIVITY.",
		"problem.CUSTOMER_NOT_REGISTERED.",
	}, func(f scenarios.Facts) bool { return f.Progress.Refused != "" || f.Known.Status() == known.Failed }},
	{"an answer came that says nothing", []string{"problem.answer-unclear."}, func(f scenarios.Facts) bool {
		return f.Progress.Refused == scenarios.ProblemUnclear
	}},
	{"nothing was charged by this page", []string{"money.page"}, func(f scenarios.Facts) bool { return !begunHere(f) }},
	{"the gateway was too busy", []string{"details.busy"}, func(f scenarios.Facts) bool { return f.Progress.Notice == scenarios.Busy }},
	{"no answer came", []string{"details.notCreated"}, func(f scenarios.Facts) bool { return f.Progress.Notice == scenarios.NotSent }},
	{"nothing was sent", []string{"common.changed"}, func(f scenarios.Facts) bool { return f.Progress.Notice == scenarios.Changed }},
	{"a Pay is under way", []string{"waiting.creating.", "waiting.since"}, creating},
	{"nothing is known just now", []string{"status.unknown.", "instructions.waitingUnknown"}, func(f scenarios.Facts) bool {
		return f.Trouble != scenarios.NoTrouble || f.Known.Less || f.Known.Existence != known.Described
	}},
	{"the token isn't accepted", []string{"problem.token-rejected.", "status.tokenExpired"}, func(f scenarios.Facts) bool {
		return f.Trouble == scenarios.TokenRejected || f.Progress.Refused == scenarios.ProblemTokenRejected || f.ReadOnly
	}},
	{"the token's own time has passed", []string{
		"problem.token-expired.",
	}, func(f scenarios.Facts) bool { return !f.Expires.IsZero() && !f.Now.Before(f.Expires) }},
	{"the gateway has a problem", []string{
		"problem.gateway-busy.", "problem.gateway-unavailable.",
	}, func(f scenarios.Facts) bool {
		return f.Known.Existence != known.Described
	}},
	{"nothing fits the order", []string{
		"problem.no-options.", "problem.options-unsupported.", "problem.option-unavailable.", "problem.locked-invalid.",
	}, func(f scenarios.Facts) bool { return missing(f) || f.Known.Existence == known.Described }},

	// These say nothing of what has happened: they are conditions, rules or labels.
	{"nothing", []string{
		"money.unknown", "status.unpaid", "status.unpaidAt", "status.unpaidAsk", "status.unsure.heading", "status.receipt.link", "waiting.heading", "waiting.opening", "waiting.what", "waiting.moneyUnknown",
		"status.timeline", "status.asOf",
		"status.checked", "status.tried", "status.notPaid", "status.correct", "status.refresh", "status.receipt",
		"status.receipt.", "problem.parameter.",
	}, func(scenarios.Facts) bool { return true }},
	{"nothing of a payment: there is none to show", []string{
		"problem.entry-missing.", "problem.entry-invalid.", "problem.session-missing.", "problem.phone-code.", "problem.session-too-large.",
		"problem.not-found.", "problem.overloaded.", "problem.too-large.", "problem.bad-request.",
		"problem.internal.",
	}, func(f scenarios.Facts) bool { return f.Order.IDPayin == "" }},
}

// Claiming are the prefixes of messages that may claim something: each such
// message has a row in All.
var Claiming = []string{
	"money.", "status.", "problem.", "waiting.", "instructions.", "reference.", "leaving.",
	"details.notCreated", "details.busy", "common.changed", "common.payTo", "common.supportMerchant",
}

// Of are the claims of a message: those that name it whole, or else those
// whose prefix is the longest.
func Of(key string) []Claim {
	var said []Claim
	longest := 0
	for _, c := range All {
		for _, k := range c.Keys {
			fits := k == key || strings.HasSuffix(k, ".") && strings.HasPrefix(key, k)
			switch {
			case !fits || len(k) < longest:
				continue
			case len(k) > longest:
				said, longest = nil, len(k)
			}
			said = append(said, c)
		}
	}
	return said
}

// Says is what a message claims.
func Says(key string) (says []string) {
	for _, claim := range Of(key) {
		says = append(says, claim.Says)
	}
	return says
}

// The conditions are of their own: a claim that asked what decides would prove itself.

func missing(f scenarios.Facts) bool { return f.Known.Existence == known.NotCreated || f.Unsure }

func missingForSure(f scenarios.Facts) bool {
	return f.Known.Existence == known.NotCreated && len(f.Known.Sent) == 0
}

func overdue(f scenarios.Facts) bool { return f.Known.Overdue(f.Now.Add(-f.Behind)) }

func creating(f scenarios.Facts) bool { return f.Progress.InLine != nil && !f.Known.Exists() }

func begunHere(f scenarios.Facts) bool {
	return f.Known.Exists() || len(f.Known.Sent) > 0 || f.Progress.InLine != nil || f.Progress.Notice == scenarios.NotSent
}

// saidPaid: a return from the bank alone isn't that.
func saidPaid(f scenarios.Facts) bool {
	return !f.Progress.SaidPaidAt.IsZero() || f.Progress.Reference != "" || f.Known.Payin.ExternalReference != ""
}

// checking: the customer has paid, as far as we were told.
func checking(f scenarios.Facts) bool { return f.Progress.Returned || saidPaid(f) }

// worksOn: the gateway's word says that the money came, or is looked at.
func worksOn(f scenarios.Facts) bool {
	return f.Known.Class == known.Works || f.Known.Class == known.Partly
}

// unheard: all the gateway's words meant that it waits for the money, or has waited in vain,
// and the customer neither came back from a bank nor said to have paid.
func unheard(f scenarios.Facts) bool { return !f.Known.Doubt && !checking(f) }

// differ: what is paid, or to be paid, isn't what the link or the gateway says of the order.
func differ(f scenarios.Facts) bool {
	for _, order := range []money.Money{f.Order.Money, f.Known.Ordered} {
		covers := f.Known.Status() == known.Success && f.Known.Covers(order)
		if !order.IsZero() && order != f.Known.Payin.Money && !covers {
			return true
		}
	}
	return !f.Order.Money.IsZero() && !f.Known.Ordered.IsZero() && f.Order.Money != f.Known.Ordered && f.Known.Status() != known.Success
}

func chosen(f scenarios.Facts) bool {
	_, sent := f.Known.SentWith(f.Known.Payin.MethodCode)
	return sent && !f.ReadOnly && f.Order.MethodCode == "" && f.Progress.Notice != scenarios.AlreadyStarted
}
