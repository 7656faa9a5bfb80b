package gallery

import (
	"github.com/a-h/templ"

	"payapp/i18n"
	"payapp/views/components"
	"payapp/views/layout"
	"payapp/views/pages"
)

func detailEntries() []Entry {
	return []Entry{
		{"details-promptpay", "One field", func(l *i18n.Locale) templ.Component { return pages.Details(promptPayDetails(l)) }},
		{"details-fault", "A field at fault", func(l *i18n.Locale) templ.Component {
			p := promptPayDetails(l)
			f := &p.Fields[0]
			f.Value, f.Error = "123456789", l.Format("error.promptpay", map[string]any{"Have": 9})
			p.Faulty = true
			p.Summary = &components.Summary{Title: l.DetailsErrorTitle(), Items: []components.SummaryItem{{Field: f.Name, Message: f.Label}}}
			return pages.Details(p)
		}},
		{"details-warning", "A soft rule's doubt: Pay anyway", func(l *i18n.Locale) templ.Component {
			p := promptPayDetails(l)
			p.Header.Amount = amount(l, "99.9", "ZAR")
			p.Heading = l.DetailsHeading()
			p.Frame.Method, p.Next = "BANKB_PAY", l.ReviewNextApprove()
			p.Chosen = chosen(l, "phone", "BANKB_PAY", "", false)
			p.Back = nil
			f := field(l, "accountNumber", "accountNumber.za", "text", false)
			f.Value, f.Warning = "123", l.Format("error.account-za", map[string]any{"Min": 7, "Max": 13, "Have": 3})
			p.Fields = []components.Field{f}
			p.Pay.Label = l.DetailsSubmitAnyway()
			p.More = l.DetailsWarningTitle()
			p.Summary = &components.Summary{Title: l.DetailsWarningTitle(), Items: []components.SummaryItem{{Field: f.Name, Message: f.Label}}}
			return pages.Details(p)
		}},
		{"details-many", "Many fields, two groups, two faults, some given by the shop", func(l *i18n.Locale) templ.Component { return pages.Details(storeDetails(l)) }},
		{"details-choice", "A choice among the fields", func(l *i18n.Locale) templ.Component { return pages.Details(fpxDetails(l)) }},
		{"details-optional", "Nothing that has to be filled in", func(l *i18n.Locale) templ.Component {
			p := promptPayDetails(l)
			p.Heading = l.DetailsHeading()
			p.Frame.Method, p.Chosen = "OFFLINE", chosen(l, "transfer", "OFFLINE", "", true)
			p.Pay.Label, p.Next = l.DetailsSubmitTransfer(), l.ReviewNextTransfer()
			phone := field(l, "phoneNumber", "phoneNumber", "tel", false)
			phone.Hint = l.Format("field.like", map[string]any{"Example": "081\u00a0234\u00a05678"})
			p.Fields = []components.Field{field(l, "accountName", "accountName", "text", false), phone}
			return pages.Details(p)
		}},
		{"details-again", "After a payment that couldn't be started", func(l *i18n.Locale) templ.Component {
			p := promptPayDetails(l)
			p.Notice = l.DetailsNotCreated()
			p.Fields[0].Value = "0801234567"
			return pages.Details(p)
		}},
		{"review", "Nothing to fill in", func(l *i18n.Locale) templ.Component {
			p := review(l, amount(l, "1234.5", "THB"))
			p.Chosen, p.Method, p.Next = chosen(l, "qr", "PROMPTPAY", "", true), "PROMPTPAY", l.ReviewNextQR()
			p.Fixed = []components.Row{{Hook: "accountNumber", Label: l.Text("field.accountNumber.promptpay.label"), Text: "080\u00a0123\u00a04567", Bare: "0801234567"}}
			return pages.Review(p)
		}},
		{"review-settled", "Nothing to fill in: the bank has settled the choice", func(l *i18n.Locale) templ.Component {
			p := review(l, amount(l, "250", "MYR"))
			p.Chosen, p.Method, p.Next = chosen(l, "bank", "FPX", "Maybank2u", true), "FPX", l.ReviewNextRedirect("Maybank2u")
			p.Implied = []components.Row{{Hook: "accountType", Label: l.Text("field.accountType.label"), Text: l.Text("choice.accountType.personal"), Bare: "personal"}}
			return pages.Review(p)
		}},
	}
}

func review(l *i18n.Locale, a layout.Amount) pages.ReviewPage {
	return pages.ReviewPage{
		Frame: frame(l, "review", l.ReviewHeading(), 2, a),
		Pay:   button("pay", "pay", l.DetailsSubmitQR()), Back: ptr(button("change-method", "back", l.CommonBack())), Return: cancelTo(l),
	}
}

