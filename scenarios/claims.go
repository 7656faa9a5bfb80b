package scenarios

import (
	"strings"

	"payapp/internal/known"
)

// Claim is something that pages say of money or of the payment, with what must be
// known for it. What the gateway didn't say is unknown: never failed, never paid,
// never "nothing was charged".
type Claim struct {
	Says string
	// Keys are the messages that say it; one that ends with a dot stands for all
	// that begin so.
	Keys  []string
	Needs func(Facts) bool
}

// Claims is every claim. Tests hold every page of every step to it, and every
// message of the prefixes in Claiming to a row.
var Claims = []Claim{
	{"nothing was charged", []string{"money.none", "waiting.money"}, Facts.missingForSure},
	{"there is no payment yet", []string{"problem.not-started."}, Facts.missingForSure},
	{"no payment was heard of", []string{
		"status.expired.money",
	}, func(f Facts) bool { return (f.is(known.Expired) || f.overdue()) && f.unheard() }},
	{"the time to pay is over", []string{"status.overdue."}, Facts.overdue},
	{"it has expired", []string{"status.expired."}, func(f Facts) bool { return f.is(known.Expired) || f.overdue() }},
	{"it failed, and isn't paid", []string{
		"money.notPaid", "money.accountLeft", "money.accountLeftAt", "status.usedUp",
		"status.refused.", "status.failed.", "status.canceled.", "status.ended",
		"status.SECURITY_CHECK_FAILED.", "status.CUSTOMER_VERIFICATION_INACTIVITY.", "status.CUSTOMER_NOT_REGISTERED.",
	}, func(f Facts) bool { return f.is(known.Failed) || f.Progress.Refused != "" }},
	{"it is paid", []string{
		"status.success.", "status.success.headingPart", "status.receipt.paidTo", "status.receipt.paid", "status.receipt.time",
	}, func(f Facts) bool { return f.is(known.Success) }},
	{"it goes on", []string{"status.pending.", "status.again"}, func(f Facts) bool { return f.is(known.Pending) }},
	{"it is being checked", []string{"status.pending.headingChecking", "status.checkedAgain."}, func(f Facts) bool {
		return f.checking() || f.worksOn() || f.Known.Again
	}},
	{"it is worked on", []string{"status.leftOut"}, func(f Facts) bool { return f.Known.Class == known.Works }},
	{"part of it came", []string{"status.part"}, func(f Facts) bool { return f.Known.Class == known.Partly }},
	{"it has ended otherwise", []string{"status.closed.", "status.reversed"}, func(f Facts) bool {
		return f.Known.Class == known.Closes
	}},
	{"it waits for the money", []string{"status.pending.heading"}, func(f Facts) bool { return f.is(known.Pending) && f.Known.Class == known.Waits }},
	{"the first try ended", []string{"status.secondTry"}, func(f Facts) bool { return f.Known.Second }},
	{"the customer has paid", []string{
		"status.saidPaid", "status.thanks", "status.pending.headingBank",
	}, Facts.checking},
	{"the amounts differ", []string{"status.differs.", "status.success.headingPart"}, func(f Facts) bool { return f.differs() != nil }},
	{"it was started, and not described yet", []string{"status.accepted."}, func(f Facts) bool { return f.Known.Existence == known.Accepted }},
	{"another amount to pay was told before", []string{"instructions.instead"}, func(f Facts) bool { return !f.Known.Instead.IsZero() }},
	{"it exists", []string{
		"status.started", "instructions.started", "leaving.", "reference.", "instructions.asOf", "status.over.",
	}, func(f Facts) bool { return f.Known.Exists() }},
	{"how to pay is as the gateway says", []string{"instructions."}, func(f Facts) bool { return f.Known.Existence == known.Described }},
	{"the order is paid in full by another amount", []string{"instructions.amountNote", "instructions.amountWhy"}, func(f Facts) bool {
		return !f.Known.Payin.MoneyRequired.IsZero() && f.Known.Payin.MoneyRequired != f.Known.Payin.Money
	}},
	{"the page can be closed, and the shop is told", []string{"instructions.close", "instructions.closeShop"}, func(f Facts) bool {
		return f.is(known.Success) || f.saidPaid() || f.worksOn()
	}},
	{"it can be closed once it is paid", []string{"instructions.closePaid", "instructions.closePaidShop"}, func(f Facts) bool {
		return f.is(known.Pending) && !f.Known.Again
	}},
	{"who is paid", []string{
		"common.payTo", "common.supportMerchant", "instructions.close", "instructions.closePaid",
	}, func(f Facts) bool { return f.Progress.Payee != "" }},
	{"this customer chose it", []string{"instructions.chosen"}, func(f Facts) bool { return f.chosen().Method }},
	{"an app isn't charged before it approves", []string{"instructions.nothingCame"}, func(f Facts) bool { return f.is(known.Pending) }},
	{"the gateway has the number", []string{"reference.saved"}, func(f Facts) bool {
		return f.Known.Payin.ExternalReference != "" || f.Progress.ReferenceState == ReferenceSent
	}},
	{"the number wasn't sent", []string{"reference.kept", "reference.compare", "reference.inLine", "reference.unsent"}, func(f Facts) bool {
		return f.Known.Payin.ExternalReference == "" && f.Progress.ReferenceState != ReferenceSent
	}},
	{"the gateway didn't take the number", []string{"reference.refused", "reference.taken"}, func(f Facts) bool {
		refused := f.Progress.ReferenceState == ReferenceRefused || f.Progress.ReferenceState == ReferenceTaken
		return refused && f.Known.Payin.ExternalReference == ""
	}},
	{"the amounts differ", []string{"problem.amount-mismatch."}, func(f Facts) bool { return f.Known.Existence == known.Described }},
	{"it was started without a way to pay", []string{
		"problem.no-way-to-pay.", "problem.link-refused.",
	}, func(f Facts) bool { return f.Known.Existence == known.Described }},
	{"the gateway refused it", []string{
		"problem.refused.", "problem.SECURITY_CHECK_FAILED.", "problem.CUSTOMER_VERIFICATION_INACTIVITY.",
		"problem.CUSTOMER_NOT_REGISTERED.",
	}, func(f Facts) bool { return f.Progress.Refused != "" || f.is(known.Failed) }},
	{"an answer came that says nothing", []string{"problem.answer-unclear."}, func(f Facts) bool {
		return f.Progress.Refused == ProblemUnclear
	}},
	{"nothing was charged by this page", []string{"money.page"}, func(f Facts) bool { return !f.begunHere() }},
	{"the gateway was too busy", []string{"details.busy"}, func(f Facts) bool { return f.Progress.Notice == Busy }},
	{"no answer came", []string{"details.notCreated"}, func(f Facts) bool { return f.Progress.Notice == NotSent }},
	{"nothing was sent", []string{"common.changed"}, func(f Facts) bool { return f.Progress.Notice == Changed }},
	{"a Pay is under way", []string{"waiting.creating.", "waiting.since"}, Facts.creating},
	{"nothing is known just now", []string{"status.unknown.", "instructions.waitingUnknown"}, func(f Facts) bool {
		return f.Trouble != NoTrouble || f.Known.Less || f.Known.Existence != known.Described
	}},
	{"the token isn't accepted", []string{"problem.token-rejected.", "status.tokenExpired"}, func(f Facts) bool {
		return f.Trouble == TokenRejected || f.Progress.Refused == ProblemTokenRejected || f.ReadOnly
	}},
	{"the token's own time has passed", []string{
		"problem.token-expired.",
	}, func(f Facts) bool { return !f.Expires.IsZero() && !f.Now.Before(f.Expires) }},
	{"the gateway has a problem", []string{
		"problem.gateway-busy.", "problem.gateway-unavailable.",
	}, func(f Facts) bool {
		return f.Known.Existence != known.Described
	}},
	{"nothing fits the order", []string{
		"problem.no-options.", "problem.options-unsupported.", "problem.option-unavailable.", "problem.locked-invalid.",
	}, func(f Facts) bool { return f.missing() || f.Known.Existence == known.Described }},

	// These say nothing of what has happened: they are conditions, rules or labels.
	{"nothing", []string{
		"money.unknown", "status.unpaid", "status.unpaidAt", "status.unpaidAsk", "status.unsure.heading", "status.receipt.link", "waiting.heading", "waiting.opening", "waiting.what", "waiting.moneyUnknown",
		"status.timeline", "status.asOf",
		"status.checked", "status.tried", "status.notPaid", "status.correct", "status.refresh", "status.receipt",
		"status.receipt.", "problem.parameter.",
	}, func(Facts) bool { return true }},
	{"nothing of a payment: there is none to show", []string{
		"problem.entry-missing.", "problem.entry-invalid.", "problem.session-missing.", "problem.session-too-large.",
		"problem.not-found.", "problem.overloaded.", "problem.too-large.", "problem.bad-request.",
		"problem.internal.",
	}, func(f Facts) bool { return f.Order.IDPayin == "" }},
}

