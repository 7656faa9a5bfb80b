package handlers_test

import (
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"strings"
	"testing"

	"payapp/internal/testing/browser"
)

// holding is a browser with the cookies that give returns of another one's, all
// of them for the address at.
func (w *world) holding(b *browser.Browser, at *url.URL, give func(*http.Cookie) *http.Cookie) *browser.Browser {
	w.t.Helper()
	var cookies []*http.Cookie
	for _, c := range b.HTTP.Jar.Cookies(at) {
		if c = give(&http.Cookie{Name: c.Name, Value: c.Value, Path: "/"}); c != nil {
			cookies = append(cookies, c)
		}
	}
	other := w.browser()
	other.HTTP.Jar, _ = cookiejar.New(nil)
	other.HTTP.Jar.SetCookies(at, cookies)
	return other
}

// Fault 25, "dropped, recoverable page": where only the second cookie is spoilt,
// the payment goes on without what was typed.
func TestFault25_SpoiltWorkCostsWhatWasTypedOnly(t *testing.T) {
	w := setup(t)
	b := w.browser()
	p := b.Enter(w.link("10", "THB")).Want(200, "options")
	p = b.Press(p, "continue", "paymentMethodCode", "PROMPTPAY").Want(200, "details")
	b.Press(p, "pay", "accountNumber", "080 12").Want(200, "details")
	for name, spoil := range map[string]func(string) string{
		"gone": nil, "cut": func(v string) string { return v[:len(v)/2] }, "garbage": func(string) string { return "1.AAAA" },
		"changed": func(v string) string { return v[:len(v)/2] + string(v[len(v)/2]^1) + v[len(v)/2+1:] },
	} {
		spoilt := 0
		other := w.holding(b, p.URL, func(c *http.Cookie) *http.Cookie {
			if strings.Contains(c.Name, "progress") {
				if spoilt++; spoil == nil {
					return nil
				}
				c.Value = spoil(c.Value)
			}
			return c
		})
		if spoilt == 0 {
			t.Fatal("there is no such cookie")
		}
		q := other.Get(p.URL.Path)
		if q.Status != 200 || q.Hook("page") != "options" || q.Link("return") == "" {
			t.Errorf("%s: got %d %q:\n%s", name, q.Status, q.Hook("page"), q.Words())
		}
	}
}
