package gallery

import (
	"time"

	"payapp/apiclient"
	"payapp/internal/known"
	"payapp/internal/presenter"
	"payapp/internal/site"
	"payapp/money"
	"payapp/scenarios"
)

const numberGiven = "432112345678"

func referenceEntries() []Entry {
	number := func(method, typed string, state scenarios.ReferenceState) moment {
		return paying("1234.50 INR", apiclient.Payin{MethodCode: method, Account: transfer.Account, DeepLink: upiCode}, saidPaid, func(f *scenarios.Facts) {
			f.Progress.Reference, f.Progress.ReferenceState = typed, state
		})
	}
	return []Entry{
		show("reference", "The number to enter", number("P2A_V2", "", scenarios.ReferenceNone)),
		show("reference-fault", "A number too short", number("P2A_V2", "43211234567", scenarios.ReferenceFaulty)),
		show("reference-doubt", "A number too short, which may be sent", number("UPIQR", "43211234567", scenarios.ReferenceFaulty)),
		show("reference-unsent", "The number couldn't be sent", number("P2A_V2", numberGiven, scenarios.ReferenceUnsent)),
		show("reference-refused", "The number wasn't accepted", number("P2A_V2", numberGiven, scenarios.ReferenceRefused)),
		show("reference-taken", "The number was given before", number("P2A_V2", numberGiven, scenarios.ReferenceTaken)),
	}
}

// saidPaid: the customer has paid by instructions, and said so.
func saidPaid(f *scenarios.Facts) { f.Progress.SaidPaidAt = at(24) }

