package handlers_test

import (
	"io"
	"net/http"
	"testing"

	"payapp/i18n"
	"payapp/internal/testing/browser"
	"payapp/internal/testing/racing"
)

// pageBudget keeps a page, everything that it needs and its headers within one TCP
// first flight of 14 KB.
const pageBudget = 12 << 10

// compressed is the page as it goes over the wire, in bytes.
func compressed(t testing.TB, b *browser.Browser, path string) int {
	t.Helper()
	r, err := http.NewRequestWithContext(t.Context(), http.MethodGet, b.Base+path, nil)
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Accept-Encoding", "gzip") // set by hand, so that it isn't unpacked
	response, err := b.HTTP.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	if response.Header.Get("Content-Encoding") != "gzip" {
		t.Fatalf("%s isn't compressed", path)
	}
	return len(body)
}

func TestPagesFitTheFirstFlight(t *testing.T) {
	w := setup(t)
	check := func(name string, b *browser.Browser, p *browser.Page) *browser.Page {
		t.Helper()
		n := compressed(t, b, p.URL.RequestURI())
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
	for _, l := range racing.Part(9, bundle.Locales()) {
		lang := l.Tag()
		b := w.browser()
		link := w.link("150000", "VND", "lang", lang)
		p := check("options", b, b.Enter(link).Want(200, "options"))
		p = check("details", b, b.Press(p, "continue", "paymentMethodCode", "VIETQR").Want(200, "details"))
		p = check("instructions", b, b.Press(p, "pay").Want(200, "instructions"))
		w.set(link.Get("idPayin"), "SUCCESS")
		check("status", b, b.Get(p.URL.Path).Want(200, "status"))
		check("problem", b, b.Get("/pay/nobody").Want(400, "problem"))

		many := w.link("10", "INR", "merchantCode", "DEMO-BANKS", "paymentMethodCode", "NETBANKING", "lang", lang)
		check("400 banks", b, b.Enter(many).Want(200, "options"))
		reference := w.link("10", "INR", "paymentMethodCode", "P2A_V2", "lang", lang)
		p = b.Press(b.Enter(reference).Want(200, "review"), "pay").Want(200, "instructions")
		check("reference", b, b.Press(p, "continue").Want(200, "reference"))
	}
}
