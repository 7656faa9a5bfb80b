package handlers_test

import (
	"net/http"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"payapp/internal/testing/browser"
	"payapp/internal/testing/racing"
	"payapp/methods"
	"payapp/money"
	"payapp/sandbox"
)

// openStatusLink opens a payment's status link in a browser of its own. Its token
// is one of PAYIN_INFO: it reads and does nothing else.
func (w *world) openStatusLink(idPayin, amount, currency string, validity time.Duration) (*browser.Browser, *browser.Page) {
	w.t.Helper()
	token, err := w.box.SignToken(w.t.Context(), sandbox.TokenSpec{
		MerchantCode: "DEMO", IDPayin: idPayin, Money: money.MustParse(amount, currency), Validity: validity,
		Operations: []string{"GET /payins/" + idPayin},
	})
	if err != nil {
		w.t.Fatal(err)
	}
	b := w.browser()
	return b, b.Get("/status?" + url.Values{"idPayin": {idPayin}, "token": {token}, "currencyCode": {currency}}.Encode())
}

// lacks is what isn't among what is shown.
func lacks(shown, want []string) (missing []string) {
	for _, one := range want {
		if !slices.Contains(shown, one) {
			missing = append(missing, one)
		}
	}
	return missing
}

// A status link of a payment that can still be paid says how, by every method,
// and goes on saying so once its token's time is over, at a process that knows
// nothing: the store code of an e-mail is there until its deadline.
func TestFault54_StatusLinkSaysHowToPay(t *testing.T) {
	for _, m := range racing.Part(4, methods.Default().All()) {
		if m.Presentation == methods.Redirect || m.RedirectFirst {
			continue
		}
		t.Run(m.Code+"_"+m.Currency, func(t *testing.T) {
			t.Parallel()
			w := setup(t)
			w.longer(9 * 24 * time.Hour)
			_, p, link := w.payBy(t, m)
			want := shownToPayBy(p.Want(200, "instructions"))
			b, q := w.openStatusLink(link.Get("idPayin"), amountOf(m.Currency), m.Currency, time.Hour)
			q.Want(200, "status").WantHook("status", "pending")
			if missing := lacks(shownToPayBy(q), want); len(missing) > 0 {
				t.Errorf("the status link doesn't say %q", missing)
			}
			if q.Has("data-action", "continue") || q.Has("data-action", "submit-reference") {
				t.Errorf("it does more than to read:\n%s", q.Words())
			}
			if save := q.Link("save-qr"); save != "" && b.Get(save).Header.Get("Content-Type") != "image/png" {
				t.Errorf("%s is no picture", save)
			}
			w.clock.advance(8 * 24 * time.Hour)
			w.restart(discard())
			q = b.Get(q.URL.Path).Want(200, "status").WantHook("status", "unknown")
			if missing := lacks(shownToPayBy(q), want); len(missing) > 0 {
				t.Errorf("once it is over it doesn't say %q", missing)
			}
			if !strings.Contains(q.Text(), "may have changed") || q.Link("return") != link.Get("returnUrl") {
				t.Errorf("not since when, or no way back (%q):\n%s", q.Link("return"), q.Words())
			}
			w.clock.advance(24*time.Hour + 2*time.Minute)
			q = b.Get(q.URL.Path).Want(200, "status").WantHook("status", "unknown")
			for _, row := range []string{"accountNumber", "qrCode", "paymentAddress.idAddress"} {
				if q.Has("data-row", row) {
					t.Errorf("after the deadline it still shows %s:\n%s", row, q.Words())
				}
			}
		})
	}
}

// What is over, or paid, has nothing to pay by.
func TestStatusLinkOfWhatIsOver(t *testing.T) {
	for status, hook := range map[string]string{"SUCCESS": "success", "REFUSED": "failed", "EXPIRED": "expired"} {
		w := setup(t)
		m, _ := methods.Default().Find("OFFLINE", "THB")
		_, _, link := w.payBy(t, m)
		w.set(link.Get("idPayin"), status)
		_, q := w.openStatusLink(link.Get("idPayin"), amountOf("THB"), "THB", time.Hour)
		q.Want(200, "status").WantHook("status", hook)
		if q.Has("data-row", "accountNumber") {
			t.Errorf("%s: there is an account to pay to:\n%s", status, q.Words())
		}
	}
}

// A status link knows the way to the shop as long as it knows the payment: also
// once its token's time is over, at a process that has just begun.
func TestStatusLinkLeadsToTheShop(t *testing.T) {
	for _, status := range []string{"SUCCESS", "REFUSED", "EXPIRED", ""} {
		w := setup(t)
		m, _ := methods.Default().Find("PROMPTPAY", "THB")
		_, _, link := w.payBy(t, m)
		if status != "" {
			w.set(link.Get("idPayin"), status)
		}
		b, p := w.openStatusLink(link.Get("idPayin"), amountOf("THB"), "THB", 3*time.Minute)
		p.Want(200, "status")
		hook, back := p.Hook("status"), link.Get("returnUrl")
		if status == "" {
			hook = "unknown"
		}
		if p.Link("return") != back {
			t.Fatalf("back leads to %q", p.Link("return"))
		}
		w.clock.advance(5 * time.Minute)
		w.restart(discard())
		for range 2 {
			p = b.Get(p.URL.Path).Want(200, "status").WantHook("status", hook)
			if p.Link("return") != back {
				t.Errorf("%q: back leads to %q, want %q:\n%s", status, p.Link("return"), back, p.Words())
			}
		}
		w.gatewayAnswers(func(*http.Request) (int, string) { return 503, "" })
		b.Get(p.URL.Path).Want(200, "status").WantHook("status", hook)
	}
}

// Where the gateway names only what was paid, another amount of the link is told as the
// link's, which may be edited; nothing is left to do only where both are the same.
// The amount is no word of the gateway's: it makes nothing paid, and a faulty one counts as
// none.
func TestStatusLinkSaysTheTotal(t *testing.T) {
	read := func(status string) string {
		return `{"process":{"status":"` + status + `"},"paymentMethodResponse":{"idPayin":"o-1","paymentMethodCode":"PROMPTPAY","money":{"amount":617.25,"currencyCode":"THB"}}}`
	}
	for _, row := range []struct{ amount, status, says, never string }{
		{"", "SUCCESS", "You paid ฿617.25", "You don't need to do anything else."},
		{"617.25", "SUCCESS", "You don't need to do anything else.", "Don't pay the rest here."},
		{"1234.50", "SUCCESS", "Amount in this link", "You don't need to do anything else."},
		{"617.25", "PENDING", "฿617.25", "You paid"},
		{"12.345", "SUCCESS", "You paid ฿617.25", "You don't need to do anything else."},
	} {
		w := setup(t)
		w.gatewayAnswers(func(*http.Request) (int, string) { return 200, read(row.status) })
		token, err := w.box.SignToken(t.Context(), sandbox.TokenSpec{MerchantCode: "DEMO", IDPayin: "o-1", Operations: []string{"GET /payins/o-1"}, Validity: time.Hour})
		if err != nil {
			t.Fatal(err)
		}
		p := w.browser().Get("/status?" + url.Values{"idPayin": {"o-1"}, "token": {token}, "currencyCode": {"THB"}, "amount": {row.amount}}.Encode())
		if text := p.Text(); !strings.Contains(text, row.says) || strings.Contains(text, row.never) {
			t.Errorf("amount %q, %s: want %q and never %q:\n%s", row.amount, row.status, row.says, row.never, p.Words())
		}
	}
}
