package gallery

import (
	"time"

	"github.com/a-h/templ"

	"payapp/i18n"
	"payapp/views/components"
	"payapp/views/layout"
	"payapp/views/pages"
)

func referenceEntries() []Entry {
	return []Entry{
		{"reference", "The number to enter", func(l *i18n.Locale) templ.Component { return pages.Reference(referencePage(l)) }},
		{"reference-fault", "A number too short", func(l *i18n.Locale) templ.Component {
			p := referencePage(l)
			p.Field.Value, p.Field.Error = "43211234567", l.Format("error.digits", map[string]any{"Want": 12, "Have": 11})
			p.Faulty = true
			return pages.Reference(p)
		}},
		{"reference-doubt", "A number too short, which may be sent", func(l *i18n.Locale) templ.Component {
			p := referencePage(l)
			p.Method, p.Submit.Label = "UPIQR", l.ReferenceSubmitAnyway()
			p.Field.Value, p.Field.Warning = "43211234567", l.Format("error.digits", map[string]any{"Want": 12, "Have": 11})
			p.More = l.ReferenceErrorTitle()
			return pages.Reference(p)
		}},
		{"reference-unsent", "The number couldn't be sent", func(l *i18n.Locale) templ.Component {
			p := referencePage(l)
			p.Field.Value, p.Notice = "432112345678", l.ReferenceUnsent()
			return pages.Reference(p)
		}},
	}
}

func referencePage(l *i18n.Locale) pages.ReferencePage {
	p := pages.ReferencePage{
		Frame: waiting(frame(l, "reference", l.ReferenceHeading(), 3, amount(l, "1234.5", "INR")), "pending", "P2A_V2"),
		Lead:  l.ReferenceLead(),
		Field: components.Field{
			Name: "reference", Label: l.ReferenceLabel(), Hint: l.ReferenceHint(),
			Type: "text", InputMode: "numeric", AutoComplete: "off", MaxLength: 24,
		},
		Where:  []string{l.ReferenceWhere1(), l.ReferenceWhere2()},
		Submit: button("reference", "submit-reference", l.ReferenceSubmit()),
		Back:   ptr(button("instructions", "back", l.ReferenceBack())),
		Return: returnTo(l),
	}
	p.Support = support(l)
	p.Form = layout.Form{ID: "number", Action: address + "/language", Label: p.Submit.Label}
	p.Refresh = nil
	return p
}

