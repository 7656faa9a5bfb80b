package handlers_test

import (
	"bytes"
	"net/url"
	"strings"
	"testing"
	"time"

	"payapp/internal/qr"
)

// Fault 83: some apps' browsers download without cookies. A page's address of its
// picture works without, for as long as its session, for this page's code alone.
func TestFault83_ThePictureWithoutCookies(t *testing.T) {
	w := setup(t)
	b, p := w.pay(w.link("10", "THB"))
	code, _ := p.Row("qrCode")
	want, err := qr.PNG(code)
	if err != nil {
		t.Fatal(err)
	}
	at := p.Link("save-qr")
	stranger := w.browser()
	for range 2 { // its address stays the same, and a cookie changes nothing of it
		if got := stranger.Get(at); got.Status != 200 || got.Body != string(want) || got.Header.Get("Content-Disposition") != "attachment" || got.Header.Get("Set-Cookie") != "" {
			t.Errorf("without a cookie: %d %v, %d bytes", got.Status, got.Header, len(got.Body))
		}
	}
	if got := b.Get(at); got.Body != string(want) || !strings.Contains(got.Header.Get("Content-Disposition"), "filename=\"qr-") {
		t.Errorf("with the cookie: %d %v", got.Status, got.Header)
	}
	u, err := url.Parse(at)
	if err != nil {
		t.Fatal(err)
	}
	for what, change := range map[string]func(*url.URL, url.Values){
		"no code":            func(_ *url.URL, q url.Values) { q.Del("code") },
		"another code":       func(_ *url.URL, q url.Values) { q.Set("code", strings.Replace(code, "5802TH", "5802VN", 1)) },
		"no mark":            func(_ *url.URL, q url.Values) { q.Del("s") },
		"another mark":       func(_ *url.URL, q url.Values) { q.Set("s", "AAAAAAAA") },
		"a longer time":      func(_ *url.URL, q url.Values) { q.Set("t", "zzzzz") },
		"no time":            func(_ *url.URL, q url.Values) { q.Del("t") },
		"a time that is big": func(_ *url.URL, q url.Values) { q.Set("t", "zzzzzzzzzzzzzzzz") },
		"another payment":    func(u *url.URL, _ url.Values) { u.Path = "/pay/9vXq2kT7bNw0RzLs4mYhCe/qr.png" },
		"a status link":      func(u *url.URL, _ url.Values) { u.Path = strings.Replace(u.Path, "/pay/", "/status/", 1) },
	} {
		changed := *u
		q := changed.Query()
		change(&changed, q)
		changed.RawQuery = q.Encode()
		if got := stranger.Get(changed.String()); got.Status != 400 || bytes.HasPrefix([]byte(got.Body), []byte("\x89PNG")) {
			t.Errorf("%s: %d", what, got.Status)
		}
	}
	w.clock.advance(time.Hour) // half an hour of the token, and half of what follows
	if got := stranger.Get(at); got.Status != 200 {
		t.Errorf("within the session: %d", got.Status)
	}
	w.clock.advance(24 * time.Hour)
	w.clock.advance(24 * time.Hour)
	if got := stranger.Get(at); got.Status != 400 {
		t.Errorf("after the session: %d", got.Status)
	}
}
