package handlers_test

import (
	"net/url"
	"testing"
)

// Scenario 5 with a bank among many: the suggestion is taken by going on, and
// every other bank can be had instead, also after a change of mind.
func TestASuggestedBankIsNotTheOnlyOne(t *testing.T) {
	w := setup(t)
	b := w.browser()
	start := b.enter(w.link("1234.50", "THB", "paymentMethodCode", "ONLINE", "paymentOperatorCode", "004", "optionsAvailable", "true")).want(200, "options")
	p := b.press(start, "continue").want(200, "review").wantHook("operator", "004")
	p = b.press(p, "change-method").want(200, "options")
	p = b.press(p, "other-operators").want(200, "options").wantHook("method", "ONLINE")
	p = b.press(p, "continue", "paymentOperatorCode", "014").want(200, "review").wantHook("operator", "014")
	p = b.press(b.press(p, "change-method"), "continue", "paymentOperatorCode", "004")
	p.want(200, "review").wantHook("operator", "004")
}

// The thin line: a bank redirect from the RedirectURL to the status page.
func TestBankRedirect(t *testing.T) {
	w := setup(t)
	b := w.browser()
	link := w.link("1234.50", "THB")
	p := b.enter(link).want(200, "options")
	p = b.press(p, "continue", "paymentMethodCode", "ONLINE").want(200, "options")
	p = b.press(p, "continue", "paymentOperatorCode", "004").want(200, "review")
	p = b.press(p, "pay").want(200, "leaving")
	bank := p.link("proceed")
	if bank == "" {
		t.Fatalf("no way to the bank:\n%s", p.text())
	}
	p = b.get(p.url.Path).want(200, "status").wantHook("status", "pending")
	if p.link("proceed") != bank {
		t.Errorf("the pending status leads to %q, want %q", p.link("proceed"), bank)
	}
	w.set(link.Get("idPayin"), "SUCCESS")
	p = b.get(p.url.Path).want(200, "status").wantHook("status", "success")
	if got := p.link("return"); got != link.Get("returnUrl") {
		t.Errorf("return leads to %q, want %q", got, link.Get("returnUrl"))
	}
	status := b.get("/status?" + url.Values{"idPayin": link["idPayin"], "token": link["token"], "currencyCode": {"THB"}}.Encode())
	status.want(200, "status").wantHook("status", "success")
}
