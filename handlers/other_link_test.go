package handlers_test

import (
	"net/http"
	"strings"
	"testing"

	"payapp/sandbox"
)

// A link with another token is another session: whoever got a customer to open
// one with the same order changes nothing of the payment under way.
func TestFault51_AnotherTokenIsAnotherSession(t *testing.T) {
	w := setup(t)
	b, link := w.browser(), w.link("100", "THB")
	p := b.Press(b.Enter(link).Want(200, "options"), "continue", "paymentMethodCode", "PROMPTPAY").Want(200, "details")
	for name, other := range map[string]string{
		"junk":           "junk",
		"another's":      w.token("DEMO", "order-other", "100", "THB"),
		"the shop's new": w.token("DEMO", link.Get("idPayin"), "100", "THB"),
	} {
		if other == link.Get("token") {
			continue // both were signed in the same second
		}
		if q := b.Enter(with(link, "token", other)); q.URL.Path == p.URL.Path {
			t.Errorf("%s token: the same session", name)
		}
		b.Get(p.URL.Path).Want(200, "details").WantHook("method", "PROMPTPAY")
	}
	b.Press(p, "pay", "accountNumber", "0801234567").Want(200, "instructions")
}

// A link of the same token knows nothing of what was paid, where it has another
// amount or leads elsewhere, until the gateway says it once more.
func TestALinkWithOtherTermsKnowsNothing(t *testing.T) {
	t.Parallel()
	for name, other := range map[string][]string{
		"amount":      {"amount", "250"},
		"currency":    {"currencyCode", "PHP"},
		"returnUrl":   {"returnUrl", "https://other.example/"},
		"callbackUrl": {"callbackUrl", "http://127.0.0.1:9/other"},
	} {
		t.Run(name, func(t *testing.T) {
			w := setup(t)
			b, link := w.browser(), w.link("100", "THB", "paymentMethodCode", "PROMPTPAY")
			link.Set("token", w.tokenWithoutMoney(link.Get("idPayin")))
			p := b.Press(b.Enter(link), "pay", "accountNumber", "0801234567").Want(200, "instructions")
			w.set(link.Get("idPayin"), "SUCCESS")
			b.Get(p.URL.Path).Want(200, "status").WantHook("status", "success")

			w.gatewayAnswers(func(*http.Request) (int, string) { return 503, "" })
			w.restart(discard())
			b.Get(p.URL.Path).Want(200, "status").WantHook("status", "success")
			q := b.Enter(with(link, other...))
			if q.URL.Path != p.URL.Path {
				t.Fatal("another session")
			}
			if q.Hook("status") == "success" || strings.Contains(q.Text(), "You paid") {
				t.Errorf("it is said to be paid:\n%s", q.Words())
			}
		})
	}
}

// "You paid …" is the money of the answer that says so, also when it can't be asked any
// more; that another amount was to be paid is told beside it.
func TestPaidIsWhatTheGatewaySaid(t *testing.T) {
	w := setup(t)
	b, link := w.browser(), w.link("100", "THB", "paymentMethodCode", "PROMPTPAY", "idPayin", "order-1~required")
	p := b.Press(b.Enter(link), "pay", "accountNumber", "0801234567").Want(200, "instructions")
	w.set(link.Get("idPayin"), "SUCCESS")
	said := b.Get(p.URL.Path).Want(200, "status").WantHook("status", "success")
	required, told := said.Row("moneyRequired")
	if !told || required == "100.00" || !strings.Contains(said.Text(), "You paid ฿100.00") {
		t.Fatalf("it was told to pay %q:\n%s", required, said.Words())
	}
	w.gatewayAnswers(func(*http.Request) (int, string) { return 503, "" })
	w.restart(discard())
	unread := b.Get(p.URL.Path).Want(200, "status").WantHook("status", "success")
	if got, _ := unread.Row("moneyRequired"); got != required || !strings.Contains(unread.Text(), "You paid ฿100.00") {
		t.Errorf("told to pay %q:\n%s", got, unread.Words())
	}
}

// tokenWithoutMoney is a token that leaves the amount to the link.
func (w *world) tokenWithoutMoney(idPayin string) string {
	w.t.Helper()
	token, err := w.box.SignToken(w.t.Context(), sandbox.TokenSpec{MerchantCode: "DEMO", IDPayin: idPayin, Operations: sandbox.AppOperations(idPayin)})
	if err != nil {
		w.t.Fatal(err)
	}
	return token
}
