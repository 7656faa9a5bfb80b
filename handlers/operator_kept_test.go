package handlers_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"
)

// Coins sent on another network are lost: while nobody says which it is, there is
// nothing to pay by, neither an address nor a picture to save.
func TestAnUnknownNetworkGivesNothingToPayBy(t *testing.T) {
	w := setup(t)
	w.gatewayAnswers(func(r *http.Request) (int, string) {
		switch id := strings.TrimPrefix(r.URL.Path, "/payins/"); {
		case id == "!availablePaymentOptions":
			return 200, `{"data":[{"paymentMethodCode":"CRYPTO_OFFLINE"}]}`
		case id == r.URL.Path || r.Method == http.MethodGet && w.calls.count("POST "+r.URL.Path) == 0:
			return 0, ""
		default:
			return 200, `{"paymentRequested":{"money":{"amount":25.5,"currencyCode":"USDT"}},"process":{"status":"PENDING"},
				"paymentMethodResponse":{"idPayin":"` + id + `","paymentMethodCode":"CRYPTO_OFFLINE","money":{"amount":25.5,"currencyCode":"USDT"},
				"account":{"accountNumber":"0x12-elsewhere"}}}`
		}
	})
	b := w.browser()
	p := b.Enter(w.link("25.5", "USDT", "paymentMethodCode", "CRYPTO_OFFLINE")).Want(200, "details")
	p = b.Press(p, "pay").Want(200, "instructions").WantHook("status", "pending")
	if hasPicture(p) || p.Has("data-row", "accountNumber") || strings.Contains(p.Body, "0x12-elsewhere") || p.Has("data-action", "continue") {
		t.Errorf("there is something to pay by:\n%s", p.Words())
	}
	if status := b.Get(p.URL.Path + "/qr.png").Status; status != 404 {
		t.Errorf("the picture to save: %d", status)
	}
}

// A page that was asked for before Pay and came after it brings the cookie from
// before back. The network that the payment was created with is known all the
// same, where the gateway's reads don't repeat it.
func TestALatePageLosesNoNetwork(t *testing.T) {
	w := setup(t)
	w.rewriteReads(func(p map[string]any) { delete(p["paymentMethodResponse"].(map[string]any), "paymentOperator") })
	b := w.browser()
	p := b.Enter(w.link("25.5", "USDT", "paymentMethodCode", "CRYPTO_OFFLINE", "paymentOperatorCode", "TRON")).Want(200, "details")
	at, err := url.Parse(b.Base + p.URL.Path)
	if err != nil {
		t.Fatal(err)
	}
	before := b.HTTP.Jar.Cookies(at)
	b.Press(p, "pay").Want(200, "instructions")
	for _, c := range before {
		c.Path = p.URL.Path
	}
	b.HTTP.Jar.SetCookies(at, before)
	w.clock.advance(3 * time.Second) // older than any answer that is reused
	b.Do("POST", p.URL.Path+"/refresh", nil)
	q := b.Get(p.URL.Path).Want(200, "instructions")
	if address, _ := q.Row("accountNumber"); address == "" || !hasPicture(q) {
		t.Errorf("there is nothing to pay by:\n%s", q.Words())
	}
}
