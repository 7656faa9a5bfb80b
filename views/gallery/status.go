package gallery

import (
	"time"

	"payapp/apiclient"
	"payapp/internal/known"
	"payapp/internal/presenter"
	"payapp/internal/site"
	"payapp/scenarios"
)

const numberGiven = "432112345678"

func referenceEntries() []Entry {
	number := func(method, typed string, state scenarios.ReferenceState) moment {
		return moment{money: "1234.50 INR", payin: &apiclient.Payin{MethodCode: method, Account: transfer.Account, DeepLink: upiCode}, facts: func(f *scenarios.Facts) {
			saidPaid(f)
			f.Progress.Reference, f.Progress.ReferenceState = typed, state
		}}
	}
	return []Entry{
		show("reference", "The number to enter", number("P2A_V2", "", scenarios.ReferenceNone)),
		show("reference-fault", "A number too short", number("P2A_V2", "43211234567", scenarios.ReferenceFaulty)),
		show("reference-doubt", "A number too short, which may be sent", number("UPIQR", "43211234567", scenarios.ReferenceFaulty)),
		show("reference-unsent", "The number couldn't be sent", number("P2A_V2", numberGiven, scenarios.ReferenceUnsent)),
	}
}

// saidPaid: the customer has paid by instructions, and said so.
func saidPaid(f *scenarios.Facts) { f.Progress.SaidPaidAt = at(24) }

func statusEntries() []Entry {
	pending := func(facts func(*scenarios.Facts)) moment {
		return moment{money: "1234.50 THB", payin: &atBank, facts: facts}
	}
	given := func(state scenarios.ReferenceState) moment {
		return moment{money: "1234.50 INR", payin: &apiclient.Payin{MethodCode: "P2A_V2", Account: transfer.Account}, facts: func(f *scenarios.Facts) {
			saidPaid(f)
			f.Progress.Reference, f.Progress.ReferenceState, f.Progress.ReferenceAt = numberGiven, state, now
		}}
	}
	overdue := func(change func(*scenarios.Facts)) moment {
		return pending(func(f *scenarios.Facts) {
			f.Known.Payin.ExpireAt = at(22)
			if change != nil {
				change(f)
			}
		})
	}
	entries := []Entry{
		show("status-pending", "Not paid yet at the bank", pending(nil)),
		show("status-checking", "The customer has paid and given the number", given(scenarios.ReferenceSent)),
		show("status-in-line", "The number is in line to be passed on", given(scenarios.ReferenceInLine)),
		show("status-returned", "Back from the bank", pending(func(f *scenarios.Facts) { f.Progress.Returned = true })),
		show("status-said-paid", "The customer has paid by instructions, and a bank takes its time",
			moment{money: "1234.50 THB", payin: &transfer, facts: saidPaid}),
		show("status-kept", "The number stays here for the shop", given(scenarios.ReferenceKept)),
		show("status-elsewhere", "Started elsewhere with another method", pending(func(f *scenarios.Facts) {
			f.Progress.Notice, f.Known.Sent = scenarios.AlreadyStarted, nil
		})),
		show("status-overdue", "The time to pay is over, and the gateway hasn't said how it ended", overdue(nil)),
		show("status-overdue-checking", "The same, for somebody who has said to have paid", overdue(saidPaid)),
		show("status-receipt", "Paid, with everything that a receipt can hold", receipt()),
		show("status-success", "Paid", ended("SUCCESS", "", nil)),
		show("status-success-own", "Paid, under the merchant's own heading", ended("SUCCESS", "", func(in *presenter.Input) {
			in.Brand.Success = site.Words{"": "Thank you for your order, your books leave our warehouse tomorrow in the morning"}
		})),
		show("status-unknown", "The gateway can't be read", moment{money: "1234.50 THB", facts: func(f *scenarios.Facts) {
			f.Known, f.Trouble = known.Taken(now.Add(-2*time.Minute)), scenarios.GatewayDown
		}}),
		show("status-token-expired", "The link's time is over", pending(func(f *scenarios.Facts) {
			saidPaid(f)
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
		entries = append(entries, show(s.name, s.title, ended(s.word, s.reason, nil)))
	}
	return entries
}

// ended is a payment at its end, by the gateway's word.
func ended(word, reason string, input func(*presenter.Input)) moment {
	p := atBank
	p.RedirectURL, p.Status, p.FailureReason = "", word, reason
	return moment{money: "1234.50 THB", payin: &p, input: input}
}

// receipt has everything that a receipt can.
func receipt() moment {
	m := ended("SUCCESS", "", nil)
	p := required(*m.payin)
	p.AccountCustomerUsed, p.EmailAddress = transfer.AccountCustomer, "somying@example.com"
	m.payin = p
	return m
}
