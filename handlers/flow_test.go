package handlers_test

import (
	"net/url"
	"testing"
)

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
