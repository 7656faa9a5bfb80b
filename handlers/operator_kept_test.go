package handlers_test

import (
	"net/url"
	"testing"
	"time"
)

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
