package handlers_test

import (
	"strings"
	"testing"

	"payapp/internal/testing/browser"
)

// The way back to the shop says "Cancel" only where no payment exists: what the
// gateway has accepted, leaving the page doesn't cancel.
func TestOnlyWhatDoesNotExistIsCancelled(t *testing.T) {
	w := setup(t)
	link := w.link("10", "THB")
	cancels := func(name string, p *browser.Page, want bool) {
		t.Helper()
		if got := strings.Contains(p.Text(), "Cancel and return"); got != want {
			t.Errorf("%s: offers to cancel: %t, want %t", name, got, want)
		}
	}
	cancels("before paying", w.browser().Enter(link).Want(200, "options"), true)
	_, p := w.pay(link)
	cancels("instructions", p.Want(200, "instructions"), false)
	forged := with(link, "amount", "99", "token", w.token("DEMO", link.Get("idPayin"), "99", "THB"))
	cancels("another amount", w.browser().Enter(forged).Want(200, "problem").WantHook("problem", "amount-mismatch"), false)
	unreadable := w.browser().Enter(w.steered("10", "THB", "~garbage")).Want(200, "status").WantHook("status", "unknown")
	cancels("unreadable", unreadable, false)
	_, p = w.pay(w.steered("10", "THB", "~refuse-security"))
	cancels("refused, and no other way is open", p.Want(200, "problem"), false)
	b := w.browser()
	p = b.Press(b.Enter(w.steered("10", "THB", "~refuse-security")).Want(200, "options"), "continue", "paymentMethodCode", "PROMPTPAY")
	p = b.Press(p.Want(200, "details"), "pay", "accountNumber", "0801234567")
	cancels("refused, and other ways are open", p.Want(200, "problem"), true)
}
