package handlers_test

import (
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"strings"
	"sync"
	"testing"
	"time"

	"golang.org/x/net/html"

	"payapp/internal/application"
	"payapp/internal/testing/await"
	"payapp/internal/testing/browser"
)

// onlineReview is a browser on the review page of a bank redirect.
func (w *world) onlineReview() (*browser.Browser, *browser.Page, url.Values) {
	w.t.Helper()
	link := w.link("10", "THB", "paymentMethodCode", "ONLINE", "paymentOperatorCode", "004")
	b := w.browser()
	return b, b.Enter(link).Want(200, "review"), link
}

func TestFault18_BackReloadAndStepAddresses(t *testing.T) {
	w := setup(t)
	b, p, _ := w.onlineReview()
	at := p.URL.Path
	for _, step := range []string{"choose", "pay", "paid", "reference", "instructions", "correct", "refresh", "retry", "change-method"} {
		b.Get(at+"/"+step).Want(200, "review") // too early
	}
	for _, step := range []string{"paid", "reference", "instructions", "correct"} {
		b.Do(http.MethodPost, at+"/"+step, url.Values{"reference": {"1"}}).Want(200, "review")
	}
	b.Press(p, "pay").Want(200, "leaving")
	for _, step := range []string{"choose", "pay", "change-method", "retry"} {
		b.Get(at+"/"+step).Want(200, "status") // too late
		b.Do(http.MethodPost, at+"/"+step, url.Values{"paymentMethodCode": {"PROMPTPAY"}}).Want(200, "status").WantHook("method", "ONLINE")
	}
	b.Get(at).Want(200, "status") // Back and reload
}

func TestFault19_TwoTabsTwoBrowsers(t *testing.T) {
	w := setup(t)
	first := w.link("10", "THB", "paymentMethodCode", "PROMPTPAY")
	second := w.link("20", "THB", "paymentMethodCode", "OFFLINE", "optionsAvailable", "true")
	b := w.browser()
	one, two := b.Enter(first).Want(200, "details"), b.Enter(second).Want(200, "options")
	one = b.Press(one, "pay", "accountNumber", "0801234567").Want(200, "instructions")
	b.Get(two.URL.Path).Want(200, "options")
	if !one.Has("data-amount", "10.00") || b.Get(two.URL.Path).Has("data-amount", "10.00") {
		t.Error("two payments were mixed")
	}

	other := w.browser()
	start := other.Enter(first).Want(200, "instructions") // converges
	if start.Hook("method") != "PROMPTPAY" {
		t.Errorf("method %q", start.Hook("method"))
	}

	// Both browsers stand before Pay; one starts, the other wants another method.
	third := w.link("30", "THB")
	b1, b2 := w.browser(), w.browser()
	p1 := b1.Press(b1.Enter(third), "continue", "paymentMethodCode", "PROMPTPAY").Want(200, "details")
	p2 := b2.Press(b2.Enter(third), "continue", "paymentMethodCode", "ONLINE").Want(200, "options")
	p2 = b2.Press(p2, "continue", "paymentOperatorCode", "004").Want(200, "review")
	b1.Press(p1, "pay", "accountNumber", "0801234567").Want(200, "instructions")
	p2 = b2.Press(p2, "pay").Want(200, "instructions").WantHook("method", "PROMPTPAY")
	if !strings.Contains(p2.Text(), "already started with PromptPay") {
		t.Errorf("the second browser isn't told what was started:\n%s", p2.Words())
	}
}