func statusEntries() []Entry {
	entries := []Entry{
		{"status-pending", "Not paid yet at the bank", func(l *i18n.Locale) templ.Component {
			p := PendingStatus(l)
			p.Deadline, p.Next = deadline(l, 20*minute, 25*minute), chosenLine(l, "ONLINE", "Kasikornbank")
			return pages.Status(p)
		}},
		{"status-checking", "The customer has paid and given the number", func(l *i18n.Locale) templ.Component {
			p := PendingStatus(l)
			p.Heading, p.Money = l.StatusPendingHeadingChecking(), l.ReferenceSaved("4321\u00a01234\u00a05678")
			p.Timeline = append(p.Timeline, l.StatusSaidPaid(evening(l, 24)))
			p.Bank, p.Checked = nil, l.StatusChecked(l.Clock(at(25), zone))
			return pages.Status(p)
		}},
		{"status-in-line", "The number is in line to be passed on", func(l *i18n.Locale) templ.Component {
			p := PendingStatus(l)
			p.Heading, p.Money, p.Next = l.StatusPendingHeadingChecking(), l.ReferenceInLine("4321\u00a01234\u00a05678"), ""
			p.Timeline = append(p.Timeline, l.StatusSaidPaid(evening(l, 24)))
			p.Bank = nil
			return pages.Status(p)
		}},
		{"status-returned", "Back from the bank", func(l *i18n.Locale) templ.Component {
			p := PendingStatus(l)
			p.Heading, p.Checking, p.Bank.Label = l.StatusPendingHeadingChecking(), true, l.StatusBankUnpaid("Kasikornbank")
			return pages.Status(p)
		}},
		{"status-said-paid", "The customer has paid by instructions, and a bank takes its time", func(l *i18n.Locale) templ.Component {
			p := PendingStatus(l)
			p.Heading, p.Next, p.Bank = l.StatusPendingHeadingChecking(), i18n.Join(l.StatusPendingNextSlow(), l.InstructionsClose(shop)), nil
			p.Timeline = append(p.Timeline, l.StatusSaidPaid(evening(l, 24)))
			p.Again = ptr(button("instructions", "back", l.StatusAgain()))
			return pages.Status(p)
		}},
		{"status-kept", "The number stays here for the shop", func(l *i18n.Locale) templ.Component {
			p := PendingStatus(l)
			p.Heading, p.Money, p.Bank = l.StatusPendingHeadingChecking(), l.ReferenceKept("4321\u00a01234\u00a05678"), nil
			p.Again, p.Correct = ptr(button("instructions", "back", l.StatusAgain())), ptr(button("correct", "back", l.StatusCorrect()))
			return pages.Status(p)
		}},
		{"status-elsewhere", "Started elsewhere with another method", func(l *i18n.Locale) templ.Component {
			p := PendingStatus(l)
			p.Notice, p.Deadline = l.InstructionsStarted(l.Text("method.ONLINE.name")), deadline(l, 20*minute, 25*minute)
			return pages.Status(p)
		}},
		{"status-overdue", "The time to pay is over, and the gateway hasn't said how it ended", func(l *i18n.Locale) templ.Component {
			p := PendingStatus(l)
			p.Frame.Step, p.Frame.Overdue, p.Bank, p.Deadline = 0, true, nil, nil
			p.Heading, p.Money, p.Next = l.StatusOverdueHeading(), l.StatusOverdueMoney(), i18n.Join(l.StatusUnpaid(), l.StatusOverdueNext())
			return pages.Status(p)
		}},
		{"status-overdue-checking", "The same, for somebody who has said to have paid", func(l *i18n.Locale) templ.Component {
			p := PendingStatus(l)
			p.Frame.Overdue, p.Bank, p.Deadline = true, nil, nil
			p.Heading, p.Money = l.StatusPendingHeadingChecking(), l.StatusOverdueHeading()
			p.Next = i18n.Join(l.StatusPendingNext(), l.InstructionsClose(shop))
			p.Timeline = append(p.Timeline, l.StatusSaidPaid(evening(l, 24)))
			return pages.Status(p)
		}},
		{"status-receipt", "Paid, with everything that a receipt can hold", func(l *i18n.Locale) templ.Component {
			p := finalStatus(l, "success", "success")
			order, vat := p.Header.Amount, amount(l, "80.76", "THB")
			p.Header.Amount = amount(l, "1234.53", "THB")
			p.Heading, p.Next = l.StatusSuccessHeadingAmount(p.Header.Amount.Text), i18n.Join(l.StatusSuccessNext(), l.InstructionsClose(shop))
			p.Receipt = append(p.Receipt,
				components.Row{Hook: "money", Label: l.StatusReceiptOrderAmount(), Text: order.Text, Bare: order.Bare},
				components.Row{Hook: "vat", Label: l.StatusReceiptVAT(), Text: vat.Text, Bare: vat.Bare},
				components.Row{Hook: "accountCustomerUsedForPayment", Label: l.StatusReceiptAccount(), Text: "สมหญิง ใจดี 0987 6543 21"},
				components.Row{Hook: "emailAddress", Label: l.InstructionsRowEmailAddress(), Text: "somying@example.com"})
			return pages.Status(p)
		}},
		{"status-success", "Paid", func(l *i18n.Locale) templ.Component {
			p := finalStatus(l, "success", "success")
			p.Heading, p.Next = l.StatusSuccessHeadingAmount(p.Header.Amount.Text), i18n.Join(l.StatusSuccessNext(), l.InstructionsClose(shop))
			return pages.Status(p)
		}},
		{"status-success-own", "Paid, under the merchant's own heading", func(l *i18n.Locale) templ.Component {
			p := finalStatus(l, "success", "success")
			p.Frame.Title = l.StatusSuccessHeadingAmount(p.Header.Amount.Text)
			p.Heading = "Thank you for your order, your books leave our warehouse tomorrow in the morning"
			p.Own, p.Money = true, l.StatusSuccessHeadingAmount(p.Header.Amount.Text)
			p.Next = i18n.Join(l.StatusSuccessNext(), l.InstructionsClose(shop))
			return pages.Status(p)
		}},
		{"status-unknown", "The gateway can't be read", func(l *i18n.Locale) templ.Component {
			p := PendingStatus(l)
			p.Status, p.Bank, p.Again = "unknown", nil, nil
			p.Heading, p.Money, p.Next = l.StatusUnknownHeading(), l.StatusUnknownMoney(), l.StatusUnknownNext()
			p.AsOf = l.StatusAsOf(evening(l, 25))
			return pages.Status(p)
		}},
		{"status-token-expired", "The link's time is over", func(l *i18n.Locale) templ.Component {
			p := finalStatus(l, "unknown", "unknown")
			p.Notice, p.Heading, p.Next = l.StatusTokenExpired(), l.StatusOverHeading(), l.StatusOverNext()
			p.AsOf = l.StatusOverKnown(evening(l, 25))
			return pages.Status(p)
		}},
	}
	for _, s := range []struct{ name, title, status, words string }{
		{"status-refused", "Refused", "failed", "refused"},
		{"status-failed", "Failed", "failed", "failed"},
		{"status-canceled", "Cancelled", "failed", "canceled"},
		{"status-security", "Failed: security check", "failed", "SECURITY_CHECK_FAILED"},
		{"status-inactivity", "Failed: not confirmed in time", "failed", "CUSTOMER_VERIFICATION_INACTIVITY"},
		{"status-unregistered", "Failed: account not registered", "failed", "CUSTOMER_NOT_REGISTERED"},
		{"status-expired", "Time is over", "expired", "expired"},
	} {
		entries = append(entries, Entry{s.name, s.title, func(l *i18n.Locale) templ.Component { return pages.Status(finalStatus(l, s.status, s.words)) }})
	}
	return entries
}