func statusEntries() []Entry {
	pending := func(facts ...fact) moment { return paying("1234.50 THB", atBank, facts...) }
	overdue := func(f *scenarios.Facts) { f.Known.Payin.ExpireAt = at(22) }
	given := func(state scenarios.ReferenceState) moment {
		return paying("1234.50 INR", apiclient.Payin{MethodCode: "P2A_V2", Account: transfer.Account}, saidPaid, func(f *scenarios.Facts) {
			f.Progress.Reference, f.Progress.ReferenceState, f.Progress.ReferenceAt = numberGiven, state, now
		})
	}
	own := ended("SUCCESS", "")
	own.input = func(in *presenter.Input) {
		in.Brand.Success = site.Words{"": "Thank you for your order, your books leave our warehouse tomorrow in the morning"}
	}
	usedUp := ended("REFUSED", "")
	usedUp.facts = append(usedUp.facts, func(f *scenarios.Facts) { f.Progress.Notice = scenarios.UsedUp })
	reversed := ended("SUCCESS", "")
	reversed.facts = append(reversed.facts, func(f *scenarios.Facts) { f.Known.Class = known.Closes })
	word := func(word string, class known.Class) moment {
		return paying("1234.50 THB", promptPay, func(f *scenarios.Facts) { f.Known.Payin.Status, f.Known.Class = word, class })
	}
	half := ended("SUCCESS", "")
	half.facts = append(half.facts, func(f *scenarios.Facts) {
		f.Known.Ordered, f.Known.Payin.Money = f.Order.Money, money.MustParse("617.25", "THB")
	})
	entries := []Entry{
		show("status-pending", "Not paid yet at the bank", pending()),
		show("status-checking", "The customer has paid and given the number", given(scenarios.ReferenceSent)),
		show("status-in-line", "The number is in line to be passed on", given(scenarios.ReferenceInLine)),
		show("status-returned", "Back from the bank", pending(func(f *scenarios.Facts) { f.Progress.Returned = true })),
		show("status-said-paid", "The customer has paid by instructions, and a bank takes its time",
			paying("1234.50 THB", transfer, saidPaid)),
		show("status-kept", "The number stays here for the shop", given(scenarios.ReferenceKept)),
		show("status-elsewhere", "Started elsewhere with another method", pending(func(f *scenarios.Facts) {
			f.Progress.Notice, f.Known.Sent = scenarios.AlreadyStarted, nil
		})),
		show("status-overdue", "The time to pay is over, and the gateway hasn't said how it ended", pending(overdue)),
		show("status-overdue-checking", "The same, for somebody who has said to have paid", pending(overdue, saidPaid)),
		show("status-receipt", "Paid, with everything that a receipt can hold", receipt()),
		show("status-success", "Paid", ended("SUCCESS", "")),
		show("status-success-own", "Paid, with the merchant's own sentence", own),
		show("status-used-up", "Refused, and the gateway takes no other payment for the order", usedUp),
		show("status-half", "Paid, and only half of it came", half),
		show("status-working", "The gateway works on it", paying("1234.50 THB", promptPay, func(f *scenarios.Facts) {
			f.Known.Payin.Status, f.Known.Class = "VALIDATING", known.Works
		})),
		show("status-part", "Part of the money came", word("PARTIALLY_PAID", known.Partly)),
		show("status-closed", "Given back, or ended otherwise", word("VOID", known.Closes)),
		show("status-reversed", "Paid, and given back since", reversed),
		show("status-unsure", "A word that nobody knows, in another browser", paying("1234.50 THB", promptPay, func(f *scenarios.Facts) {
			f.Known.Payin.Status, f.Known.Class, f.Progress.PaidAt = "OPEN", known.Unsure, time.Time{}
		})),
		show("status-second", "Refused, and another code since", paying("1234.50 THB", promptPay, func(f *scenarios.Facts) { f.Known.Second, f.Known.Doubt = true, true })),
		show("status-checked-again", "It had ended, and goes on", paying("1234.50 THB", apiclient.Payin{MethodCode: "ONLINE"}, func(f *scenarios.Facts) {
			f.Known.Payin.Status, f.Known.Again, f.Known.Doubt = "VALIDATING", true, true
		})),
		show("status-accepted", "Taken, and not described yet", pending(func(f *scenarios.Facts) {
			f.Known = known.Taken(now.Add(-time.Minute)).View()
		})),
		show("status-unknown", "The gateway can't be read", trouble(scenarios.GatewayDown, func(f *scenarios.Facts) {
			f.Known = known.Taken(now.Add(-2 * time.Minute)).View()
		})),
		show("status-token-expired", "The link's time is over", pending(saidPaid, func(f *scenarios.Facts) {
			f.Trouble, f.Known.At = scenarios.TokenRejected, now.Add(-2*time.Minute)
		})),
	}
	for _, s := range []struct{ name, title, word, reason string }{
		{"status-refused", "Refused", "REFUSED", ""},
		{"status-failed", "Failed", "FAILED", ""},
		{"status-canceled", "Cancelled", "CANCELED", ""},
		{"status-security", "Failed: security check", "FAILED", apiclient.CodeSecurityCheck},
		{"status-inactivity", "Failed: not confirmed in time", "FAILED", apiclient.CodeInactivity},
		{"status-unregistered", "Failed: account not registered", "FAILED", apiclient.CodeNotRegistered},
		{"status-expired", "Time is over", "EXPIRED", ""},
	} {
		entries = append(entries, show(s.name, s.title, ended(s.word, s.reason)))
	}
	return entries
}

// ended is a payment at its end, by the gateway's word.
func ended(word, reason string) moment {
	p := atBank
	p.RedirectURL, p.Status, p.FailureReason = "", word, reason
	return paying("1234.50 THB", p)
}

// receipt has everything that a receipt can.
func receipt() moment {
	m := ended("SUCCESS", "")
	p := required(*m.payin)
	p.AccountCustomerUsed, p.EmailAddress = transfer.AccountCustomer, "somying@example.com"
	m.payin = &p
	m.facts = append(m.facts, func(f *scenarios.Facts) {
		asked := p
		asked.Money, asked.Status = f.Order.Money, ""
		f.Known = known.Read(asked, at(20)).Merge(known.Read(f.Known.Payin, now)).View()
	})
	return m
}