// The answer to Pay never reaches the browser, which still holds the cookie
// that says "not created". The payment exists all the same, and a reload shows
// it: at once where this replica created it, within a minute where another did.
func TestFault24_AnswerToPayIsLost(t *testing.T) {
	lost := func(w *world) (*browser.Browser, *browser.Page) {
		b := w.browser()
		p := b.Enter(w.link("10", "THB", "paymentMethodCode", "PROMPTPAY")).Want(200, "details")
		deaf := w.browser() // sends the cookies and keeps none
		deaf.HTTP.Jar = nil
		deaf.HTTP.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
		for _, c := range b.HTTP.Jar.Cookies(p.URL) {
			deaf.Headers.Add("Cookie", c.Name+"="+c.Value)
		}
		if answer := deaf.Press(p, "pay", "accountNumber", "0801234567"); answer.Status != 303 {
			t.Fatalf("pay is %d", answer.Status)
		}
		return b, p
	}
	w := setup(t)
	b, p := lost(w)
	b.Get(p.URL.Path).Want(200, "instructions").WantHook("method", "PROMPTPAY")

	b, p = lost(w)
	w.restart(discard())
	w.clock.advance(time.Minute)
	b.Get(p.URL.Path).Want(200, "instructions").WantHook("method", "PROMPTPAY")
}

// Two browsers stand before Pay, and one pays. The other, which presses
// nothing, gets there too.
func TestFault19_TheBrowserThatDoesNotPressPay(t *testing.T) {
	w := setup(t)
	link := w.link("10", "THB", "paymentMethodCode", "PROMPTPAY")
	b1, b2 := w.browser(), w.browser()
	p1, p2 := b1.Enter(link).Want(200, "details"), b2.Enter(link).Want(200, "details")
	b1.Press(p1, "pay", "accountNumber", "0801234567").Want(200, "instructions")
	w.set(link.Get("idPayin"), "SUCCESS")
	b2.Get(p2.URL.Path).Want(200, "status").WantHook("status", "success")
}

func TestFault21_CrossSite(t *testing.T) {
	w := setup(t)
	b, p, link := w.onlineReview()
	at := p.URL.Path
	b.Headers.Set("Sec-Fetch-Site", "cross-site")
	b.Headers.Set("Origin", "https://evil.example")
	b.Press(p, "pay").Want(403, "problem").WantHook("problem", "bad-request")
	if n := w.calls.count("POST /payins/" + link.Get("idPayin")); n != 0 {
		t.Error("a cross-site POST created a payment")
	}
	// The entry and the landing are made for it, and create nothing.
	b.Do(http.MethodPost, "/", link).Want(200, "review")
	b.Headers = http.Header{}
	b.Press(p, "pay").Want(200, "leaving")
	landing := w.landing(link.Get("idPayin"))
	b.Headers.Set("Sec-Fetch-Site", "cross-site")
	b.Do(http.MethodPost, landing+"&status=paid", url.Values{"status": {"paid"}}).Want(200, "status").WantHook("status", "pending")
	b.Get(landing).Want(200, "status").WantHook("status", "pending")

	stranger := w.browser()
	lost := stranger.Get(landing).Want(200, "problem").WantHook("problem", "session-missing")
	if lost.Link("return") != link.Get("returnUrl") {
		t.Errorf("the way back leads to %q", lost.Link("return"))
	}
	forged := stranger.Get(strings.Replace(landing, "shop.example", "evil.example", 1)).Want(200, "problem")
	if forged.Link("return") != "" {
		t.Errorf("a forged way back leads to %q", forged.Link("return"))
	}
	if b.Get(at).Link("proceed") == "" {
		t.Error("after a return the pending status has no way back to the bank")
	}
}

// landing is the returnUrl that the gateway was given: path and query.
func (w *world) landing(idPayin string) string {
	w.t.Helper()
	payin := w.read(idPayin)
	raw, _ := payin["paymentMethodResponse"].(map[string]any)["returnUrl"].(string)
	u, err := url.Parse(raw)
	if err != nil || u.Path == "" {
		w.t.Fatalf("returnUrl %q of %v", raw, payin)
	}
	return u.RequestURI()
}

