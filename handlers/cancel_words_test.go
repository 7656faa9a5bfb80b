package handlers_test

import (
	"strings"
	"testing"
)

// The way back to the shop says "Cancel" only where no payment exists: what the
// gateway has accepted, leaving the page doesn't cancel.
func TestOnlyWhatDoesNotExistIsCancelled(t *testing.T) {
	w := setup(t)
	link := w.link("10", "THB")
	cancels := func(name string, p *page, want bool) {
		t.Helper()
		if got := strings.Contains(p.text(), "Cancel and return"); got != want {
			t.Errorf("%s: offers to cancel: %t, want %t", name, got, want)
		}
	}
	cancels("before paying", w.browser().enter(link).want(200, "options"), true)
	_, p := w.pay(link)
	cancels("instructions", p.want(200, "instructions"), false)
	forged := with(link, "amount", "99", "token", w.token("DEMO", link.Get("idPayin"), "99", "THB"))
	cancels("another amount", w.browser().enter(forged).want(200, "problem").wantHook("problem", "amount-mismatch"), false)
	unreadable := w.browser().enter(w.steered("10", "THB", "~garbage")).want(200, "status").wantHook("status", "unknown")
	cancels("unreadable", unreadable, false)
	refused := w.steered("10", "THB", "~refuse-security")
	_, p = w.pay(refused)
	cancels("refused", p.want(200, "problem"), true)
}
