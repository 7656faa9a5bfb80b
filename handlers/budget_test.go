package handlers_test

import (
	"io"
	"net/http"
	"testing"

	"payapp/i18n"
)

// pageBudget is one TCP first flight: a page and everything that it needs.
const pageBudget = 14 << 10

// compressed is the page as it goes over the wire, in bytes.
func (b *browser) compressed(path string) int {
	b.t.Helper()
	r, err := http.NewRequestWithContext(b.t.Context(), http.MethodGet, b.base+path, nil)
	if err != nil {
		b.t.Fatal(err)
	}
	r.Header.Set("Accept-Encoding", "gzip") // set by hand, so that it isn't unpacked
	response, err := b.http.Do(r)
	if err != nil {
		b.t.Fatal(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		b.t.Fatal(err)
	}
	if response.Header.Get("Content-Encoding") != "gzip" {
		b.t.Fatalf("%s isn't compressed", path)
	}
	return len(body)
}

func TestPagesFitTheFirstFlight(t *testing.T) {
	w := setup(t)
	check := func(name string, b *browser, p *page) *page {
		t.Helper()
		n := b.compressed(p.url.RequestURI())
		t.Logf("%-14s %5d bytes", name, n)
		if n > pageBudget {
			t.Errorf("%s: %d bytes, more than %d", name, n, pageBudget)
		}
		return p
	}
	bundle, err := i18n.Load()
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range bundle.Locales() {
		lang := l.Tag()
		b := w.browser()
		link := w.link("150000", "VND", "lang", lang)
		p := check("options", b, b.enter(link).want(200, "options"))
		p = check("details", b, b.press(p, "continue", "paymentMethodCode", "VIETQR").want(200, "details"))
		p = check("instructions", b, b.press(p, "pay").want(200, "instructions"))
		w.set(link.Get("idPayin"), "SUCCESS")
		check("status", b, b.get(p.url.Path).want(200, "status"))
		check("problem", b, b.get("/pay/nobody").want(400, "problem"))

		many := w.link("10", "INR", "merchantCode", "DEMO-BANKS", "paymentMethodCode", "NETBANKING", "lang", lang)
		check("400 banks", b, b.enter(many).want(200, "options"))
		reference := w.link("10", "INR", "paymentMethodCode", "P2A_V2", "lang", lang)
		p = b.press(b.enter(reference).want(200, "review"), "pay").want(200, "instructions")
		check("reference", b, b.press(p, "continue").want(200, "reference"))
	}
}