func TestFault22_NeverFramed(t *testing.T) {
	w := setup(t)
	b, p, link := w.onlineReview()
	b.HTTP.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	answers := []*browser.Page{
		p, b.Get("/?" + link.Encode()), b.Get("/"), b.Get("/nothing"), b.Get("/pay/x/events"), b.Get("/robots.txt"), b.Get("/return/x"),
		b.Do(http.MethodPost, p.URL.Path+"/pay", url.Values{}), b.Do(http.MethodDelete, "/", nil), b.Get("/status"), b.Get("/static/none.js"),
		b.Get(staticPath(t, p)), b.Get("/?x=" + strings.Repeat("a", 20<<10)), b.Do(http.MethodPost, "/", url.Values{"token": {strings.Repeat("a", 1<<20)}}),
	}
	b.Headers.Set("Sec-Fetch-Site", "cross-site")
	answers = append(answers, b.Do(http.MethodPost, p.URL.Path+"/pay", nil).Want(403, "problem"))
	w.panicking()
	answers = append(answers, w.browser().Enter(w.link("10", "THB")).Want(500, "problem"))
	for _, a := range answers {
		csp := a.Header.Get("Content-Security-Policy")
		for _, want := range []string{"default-src 'none'", "base-uri 'none'", "form-action 'self'", "frame-ancestors 'none'"} {
			if !strings.Contains(csp, want) {
				t.Errorf("%s %d: the policy lacks %s: %q", a.URL.Path, a.Status, want, csp)
			}
		}
		if strings.Contains(csp, "unsafe") || a.Header.Get("X-Frame-Options") != "DENY" || a.Header.Get("X-Content-Type-Options") != "nosniff" || a.Header.Get("Referrer-Policy") == "" {
			t.Errorf("%s %d: %v", a.URL.Path, a.Status, a.Header)
		}
		static := strings.HasPrefix(a.URL.Path, "/static/") && a.Status == 200
		if got := a.Header.Get("Cache-Control"); static != strings.Contains(got, "immutable") || !static && got != "no-store, no-transform" {
			t.Errorf("%s %d: Cache-Control %q", a.URL.Path, a.Status, got)
		}
	}
}

// staticPath is a static file that the page names.
func staticPath(t *testing.T, p *browser.Page) string {
	t.Helper()
	n := p.Find(func(n *html.Node) bool {
		return n.Data == "link" && strings.HasPrefix(browser.Attr(n, "href"), "/static/")
	})
	if n == nil {
		t.Fatal("the page names no static file")
	}
	return browser.Attr(n, "href")
}

func TestFault25_SpoiltCookies(t *testing.T) {
	w := setup(t)
	b, p, _ := w.onlineReview()
	at := p.URL
	spoil := func(change func(string) string) *browser.Page {
		jar, _ := cookiejar.New(nil)
		var cookies []*http.Cookie
		for _, c := range b.HTTP.Jar.Cookies(at) {
			cookies = append(cookies, &http.Cookie{Name: c.Name, Value: change(c.Value), Path: "/"})
		}
		jar.SetCookies(at, cookies)
		other := w.browser()
		other.HTTP.Jar = jar
		return other.Get(at.Path)
	}
	spoil(func(v string) string { return v }).Want(200, "review")
	for name, change := range map[string]func(string) string{
		"bit flip":   func(v string) string { return v[:len(v)/2] + string(v[len(v)/2]^1) + v[len(v)/2+1:] },
		"truncation": func(v string) string { return v[:len(v)/2] },
		"old name":   func(string) string { return "" },
		"garbage":    func(string) string { return "1.AAAA" },
	} {
		if p := spoil(change); p.Status != 400 || p.Hook("problem") != "session-missing" {
			t.Errorf("%s: %d %q", name, p.Status, p.Hook("problem"))
		}
	}
	// Copied to another payment's path.
	jar, _ := cookiejar.New(nil)
	other := *at
	other.Path = "/pay/AAAAAAAAAAAAAAAAAAAAAA"
	var cookies []*http.Cookie
	for _, c := range b.HTTP.Jar.Cookies(at) {
		cookies = append(cookies, &http.Cookie{Name: c.Name, Value: c.Value, Path: "/"})
	}
	jar.SetCookies(&other, cookies)
	thief := w.browser()
	thief.HTTP.Jar = jar
	thief.Get(other.Path).Want(400, "problem")

	w.keys = [][]byte{randomKey()} // wrong key
	w.restart(discard())
	b.Get(at.Path).Want(400, "problem")
}

