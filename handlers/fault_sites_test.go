package handlers_test

import (
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"strings"
	"testing"

	"payapp/internal/testing/browser"
)

// steps are the addresses below a payment's own that forms go to.
var steps = []string{"choose", "change-method", "language", "retry", "pay", "paid", "instructions", "reference", "correct", "phone", "refresh"}

// Fault 21, "cross-site POST → 403, nothing created": every form, however a
// browser tells where it comes from.
func TestFault21_EveryFormOfAnotherSite(t *testing.T) {
	w := setup(t)
	b, p, _ := w.onlineReview()
	at := p.URL.Path
	b.HTTP.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	w.calls.reset()
	for _, from := range []http.Header{
		{"Sec-Fetch-Site": {"cross-site"}}, {"Sec-Fetch-Site": {"same-site"}, "Origin": {"https://neighbour.example"}},
		{"Origin": {"https://evil.example"}}, {"Origin": {"null"}},
	} {
		b.Headers = from
		for _, step := range steps {
			answer := b.Do(http.MethodPost, at+"/"+step, url.Values{"paymentMethodCode": {"PROMPTPAY"}})
			if answer.Status != 403 || answer.Hook("problem") != "bad-request" || len(answer.Header["Set-Cookie"]) > 0 {
				t.Errorf("%s from %v: %d %q, cookies %q", step, from, answer.Status, answer.Hook("problem"), answer.Header["Set-Cookie"])
			}
		}
	}
	if n := w.calls.count(""); n != 0 {
		t.Errorf("%d calls reached the gateway: %v", n, w.calls.list)
	}
	b.Headers = http.Header{}
	b.Get(at).Want(200, "review").WantHook("method", "ONLINE")
}

// Fault 21, "a bank's return by cross-site POST without cookies → works": the
// POST has none, since they are Lax; the GET that it leads to has them.
func TestFault21_ReturnByPostWithoutCookies(t *testing.T) {
	w := setup(t)
	b, p, link := w.onlineReview()
	b.Press(p, "pay").Want(200, "leaving")
	bank := w.browser()
	bank.HTTP.Jar = nil
	bank.HTTP.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	bank.Headers = http.Header{"Sec-Fetch-Site": {"cross-site"}, "Origin": {"https://bank.example"}}
	answer := bank.Do(http.MethodPost, w.landing(link.Get("idPayin")), url.Values{"result": {"ok"}})
	to := answer.Header.Get("Location")
	if answer.Status != 303 || !strings.HasPrefix(to, p.URL.Path) {
		t.Fatalf("the return is %d to %q", answer.Status, to)
	}
	b.Headers.Set("Sec-Fetch-Site", "cross-site")
	b.Get(to).Want(200, "status").WantHook("status", "pending")
}

// Fault 21, "a forged ?status=paid → ignored", wherever it stands.
func TestFault21_ClaimedStatusIsIgnored(t *testing.T) {
	w := setup(t)
	link := w.link("10", "THB")
	b, p := w.pay(link)
	claims := "status=paid&status=SUCCESS&paid=true&returned=1"
	b.Get(p.URL.Path+"?"+claims).Want(200, "instructions").WantHook("status", "pending")
	b.Do(http.MethodPost, p.URL.Path+"/paid?"+claims, url.Values{"status": {"SUCCESS"}}).Want(200, "status").WantHook("status", "pending")
	status := url.Values{"idPayin": link["idPayin"], "token": {w.infoToken(link.Get("idPayin"))}, "currencyCode": {"THB"}, "status": {"SUCCESS"}}
	w.browser().Get("/status?"+status.Encode()).Want(200, "status").WantHook("status", "pending")
}

// Fault 23, "cookies off → one clear page, no loop. SameSite=Strict cookies
// would not arrive after a redirect-in: Lax".
func TestFault23_CookiesAreLaxAndNoLoop(t *testing.T) {
	w := setup(t)
	none := w.browser()
	none.HTTP.Jar = nil
	hops := 0
	none.HTTP.CheckRedirect = func(*http.Request, []*http.Request) error { hops++; return nil }
	none.Enter(w.link("10", "THB")).Want(400, "problem").WantHook("problem", "session-missing")
	if hops != 1 {
		t.Errorf("%d redirects to the page that says so", hops)
	}

	b := w.browser()
	b.HTTP.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	jar, _ := cookiejar.New(nil)
	b.HTTP.Jar = jar
	entry := b.Enter(w.link("10", "THB", "paymentMethodCode", "PROMPTPAY"))
	page := b.Get(entry.Header.Get("Location"))
	answers := []*browser.Page{entry, page, b.Press(page, "pay", "accountNumber", "0801234567"), b.Get(page.URL.Path + "?lang=th")}
	cookies := 0
	for _, a := range answers {
		for _, line := range a.Header["Set-Cookie"] {
			cookies++
			c, err := http.ParseSetCookie(line)
			if err != nil || c.SameSite != http.SameSiteLaxMode || !c.HttpOnly {
				t.Errorf("%s sets %.80s", a.URL.Path, line)
			}
		}
	}
	if cookies < 4 {
		t.Errorf("only %d cookies were set", cookies)
	}
}
