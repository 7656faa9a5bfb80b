package handlers_test

import (
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"strings"
	"testing"
	"time"

	"payapp/internal/testing/browser"
	"payapp/money"
	"payapp/sandbox"
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

// Fault 25, "copied to another payment's path → dropped": one payment's cookies
// say nothing of another one's, even where both are the same customer's.
func TestFault25_CopiedToAnotherPayment(t *testing.T) {
	w := setup(t)
	b := w.browser()
	paid, open := w.link("10", "THB", "paymentMethodCode", "PROMPTPAY"), w.link("20", "THB")
	first := b.Press(b.Enter(paid), "pay", "accountNumber", "0801234567").Want(200, "instructions")
	second := b.Enter(open).Want(200, "options")
	thief := w.holding(b, first.URL, func(c *http.Cookie) *http.Cookie { return c })
	thief.Get(first.URL.Path).Want(200, "instructions")
	stolen := thief.Get(second.URL.Path).Want(400, "problem").WantHook("problem", "session-missing")
	if strings.Contains(stolen.Text(), "10.00") || strings.Contains(stolen.Text(), paid.Get("idPayin")) {
		t.Errorf("the other payment shows:\n%s", stolen.Words())
	}
	thief.Enter(open).Want(200, "options") // its own link helps
}

// Fault 26, "10 payments at once, tokens and addresses of 2 KB → works or a
// clear page, never silent loss". Browsers silently drop a cookie above 4 KB.
func TestFault26_TenPaymentsWithLargeTokens(t *testing.T) {
	w := setup(t)
	b := w.browser()
	largest := 0
	next := b.HTTP.Transport
	if next == nil {
		next = http.DefaultTransport
	}
	b.HTTP.Transport = seesAnswers{next, func(r *http.Response) {
		for _, line := range r.Header["Set-Cookie"] {
			largest = max(largest, len(line))
		}
	}}
	long := "https://shop.example/return?session=" + longNoise(1000) + "&order=" + strings.Repeat("0123456789abcdef", 60)
	var links []url.Values
	for range 10 {
		link := w.link("10", "THB", "paymentMethodCode", "PROMPTPAY", "returnUrl", long, "callbackUrl", long)
		id := link.Get("idPayin")
		operations := append(sandbox.AppOperations(id), "GET /"+longNoise(400), "GET /"+longNoise(400), "GET /"+longNoise(400))
		token, err := w.box.SignToken(t.Context(), sandbox.TokenSpec{
			MerchantCode: "DEMO", IDPayin: id, Money: money.MustParse("10", "THB"), Validity: 30 * time.Minute, Operations: operations,
		})
		if err != nil {
			t.Fatal(err)
		}
		if link.Set("token", token); len(token) < 2000 {
			t.Fatalf("a token of %d bytes isn't large", len(token))
		}
		links = append(links, link)
		b.Enter(link).Want(200, "details")
	}
	for _, link := range links {
		p := b.Press(b.Enter(link).Want(200, "details"), "pay", "accountNumber", "0801234567").Want(200, "instructions")
		if p.Link("return") != long {
			t.Error("the way back was changed")
		}
		if n := w.calls.created(link.Get("idPayin")); n != 1 {
			t.Errorf("%d creations were accepted", n)
		}
	}
	if largest < 3000 || largest > 4096 {
		t.Errorf("a cookie has %d bytes", largest)
	}
}

// seesAnswers is a transport that shows what comes back, redirects included.
type seesAnswers struct {
	http.RoundTripper
	see func(*http.Response)
}

func (s seesAnswers) RoundTrip(r *http.Request) (*http.Response, error) {
	response, err := s.RoundTripper.RoundTrip(r)
	if err == nil {
		s.see(response)
	}
	return response, err
}