func TestFault26_RotationAndSizes(t *testing.T) {
	w := setup(t)
	b, p, _ := w.onlineReview()
	w.keys = [][]byte{randomKey(), w.keys[0]}
	w.restart(discard())
	p = b.Get(p.URL.Path).Want(200, "review") // the old session goes on
	b.Press(p, "pay").Want(200, "leaving")

	var links []url.Values
	c := w.browser()
	long := "https://shop.example/" + strings.Repeat("p", 2000)
	for range 10 {
		links = append(links, w.link("10", "THB", "returnUrl", long, "callbackUrl", long))
	}
	for _, link := range links {
		c.Enter(link).Want(200, "options")
	}
	for _, link := range links {
		if p := c.Enter(link).Want(200, "options"); p.Link("return") != long {
			t.Error("an address of 2 KB was changed")
		}
	}
	huge := w.link("10", "THB", "accountName", strings.ReplaceAll(longNoise(9000), "\n", ""))
	c.Enter(huge).Want(400, "problem").WantHook("problem", "session-too-large")
}

func TestLanguages(t *testing.T) {
	w := setup(t)
	link := w.link("10", "THB")
	b := w.browser()
	b.Headers.Set("Accept-Language", "th-TH,th;q=0.9,en;q=0.5")
	if p := b.Enter(link).Want(200, "options"); !strings.Contains(p.Body, `lang="th"`) {
		t.Error("Accept-Language has no say")
	}
	p := b.Enter(with(link, "lang", "en"))
	if !strings.Contains(p.Body, `lang="en"`) {
		t.Error("?lang= in the RedirectURL has no say")
	}
	if p := b.Get(p.URL.Path + "?lang=th"); !strings.Contains(p.Body, `lang="th"`) {
		t.Error("?lang= on a page has no say")
	}
	b.Headers.Set("Accept-Language", "en")
	if p := b.Get(p.URL.Path); !strings.Contains(p.Body, `lang="th"`) {
		t.Error("the last choice is forgotten")
	}
}

// A proxy may call the application by another name than customers do: what
// their pages post is still their own.
func TestFault21_OwnPagesBehindAProxy(t *testing.T) {
	for origin, want := range map[string]int{"https://pay.example": 200, "https://evil.example": 403} {
		w := setup(t, func(c *application.Config) { c.PublicURL = "https://pay.example" })
		b := w.browser()
		p := b.Enter(w.link("10", "THB")).Want(200, "options")
		b.Headers.Set("Origin", origin) // and no Sec-Fetch-Site, as older browsers
		if got := b.Press(p, "continue", "paymentMethodCode", "PROMPTPAY").Status; got != want {
			t.Errorf("from %s: %d, want %d", origin, got, want)
		}
	}
}

func TestMerchantName(t *testing.T) {
	w := setup(t)
	if p := w.browser().Enter(w.link("10", "THB")); !strings.Contains(p.Text(), "Demo") {
		t.Errorf("no channel name:\n%s", p.Words())
	}
	if p := w.browser().Enter(w.link("10", "THB", "merchantCode", "DEMO-NONAME")).Want(200, "options"); !strings.Contains(p.Text(), "shop.example") {
		t.Errorf("neither name nor host:\n%s", p.Words())
	}
	link := w.link("10", "THB")
	link.Set("token", w.tokenFor(link.Get("idPayin"), "10", "THB", 30*time.Minute))
	w.calls.reset()
	p := w.browser().Enter(link).Want(200, "options")
	if !strings.Contains(p.Text(), "shop.example") || w.calls.count("GET /merchant-info") != 0 {
		t.Errorf("a token that doesn't grant the name: %d calls\n%s", w.calls.count("GET /merchant-info"), p.Words())
	}
}

