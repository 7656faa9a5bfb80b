package handlers_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"payapp/internal/application"
	"payapp/internal/testing/browser"
	"payapp/internal/testing/racing"
)

// A page about a token that the gateway hasn't accepted shows nothing of its
// link: whoever sent it chose every word.
func TestNothingOfAnUnverifiedLinkIsShown(t *testing.T) {
	t.Parallel()
	evil := []string{
		"idPayin", "You-won-call-evil", "returnUrl", "https://evil.example/", "merchantCode", "EVIL-SHOP", "token", "junk", "accountName", "Evil Words",
	}
	// A page has references made by chance: each of these has something that none of them can have, or is too long for chance.
	shown := []string{"You-won", "call-evil", "evil.example", "EVIL-SHOP", "Evil Words", "666.66", "666,66", "EVILCOIN"}
	for name, answer := range map[string]int{"refused": 401, "forbidden": 403, "down": 503, "busy": 429, "not found": 0, "strange": 418} {
		t.Run(name, func(t *testing.T) {
			w := setup(t, func(c *application.Config) { c.PublicURL = "http://pay.example" })
			w.gatewayAnswers(func(*http.Request) (int, string) { return answer, "" })
			for _, link := range racing.Part(3, [][]string{
				evil,
				append(evil[:len(evil):len(evil)], "amount", "none"), // which isn't even sealed
				append(evil[:len(evil):len(evil)], "currencyCode", "EVILCOIN"),
			}) {
				p := w.browser().Enter(w.link("666.66", "THB", link...))
				for _, word := range shown {
					if strings.Contains(p.Body, word) {
						t.Errorf("%q of the link is on page %s %s (%d):\n%s", word, p.Hook("page"), p.Hook("problem"), p.Status, p.Words())
					}
				}
			}
		})
	}
}

// Once the gateway has accepted the token, pages about its trouble say what is
// paid, how much and to whom, also at a process that knows nothing: the session
// has it, and who is paid.
func TestTroubleSaysWhatIsPaid(t *testing.T) {
	w := setup(t)
	b, link := w.browser(), w.link("1234.50", "THB")
	path := b.Enter(link).Want(200, "options").URL.Path
	w.gatewayAnswers(func(*http.Request) (int, string) { return 503, "" })
	w.clock.advance(2 * time.Minute) // until the gateway is asked again
	for _, then := range []func(){func() {}, func() { w.restart(discard()) }} {
		then()
		p := b.Get(path).Want(200, "problem").WantHook("problem", "gateway-unavailable")
		if text := p.Text(); !p.Has("data-amount", "1234.50") || !strings.Contains(text, link.Get("idPayin")) || !strings.Contains(text, "Demo Shop") {
			t.Errorf("order, amount or shop is missing:\n%s", browser.Short(text))
		}
		if got := p.Link("return"); got != link.Get("returnUrl") {
			t.Errorf("the way back leads to %q", got)
		}
	}
}

// A payment that the gateway once told of keeps its shop and the way back, also
// in another browser once the link's time is over, and in that one after a
// restart.
func TestTheWayBackOutlivesTheToken(t *testing.T) {
	w := setup(t)
	b, link := w.browser(), w.link("100", "THB", "paymentMethodCode", "PROMPTPAY")
	p := b.Press(b.Enter(link), "pay", "accountNumber", "0801234567").Want(200, "instructions")
	w.set(link.Get("idPayin"), "SUCCESS")
	b.Get(p.URL.Path).Want(200, "status").WantHook("status", "success")
	w.clock.advance(31 * time.Minute)
	other := w.browser()
	for _, then := range []func(){func() {}, func() { w.restart(discard()) }} {
		then()
		q := other.Get(other.Enter(link).URL.Path).Want(200, "status").WantHook("status", "success")
		if got := q.Link("return"); got != link.Get("returnUrl") {
			t.Errorf("the way back leads to %q:\n%s", got, q.Words())
		}
	}
}
