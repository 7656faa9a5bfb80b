package gallery

import (
	"github.com/a-h/templ"

	"payapp/apiclient"
	"payapp/i18n"
	"payapp/internal/known"
	"payapp/internal/presenter"
	"payapp/money"
	"payapp/scenarios"
	"payapp/scenarios/entry"
)

// outside are the problems that are shown without a payment.
var outside = []presenter.ProblemInput{
	{Code: "entry-missing", Link: true},
	{Code: "entry-invalid", Link: true, Faults: []entry.ParamFault{
		{Param: "token", Reason: entry.Missing, Mend: "&amp; → &"}, {Param: "amount", Reason: entry.Malformed}, {Param: "currencyCode", Reason: entry.Twice},
	}},
	{Code: "token-rejected", Link: true},
	{Code: "session-too-large", Link: true},
	{Code: "session-missing", ReturnURL: shopURL},
	{Code: "phone-code"},
	{Code: "not-found", From: "https://shop.example/"},
	{Code: "too-large"},
	{Code: "bad-request"},
	{Code: "internal"},
}

func problemEntries() []Entry {
	var entries []Entry
	for _, in := range outside {
		in.SupportCode, in.OwnAddress = "01JD-8WK3-Q2", !in.Link
		entries = append(entries, Entry{Name: "problem-" + in.Code, Title: in.Code, Page: func(l *i18n.Locale) templ.Component {
			return presented(l, "THB", func(h house, likely [3]string) (presenter.Page, error) {
				in.Locale, in.Likely = l, likely
				return h.presenter.Problem(in), nil
			})
		}})
	}
	for _, p := range []struct {
		code string
		m    moment
	}{
		{"locked-invalid", choose("1000 JPY", []apiclient.Option{{MethodCode: "OFFLINE"}}, func(f *scenarios.Facts) {
			f.Order.MethodCode, f.Order.Data = "OFFLINE", map[string]string{"emailAddress": "taro at example.jp"}
		})},
		{"option-unavailable", choose("1234.50 THB", []apiclient.Option{{MethodCode: "ONLINE"}}, func(f *scenarios.Facts) { f.Order.MethodCode = "PROMPTPAY" })},
		{"no-options", choose("1234.50 THB", nil)},
		{"options-unsupported", choose("1234.50 THB", []apiclient.Option{{MethodCode: "TELEPORT"}})},
		{"not-started", moment{money: "1234.50 THB", facts: []fact{func(f *scenarios.Facts) { f.ReadOnly, f.Order.CurrencyCode = true, "THB" }}}},
		{"token-expired", trouble(scenarios.TokenRejected, func(f *scenarios.Facts) { f.Expires = at(24) })},
		{"amount-mismatch", paying("1234.50 THB", apiclient.Payin{MethodCode: "ONLINE", Requested: money.MustParse("1", "THB")})},
		{"link-refused", paying("1234.50 THB", apiclient.Payin{MethodCode: "ONLINE", RedirectURL: "javascript:alert(1)"})},
		{"no-way-to-pay", paying("1234.50 THB", apiclient.Payin{MethodCode: "PROMPTPAY"})},
		{"gateway-busy", trouble(scenarios.GatewayBusy)},
		{"gateway-unavailable", trouble(scenarios.GatewayDown)},
		{apiclient.CodeSecurityCheck, refusedPay(apiclient.CodeSecurityCheck)},
		{apiclient.CodeInactivity, refusedPay(apiclient.CodeInactivity)},
		{apiclient.CodeNotRegistered, refusedPay(apiclient.CodeNotRegistered)},
		{scenarios.ProblemRefused, refusedPay(scenarios.ProblemRefused)},
		{scenarios.ProblemUnclear, refusedPay(scenarios.ProblemUnclear, func(f *scenarios.Facts) { f.Known.Sent = []known.Sent{{Method: "PROMPTPAY", At: at(20)}} })},
	} {
		entries = append(entries, show("problem-"+p.code, p.code, p.m))
	}
	entries = append(entries, show("problem-gateway-unavailable-missing", "The options can't be read, of a payment that doesn't exist",
		trouble(scenarios.GatewayStrange, func(f *scenarios.Facts) { f.Known = known.Missed(now).View() })))
	entries = append(entries, Entry{Name: "phone", Title: "A code was scanned", Page: func(l *i18n.Locale) templ.Component {
		return presented(l, "THB", func(h house, _ [3]string) (presenter.Page, error) {
			return presenter.Page{Component: h.presenter.Arrival(l, "9vXq2kT7bNw0RzLs4mYhCeAA.6mvVrcPl85JQ5Mu5i73Q5kaF")}, nil
		})
	}})
	entries = append(entries, show("problem-refused-given", "A refusal of data that the shop gave", refusedPay(scenarios.ProblemRefused, func(f *scenarios.Facts) {
		f.Order.MethodCode, f.Order.Data = "PROMPTPAY", map[string]string{"accountNumber": "0801234567"}
	})))
	return append(entries, show("problem-alone", "A refusal where the shop left no other way",
		refusedPay(apiclient.CodeSecurityCheck, func(f *scenarios.Facts) { f.Order.MethodCode = "PROMPTPAY" })))
}

// trouble: the gateway doesn't answer, and nothing is known.
func trouble(what scenarios.Trouble, facts ...fact) moment {
	unknown := func(f *scenarios.Facts) { f.Known, f.Trouble = known.View{}, what }
	return moment{money: "1234.50 THB", facts: append([]fact{unknown}, facts...)}
}

// refusedPay: the gateway refused to create the payment.
func refusedPay(code string, facts ...fact) moment {
	refused := func(f *scenarios.Facts) { f.Progress.Refused = code }
	return details("1234.50 THB", "PROMPTPAY", apiclient.Operator{}, append([]fact{refused}, facts...)...)
}