// Claiming are the prefixes of messages that may claim something: each such
// message has a row in Claims.
var Claiming = []string{
	"money.", "status.", "problem.", "waiting.", "instructions.", "reference.", "leaving.",
	"details.notCreated", "details.busy", "common.changed", "common.payTo", "common.supportMerchant",
}

// ClaimsOf are the claims of a message: those that name it whole, or else those
// whose prefix is the longest.
func ClaimsOf(key string) []Claim {
	var claims []Claim
	longest := 0
	for _, c := range Claims {
		for _, k := range c.Keys {
			fits := k == key || strings.HasSuffix(k, ".") && strings.HasPrefix(key, k)
			switch {
			case !fits || len(k) < longest:
				continue
			case len(k) > longest:
				claims, longest = nil, len(k)
			}
			claims = append(claims, c)
		}
	}
	return claims
}

// saidPaid reports whether the customer told us to have paid: a return from the
// bank alone isn't that.
func (f Facts) saidPaid() bool {
	return !f.Progress.SaidPaidAt.IsZero() || f.Progress.Reference != "" || f.Known.Payin.ExternalReference != ""
}

func (f Facts) is(s known.Status) bool { return f.Known.Status() == s }

// worksOn reports whether the gateway's word says that the money came, or is looked at.
func (f Facts) worksOn() bool { return f.Known.Class == known.Works || f.Known.Class == known.Partly }

// unheard reports whether nobody has heard of a payment: all the gateway's words meant that
// it waits for the money, or has waited in vain, and the customer neither came back from a
// bank nor said to have paid.
func (f Facts) unheard() bool { return !f.Known.Worked && !f.Known.Wavers && !f.checking() }