// PendingStatus is the page on which most customers wait; the benchmark renders
// it.
func PendingStatus(l *i18n.Locale) pages.StatusPage {
	p := finalStatus(l, "pending", "pending")
	p.Frame = waiting(p.Frame, "pending", "ONLINE")
	p.Next = i18n.Join(l.StatusPendingNext(), l.InstructionsClose(shop))
	p.Refresh = ptr(button("refresh", "refresh", l.StatusRefresh()))
	p.Bank = &components.Link{URL: "https://bank.example/pay?id=1", Hook: "proceed", Label: l.StatusBank("Kasikornbank")}
	return p
}

func finalStatus(l *i18n.Locale, status, words string) pages.StatusPage {
	p := pages.StatusPage{
		Frame:    frame(l, "status", l.Text("status."+words+".heading"), 4, amount(l, "1234.5", "THB")),
		Money:    l.Text("status." + words + ".money"),
		Next:     l.Text("status." + words + ".next"),
		Timeline: []string{l.StatusStarted(evening(l, 20))},
		Receipt: []components.Row{
			{Hook: "paymentMethodCode", Label: l.StatusReceiptMethod(), Text: l.Text("method.ONLINE.name")},
			{Hook: "paymentOperator", Label: l.StatusReceiptOperator(), Text: "Kasikornbank"},
			{Hook: "reference", Label: l.StatusReceiptReference(), Text: "PG-7F3K-221", Copy: "PG-7F3K-221"},
		},
		Return: returnTo(l),
	}
	p.Support = support(l)
	p.Status, p.Method, p.Operator = status, "ONLINE", "004"
	if status == "success" {
		p.Money, p.Timeline = "", nil
		p.When = &components.Row{Hook: "date", Text: dated(l, 26), Bare: at(26).UTC().Format(time.RFC3339)}
		p.More = shop
	} else {
		p.Step = map[string]int{"pending": 3}[status]
	}
	return p
}

func support(l *i18n.Locale) *layout.Support {
	return &layout.Support{
		Text:  l.CommonSupportMerchant(shop, order),
		Order: order,
		Links: []layout.SupportLink{{URL: "mailto:help@shop.example", Label: l.CommonSupportEmail("help@shop.example")}},
	}
}
