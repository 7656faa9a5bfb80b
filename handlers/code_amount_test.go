package handlers_test

import (
	"strings"
	"testing"
)

// A code whose own amount isn't the page's stops the payment, on its page and on a
// status link.
func TestACodeOfAnotherAmount(t *testing.T) {
	w := setup(t)
	w.reword(func(body string) string { return strings.ReplaceAll(body, "am=", "am=9") })
	_, p, link := w.payBy(t, methodOf(t, "UPIQR", "INR"))
	p.Want(200, "problem").WantHook("problem", "amount-mismatch")
	p = w.browser().Get("/status?"+with(link, "token", w.infoToken(link.Get("idPayin"))).Encode()).Want(200, "problem")
	if hasPicture(p) || p.Link("open-app") != "" {
		t.Errorf("a status link has it to pay by:\n%s", p.Text())
	}
}