// A page doesn't wait for nothing but a name: the shop's host stands there.
func TestNobodyWaitsForASlowName(t *testing.T) {
	w := setup(t, func(c *application.Config) { c.NamePatience = time.Millisecond })
	asked, release := make(chan struct{}), make(chan struct{})
	ask := sync.OnceFunc(func() { close(asked) })
	t.Cleanup(func() { close(release) })
	w.calls.replace(http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/merchant-info" {
			ask()
			<-release
		}
		w.box.Handler().ServeHTTP(rw, r)
	}))
	p := w.browser().Enter(w.link("10", "THB")).Want(200, "options")
	if !strings.Contains(p.Text(), "shop.example") {
		t.Errorf("the page:\n%s", p.Words())
	}
	await.For(t, "the call", asked) // it was worth a call, which goes on without the page
}

// A usual payment takes at most five calls before the waiting starts.
func TestCallsOfAUsualPayment(t *testing.T) {
	w := setup(t)
	link := w.link("10", "THB")
	b := w.browser()
	p := b.Enter(link)
	p = b.Press(p, "continue", "paymentMethodCode", "ONLINE")
	p = b.Press(p, "continue", "paymentOperatorCode", "004")
	b.Press(p, "pay").Want(200, "leaving")
	total := 0
	for _, call := range w.calls.list {
		if !strings.HasPrefix(call, "POST /auth-tokens") {
			total++
		}
	}
	if total > 5 {
		t.Errorf("%d calls: %v", total, w.calls.list)
	}
}

// Who takes long over a form doesn't wait for a read when Pay is pressed.
func TestNoReadComesBeforeACreation(t *testing.T) {
	w := setup(t)
	link := w.link("10", "THB", "paymentMethodCode", "PROMPTPAY")
	b := w.browser()
	p := b.Enter(link).Want(200, "details")
	w.clock.advance(10 * time.Minute)
	w.calls.reset()
	b.Press(p, "pay", "accountNumber", "0801234567").Want(200, "instructions")
	if n := w.calls.count("GET /payins/"); n != 0 {
		t.Errorf("%d reads: %v", n, w.calls.list)
	}
}

// Changing the method keeps what stands in the form that is left.
func TestChangeKeepsWhatIsTyped(t *testing.T) {
	w := setup(t)
	b := w.browser()
	p := b.Press(b.Enter(w.link("10", "THB")), "continue", "paymentMethodCode", "PROMPTPAY").Want(200, "details")
	change := p.Find(func(n *html.Node) bool { return browser.Attr(n, "data-action") == "change-method" })
	p = b.Do(http.MethodPost, browser.Attr(change, "formaction"), url.Values{"accountNumber": {"080 999"}}).Want(200, "options")
	p = b.Press(p, "continue", "paymentMethodCode", "PROMPTPAY").Want(200, "details")
	if got := browser.Attr(p.Input("accountNumber"), "value"); got != "080 999" {
		t.Errorf("what was typed is %q", got)
	}
}

// Fault 18: "I have paid" and a number that come before anybody asked leave no
// trace: the instructions are shown, and no number is sent.
func TestFault18_ActionsTooEarlyLeaveNoTrace(t *testing.T) {
	w := setup(t)
	b := w.browser()
	link := w.link("10", "THB", "paymentMethodCode", "PROMPTPAY")
	p := b.Enter(link).Want(200, "details")
	at := p.URL.Path
	b.Do(http.MethodPost, at+"/paid", url.Values{}).Want(200, "details")
	b.Press(p, "pay", "accountNumber", "0801234567").Want(200, "instructions")
	b.Do(http.MethodPost, at+"/reference", url.Values{"reference": {"432112345678"}}).Want(200, "instructions")
	if n := w.calls.count("POST /payins/" + link.Get("idPayin") + "/externalReference"); n != 0 {
		t.Errorf("%d numbers were sent that nobody asked for", n)
	}
}