// field is one field with its label.
func field(l *i18n.Locale, name, label, kind string, required bool) components.Field {
	return components.Field{
		Name: name, Label: l.Text("field." + label + ".label"), Hint: l.Text("field." + label + ".hint"),
		Type: kind, Optional: !required, AutoComplete: "off", MaxLength: 100,
	}
}

func promptPayDetails(l *i18n.Locale) pages.DetailsPage {
	a := amount(l, "1234.5", "THB")
	f := field(l, "accountNumber", "accountNumber.promptpay", "text", true)
	f.InputMode, f.Hint = "numeric", l.Text("why.recognise")+"\n"+f.Hint
	p := pages.DetailsPage{
		Frame:  frame(l, "details", l.Text("field.accountNumber.hint"), 2, a),
		Chosen: chosen(l, "qr", "PROMPTPAY", "", true), Fields: []components.Field{f},
		Pay: button("pay", "pay", l.DetailsSubmitQR()), Next: l.ReviewNextQR(),
		Back: ptr(button("change-method", "back", l.CommonBack())), Return: cancelTo(l),
	}
	p.Form = layout.Form{ID: "details", Action: address + "/language", Label: p.Pay.Label}
	p.Method = "PROMPTPAY"
	return p
}

func storeDetails(l *i18n.Locale) pages.DetailsPage {
	p := promptPayDetails(l)
	a := amount(l, "1200", "TWD")
	p.Header.Amount, p.Method, p.Operator, p.Heading = a, "CODE_PAYMENT", "ibon", l.DetailsHeading()
	p.Chosen = chosen(l, "store", "CODE_PAYMENT", "ibon", true)
	p.Pay.Label, p.Next = l.DetailsSubmitStoreCode(), l.ReviewNextStoreCode()
	p.Fixed = []components.Row{{Hook: "accountName", Label: l.Text("field.accountName.label"), Text: "林美玲"}}
	phone, mail := field(l, "phoneNumber", "phoneNumber.mobile", "tel", true), field(l, "emailAddress", "emailAddress", "email", true)
	phone.AutoComplete, mail.AutoComplete = "tel", "email"
	phone.Value, phone.Error = "0212345678", l.Format("error.mobile-tw-start", map[string]any{"Start": "02"})
	mail.Value, mail.Error = "mei@example", l.Text("error.email")
	p.Fields = []components.Field{phone, mail}
	for _, part := range []string{"country", "zipCode", "city", "street"} {
		f := field(l, "paymentLocation."+part, "paymentLocation."+part, "text", true)
		f.Group, f.GroupHint = l.Text("group.paymentLocation"), l.Text("group.paymentLocation.hint")
		switch part {
		case "zipCode":
			f.AutoComplete = "postal-code"
		case "city":
			f.AutoComplete = "address-level2"
		case "country":
			f.Value = l.Country("TW")
			f.List = []string{l.Country("TW"), l.Country("IN"), l.Country("JP")}
		}
		p.Fields = append(p.Fields, f)
	}
	title := field(l, "customerName.titleBefore", "customerName.titleBefore", "text", false)
	last := field(l, "customerName.lastName", "customerName.lastName", "text", false)
	title.Group, last.Group = l.Text("group.customerName"), l.Text("group.customerName")
	p.Fields = append(p.Fields, title, last)
	p.Faulty = true
	p.Summary = &components.Summary{Title: l.DetailsErrorTitle(), Items: []components.SummaryItem{
		{Field: "phoneNumber", Message: phone.Label}, {Field: "emailAddress", Message: mail.Label},
	}}
	return p
}

func fpxDetails(l *i18n.Locale) pages.DetailsPage {
	p := promptPayDetails(l)
	p.Header.Amount = amount(l, "250", "MYR")
	p.Frame.Method, p.Heading = "FPX", l.DetailsHeading()
	p.Chosen = chosen(l, "bank", "FPX", "Bank Rakyat", true)
	f := field(l, "accountType", "accountType", "radio", true)
	f.Choices = []components.Choice{{Value: "personal", Label: l.Text("choice.accountType.personal"), Checked: true}, {Value: "corporate", Label: l.Text("choice.accountType.corporate")}}
	p.Fields = []components.Field{f}
	p.Pay.Label, p.Next = l.OptionsContinueTo("Bank Rakyat"), l.ReviewNextRedirect("Bank Rakyat")
	return p
}
