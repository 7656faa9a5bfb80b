package gallery

import (
	"cmp"
	"slices"

	"github.com/a-h/templ"

	"payapp/i18n"
	"payapp/views/components"
	"payapp/views/layout"
	"payapp/views/pages"
)

// bareProblems are shown without a payment.
var bareProblems = []string{
	"entry-missing", "entry-invalid", "token-rejected", "session-missing", "session-too-large", "return-no-session",
	"not-found", "too-large", "bad-request", "forbidden", "internal", "method-not-allowed",
}

// paymentProblems are shown within a payment; again if another try or another
// method may help.
var paymentProblems = []struct {
	code  string
	again bool
}{
	{"locked-invalid", false},
	{"option-unavailable", false},
	{"no-options", false},
	{"not-started", false},
	{"token-expired", false},
	{"amount-mismatch", false},
	{"link-refused", false},
	{"no-way-to-pay", false},
	{"gateway-busy", false},
	{"gateway-unavailable", false},
	{"gateway-garbage", false},
	{"SECURITY_CHECK_FAILED", true},
	{"CUSTOMER_VERIFICATION_INACTIVITY", true},
	{"CUSTOMER_NOT_REGISTERED", true},
	{"refused", true},
}

// waits are the problems whose page reloads by itself.
var waits = map[string]bool{"not-started": true, "no-way-to-pay": true, "gateway-busy": true, "gateway-unavailable": true, "gateway-garbage": true}

func problemEntries() []Entry {
	var entries []Entry
	for _, code := range bareProblems {
		entries = append(entries, Entry{"problem-" + code, code, func(l *i18n.Locale) templ.Component { return pages.Problem(bareProblem(l, code)) }})
	}
	for _, p := range paymentProblems {
		entries = append(entries, Entry{"problem-" + p.code, p.code, func(l *i18n.Locale) templ.Component { return pages.Problem(paymentProblem(l, p.code, p.again)) }})
	}
	return append(entries, Entry{"problem-alone", "A refusal where the shop left no other way", func(l *i18n.Locale) templ.Component {
		p := paymentProblem(l, "SECURITY_CHECK_FAILED", false)
		p.Do, p.Leave = l.Text("problem.SECURITY_CHECK_FAILED.doAlone"), true
		p.Buttons = []components.Button{button("retry", "back", l.CommonTryAgain())}
		return pages.Problem(p)
	}})
}

// nothingCharged is what a problem says that has no words of its own for the
// money: it comes before anything is created.
func nothingCharged(l *i18n.Locale, code string) string {
	switch code {
	case "not-found":
		return "" // no payment is meant
	case "token-rejected":
		return l.MoneyPage()
	case "amount-mismatch", "link-refused", "no-way-to-pay":
		return l.MoneyUnknown() // there is a payment
	}
	return l.MoneyNone()
}

func bareProblem(l *i18n.Locale, code string) pages.ProblemPage {
	text := func(part string) string { return l.Text("problem." + code + "." + part) }
	p := pages.ProblemPage{
		Frame: layout.Frame{T: l, Heading: text("heading"), Page: "problem", Problem: code, Languages: otherLanguages(l), Likely: likely},
		What:  text("what"), Money: cmp.Or(text("money"), nothingCharged(l, code)), Do: text("do"),
		Reference: "01JD-8WK3-Q2",
	}
	switch code {
	case "entry-invalid":
		p.Details = []string{l.ProblemParameterMissing("token"), l.ProblemParameterInvalid("amount"), l.ProblemParameterTwice("currencyCode")}
	case "return-no-session":
		p.Return = &components.Link{URL: shopURL, Hook: "return", Label: l.CommonReturn("shop.example")}
	}
	return p
}

func paymentProblem(l *i18n.Locale, code string, again bool) pages.ProblemPage {
	p := bareProblem(l, code)
	p.Frame = frame(l, "problem", p.Frame.Heading, 0, amount(l, "1234.5", "THB"))
	p.Problem = code
	p.Return, p.Frame.Support = returnTo(l), support(l)
	if code == "locked-invalid" {
		p.What = l.ProblemLockedInvalidWhat(l.Text("field.emailAddress.label"))
	}
	if waits[code] {
		p.News = &layout.News{URL: address + "/events", Version: "7c1f"}
		p.Buttons = []components.Button{button("refresh", "refresh", l.CommonRefresh())}
	}
	if again {
		p.Buttons = []components.Button{button("change-method", "change-method", l.CommonChangeMethodLong()), button("retry", "back", l.CommonTryAgain())}
		if code == "CUSTOMER_VERIFICATION_INACTIVITY" {
			slices.Reverse(p.Buttons) // the customer was only slow
		}
	}
	return p
}
