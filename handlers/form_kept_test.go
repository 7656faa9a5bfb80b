package handlers_test

import (
	"net/http"
	"strings"
	"testing"
)

// "Typed values through any failure" stay: a form that can't be judged, since
// the gateway doesn't say how the amount can be paid, is kept as it was sent,
// and its page says that nothing was.
func TestAFormThatCannotBeJudgedIsKept(t *testing.T) {
	w := setup(t)
	b := w.browser()
	options := b.Enter(w.link("10", "THB")).Want(200, "options")
	details := b.Press(options, "continue", "paymentMethodCode", "PROMPTPAY").Want(200, "details")

	w.restart(discard()) // which remembers no options
	w.gatewayAnswers(func(r *http.Request) (int, string) {
		if strings.HasSuffix(r.URL.Path, "!availablePaymentOptions") {
			return 503, ""
		}
		return 0, ""
	})
	w.calls.reset()
	told := b.Press(details, "pay", "accountNumber", "0801234567").Want(200, "problem").Text()
	if !strings.Contains(told, "Nothing was charged.") || strings.Contains(told, "don't know yet if this payment succeeded") {
		t.Errorf("the page doesn't say that nothing was sent:\n%s", told)
	}
	if n := w.calls.count("POST /payins/order"); n != 0 {
		t.Errorf("%d creations", n)
	}
	b.Press(options, "continue", "paymentMethodCode", "PROMPTPAY")

	w.gatewayAnswers(func(*http.Request) (int, string) { return 0, "" })
	p := b.Get(details.URL.Path).Want(200, "details")
	if !strings.Contains(p.Body, `value="0801234567"`) {
		t.Errorf("what was typed is gone:\n%s", p.Words())
	}
	b.Press(p, "pay").Want(200, "instructions")
}
