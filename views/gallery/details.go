package gallery

import (
	"payapp/apiclient"
	"payapp/scenarios"
)

func detailEntries() []Entry {
	promptPay := func(facts ...fact) moment {
		return details("1234.50 THB", "PROMPTPAY", apiclient.Operator{}, facts...)
	}
	return []Entry{
		show("details-promptpay", "One field", promptPay()),
		show("details-fault", "A field at fault", promptPay(typing("accountNumber", ""))),
		show("details-warning", "A soft rule's doubt: Pay anyway", details("99.90 ZAR", "BANKB_PAY", apiclient.Operator{}, func(f *scenarios.Facts) {
			f.Order.MethodCode = "BANKB_PAY"
			typing("accountNumber", "123")(f)
			f.Progress.Warned = true
		})),
		show("details-many", "Many fields, a group of them, two faults, one given by the shop",
			details("1200 TWD", "CODE_PAYMENT", apiclient.Operator{Code: "ibon", Name: "ibon"}, func(f *scenarios.Facts) {
				f.Order.Data = map[string]string{"accountName": "林美玲"}
				typing("phoneNumber", "")(f)
				typing("emailAddress", "mei@example")(f)
				typing("paymentLocation.city", "台北市")(f)
				typing("paymentLocation.street", "忠孝東路一段1號")(f)
				typing("paymentLocation.zipCode", "100")(f)
			})),
		show("details-choice", "A choice among the fields", details("250.00 MYR", "FPX", fpxBanks[5])),
		show("details-optional", "Nothing that has to be filled in", details("1234.50 THB", "OFFLINE", thaiBanks[1])),
		show("details-folded", "Optional fields, folded", details("99.90 ZAR", "BANKA_PAY", apiclient.Operator{})),
		show("details-again", "After a payment that couldn't be started", promptPay(func(f *scenarios.Facts) {
			typing("accountNumber", "0801234567")(f)
			f.Progress.ShowFaults, f.Progress.Notice = false, scenarios.NotSent
		})),
		show("review", "Nothing to fill in", promptPay(func(f *scenarios.Facts) { f.Order.Data = map[string]string{"accountNumber": "0801234567"} })),
		show("review-picked", "The chosen bank among the others, with Pay", picked(thaiBanks, 3)),
		show("review-settled", "Nothing to fill in: the bank has settled the choice", details("250.00 MYR", "FPX", fpxBanks[0])),
	}
}

// details is a moment after the choice of a method and an operator.
func details(money, method string, operator apiclient.Operator, facts ...fact) moment {
	options := []apiclient.Option{{MethodCode: method}, {MethodCode: "ONLINE", Operators: thaiBanks}, {MethodCode: "OFFLINE"}}
	if operator.Code != "" {
		options[0].Operators = []apiclient.Operator{operator}
	}
	chosen := func(f *scenarios.Facts) {
		f.Progress.Method, f.Progress.Operator, f.Progress.OperatorDecided = method, operator.Code, true
	}
	return choose(money, options, append([]fact{chosen}, facts...)...)
}

// picked is a moment after the choice of a bank that needs nothing else.
func picked(list []apiclient.Operator, at int) moment {
	m := banks("1234.50 THB", "ONLINE", list, "")
	m.facts = append(m.facts, func(f *scenarios.Facts) { f.Progress.Operator, f.Progress.OperatorDecided = list[at].Code, true })
	return m
}

// typing is what the customer typed before the last press of Pay.
func typing(name, value string) fact {
	return func(f *scenarios.Facts) {
		m, _ := f.Catalogue.Find(f.Progress.Method, f.Order.Money.Currency())
		field, _ := m.Field(name)
		if f.Progress.Typed == nil {
			f.Progress.Typed = map[string]string{}
		}
		f.Progress.Typed[field.Meaning()], f.Progress.ShowFaults = value, true
	}
}
