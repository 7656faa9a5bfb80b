package handlers_test

import (
	"net/url"
	"testing"
	"time"
)

// Scenario 5 with a bank among many: the suggestion is taken by going on, and
// every other bank can be had instead, also after a change of mind.
func TestASuggestedBankIsNotTheOnlyOne(t *testing.T) {
	w := setup(t)
	b := w.browser()
	start := b.Enter(w.link("1234.50", "THB", "paymentMethodCode", "ONLINE", "paymentOperatorCode", "004", "optionsAvailable", "true")).Want(200, "options")
	p := b.Press(start, "continue").Want(200, "review").WantHook("operator", "004")
	p = b.Press(p, "change-method").Want(200, "options")
	p = b.Press(p, "other-operators").Want(200, "options").WantHook("method", "ONLINE")
	p = b.Press(p, "continue", "paymentOperatorCode", "014").Want(200, "review").WantHook("operator", "014")
	p = b.Press(b.Press(p, "change-method"), "continue", "paymentOperatorCode", "004")
	p.Want(200, "review").WantHook("operator", "004")
}

// The thin line: a bank redirect from the RedirectURL to the status page.
func TestBankRedirect(t *testing.T) {
	w := setup(t)
	b := w.browser()
	link := w.link("1234.50", "THB")
	p := b.Enter(link).Want(200, "options")
	p = b.Press(p, "continue", "paymentMethodCode", "ONLINE").Want(200, "options")
	p = b.Press(p, "continue", "paymentOperatorCode", "014").Want(200, "review").WantHook("operator", "014")
	p = b.Press(p, "continue", "paymentOperatorCode", "004").Want(200, "review").WantHook("operator", "004") // the others are on the same page
	p = b.Get(p.URL.Path+"?q=zzzz").Want(200, "review")                                                      // what is searched for hides nothing that is chosen
	p = b.Press(p, "pay").Want(200, "leaving")
	bank := p.Link("proceed")
	if bank == "" {
		t.Fatalf("no way to the bank:\n%s", p.Words())
	}
	p = b.Get(p.URL.Path).Want(200, "status").WantHook("status", "pending")
	if p.Link("proceed") != bank {
		t.Errorf("the pending status leads to %q, want %q", p.Link("proceed"), bank)
	}
	w.set(link.Get("idPayin"), "SUCCESS")
	p = b.Get(p.URL.Path).Want(200, "status").WantHook("status", "success")
	if got := p.Link("return"); got != link.Get("returnUrl") {
		t.Errorf("return leads to %q, want %q", got, link.Get("returnUrl"))
	}
	status := b.Get("/status?" + url.Values{"idPayin": link["idPayin"], "token": link["token"], "currencyCode": {"THB"}}.Encode())
	status.Want(200, "status").WantHook("status", "success")
}

// A word that nobody knows, of a payment at a bank: who has paid says so as easily as who
// hasn't goes on there.
func TestWhoIsAskedAtABankMaySayYes(t *testing.T) {
	w := setup(t)
	b := w.browser()
	link := w.link("1234.50", "THB")
	p := b.Press(b.Press(b.Enter(link), "continue", "paymentMethodCode", "ONLINE"), "continue", "paymentOperatorCode", "004")
	p = b.Press(p, "pay").Want(200, "leaving")
	w.set(link.Get("idPayin"), "SOMETHING")
	w.clock.advance(time.Minute)
	p = b.Get(p.URL.Path).Want(200, "status").WantHook("moment", "unsure")
	if p.Link("proceed") == "" {
		t.Errorf("no way to the bank:\n%s", p.Words())
	}
	b.Press(p, "continue").Want(200, "status").WantHook("moment", "said-paid")
}
