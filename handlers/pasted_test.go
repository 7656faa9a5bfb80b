package handlers_test

import (
	"testing"

	"payapp/internal/testing/browser"
)

// A number that was pasted with what nobody sees is sent without it, by the first
// press; and a wrong one is shown again without it.
func TestFault61_PastedNumbers(t *testing.T) {
	w := setup(t)
	for _, c := range []struct{ method, currency, pasted, want string }{
		{"PROMPTPAY", "THB", "081\ufe0f2345678", "0812345678"},
		{"PROMPTPAY", "THB", "\u202a081\u034f2345678\u202c", "0812345678"},
		{"PROMPTPAY", "THB", "0812345678\t", "0812345678"},
		{"BANKA_PAY", "ZAR", "62000\U000e0100000\u200d000", "62000000000"},
		{"BANKA_PAY", "ZAR", "６２０００\u00ad００００００", "62000000000"},
	} {
		link := w.link("10", c.currency, "paymentMethodCode", c.method)
		b := w.browser()
		p := b.Enter(link).Want(200, "details")
		b.Press(p, "pay", "accountName", "T\u200bhandi\ufeff", "accountNumber", c.pasted).Want(200, "instructions")
		account, _ := w.calls.creation(t, link.Get("idPayin"))["paymentMethod"].(map[string]any)["account"].(map[string]any)
		if account["accountNumber"] != c.want || account["accountName"] != nil && account["accountName"] != "Thandi" {
			t.Errorf("%s %+q: sent %+q", c.method, c.pasted, account)
		}
	}
	b := w.browser()
	p := b.Enter(w.link("10", "THB", "paymentMethodCode", "PROMPTPAY")).Want(200, "details")
	p = b.Press(p, "pay", "accountNumber", "12\ufe0f3\u200d").Want(200, "details")
	if got := browser.Attr(p.Input("accountNumber"), "value"); got != "123" {
		t.Errorf("%+q is shown again", got)
	}
}
