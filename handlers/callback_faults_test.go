package handlers_test

import (
	"io"
	"log/slog"
	"net/http"
	"net/url"
	"strings"
	"testing"

	"payapp/internal/application"
	"payapp/internal/relay"
	"payapp/internal/session"
)

// Fault 21: an address that we didn't sign calls nobody and reads nothing.
func TestFault21_ForgedCallbacks(t *testing.T) {
	w := setup(t, relayed)
	merchant, trap := newShop(t, 200), newShop(t, 200)
	order, address := w.create(merchant.URL)
	_, another := w.create(merchant.URL + "/another")
	at, err := url.Parse(address)
	if err != nil {
		t.Fatal(err)
	}
	ref, sig := strings.TrimPrefix(at.Path, "/callback/"), at.Query().Get("sig")
	base := w.app.URL + "/callback/"
	sealer, err := session.New(session.Config{Keys: w.keys, Now: w.clock.now})
	if err != nil {
		t.Fatal(err)
	}
	strangers, err := session.New(session.Config{Keys: [][]byte{randomKey()}, Now: w.clock.now})
	if err != nil {
		t.Fatal(err)
	}
	withSecret := "https://a:b@shop.example"
	part := func(order, to, sig string) string { return relay.Address{Order: order, To: to, Sig: sig}.Query() }
	w.calls.reset()
	for name, forged := range map[string]string{
		"another address":       base + ref + "?" + part(order, trap.URL, sig),
		"another order":         base + ref + "?" + part("another", merchant.URL, sig),
		"another's ref":         base + strings.TrimPrefix(strings.Split(another, "?")[0], base) + "?" + at.RawQuery,
		"no ref":                base + "?" + at.RawQuery,
		"no signature":          base + ref + "?order=" + order + "&to=" + url.QueryEscape(merchant.URL),
		"no address":            base + ref + "?order=" + order + "&sig=" + sig,
		"nothing":               base + ref,
		"another before it":     base + ref + "?to=" + url.QueryEscape(trap.URL) + "&" + at.RawQuery,
		"a return's signature":  base + ref + "?" + part(order, merchant.URL, sealer.Sign("return", ref, order, merchant.URL)),
		"a stranger's key":      base + ref + "?" + part(order, merchant.URL, strangers.Sign("callback", ref, order, merchant.URL)),
		"signed, but no https":  base + ref + "?" + part(order, "ftp://shop.example", sealer.Sign("callback", ref, order, "ftp://shop.example")),
		"signed, with a secret": base + ref + "?" + part(order, withSecret, sealer.Sign("callback", ref, order, withSecret)),
	} {
		r := w.post(forged, "", nil)
		body, _ := io.ReadAll(r.Body)
		if name == "no ref" {
			wantStatus(t, r, http.StatusNotFound)
			continue
		}
		wantStatus(t, r, http.StatusForbidden)
		if !strings.Contains(string(body), `data-problem="bad-request"`) || strings.Contains(string(body), trap.URL) {
			t.Errorf("%s: got %s", name, body)
		}
	}
	if len(merchant.called()) != 0 || len(trap.called()) != 0 || w.calls.count("") != 0 {
		t.Error("a forged callback called somebody")
	}
	wantStatus(t, w.post(address, "", nil), 200) // the real one still works
}

// Fault 11: beside a gateway nothing but public addresses are called, also
// where http is allowed. The log says so, and doesn't have the address.
func TestFault11_RelayCallsPublicAddressesOnly(t *testing.T) {
	w := setup(t, relayed)
	merchant := newShop(t, 200)
	_, address := w.create(merchant.URL + "/?key=hush-hush")
	w.restart(slog.New(slog.NewTextHandler(w.log, nil)), relayed, func(c *application.Config) { c.Sandbox = false })
	wantStatus(t, w.post(address, "", nil), http.StatusBadGateway)
	for _, inside := range []string{
		"http://169.254.169.254/latest/api/token", "http://[fd00:ec2::254]/latest", "http://10.0.0.1/", "http://localhost:9090/metrics",
	} {
		_, address := w.create(inside)
		wantStatus(t, w.post(address, "", nil), http.StatusBadGateway)
	}
	if len(merchant.called()) != 0 {
		t.Error("this machine was called")
	}
	if log := w.log.String(); !strings.Contains(log, "127.0.0.1 isn't public") || strings.Contains(log, "hush-hush") {
		t.Errorf("the log doesn't say that 127.0.0.1 isn't public, or has a secret: %s", lineWith(log, "hush-hush"))
	}
	w.restart(discard(), relayed, func(c *application.Config) { c.AllowHTTP = false })
	wantStatus(t, w.post(address, "", nil), http.StatusForbidden) // signed when http was fine
}

// Fault 5: more than any callback has isn't passed on, told before or not.
func TestFault05_LargeCallbacks(t *testing.T) {
	w := setup(t, relayed)
	merchant := newShop(t, 200)
	_, address := w.create(merchant.URL)
	large := strings.Repeat("x", 64<<10+1)
	wantStatus(t, w.post(address, "text/plain", strings.NewReader(large)), http.StatusRequestEntityTooLarge)
	wantStatus(t, w.post(address, "text/plain", io.MultiReader(strings.NewReader(large))), http.StatusRequestEntityTooLarge)
	if len(merchant.called()) != 0 {
		t.Error("the merchant was called")
	}
	wantStatus(t, w.post(address, "text/plain", strings.NewReader(large[1:])), 200)
}

// Fault 26: an address signed before a rotation works for as long as its key is
// configured.
func TestFault26_RelayedCallbacksAfterARotation(t *testing.T) {
	w := setup(t, relayed)
	merchant := newShop(t, 200)
	_, address := w.create(merchant.URL)
	w.keys = [][]byte{randomKey(), w.keys[0]}
	w.restart(discard(), relayed)
	wantStatus(t, w.post(address, "", nil), 200)
	w.keys = w.keys[:1]
	w.restart(discard(), relayed)
	wantStatus(t, w.post(address, "", nil), http.StatusForbidden)
	if calls := merchant.called(); len(calls) != 1 {
		t.Errorf("got %q", calls)
	}
}
