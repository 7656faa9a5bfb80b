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
)

// onlineReview is a browser on the review page of a bank redirect.
func (w *world) onlineReview() (*browser, *page, url.Values) {
	w.t.Helper()
	link := w.link("10", "THB", "paymentMethodCode", "ONLINE", "paymentOperatorCode", "004")
	b := w.browser()
	return b, b.enter(link).want(200, "review"), link
}

func TestFault17_DoubleClick(t *testing.T) {
	w := setup(t)
	b, p, link := w.onlineReview()
	var both sync.WaitGroup
	pages := make([]*page, 2)
	for i := range pages {
		both.Go(func() { pages[i] = b.press(p, "pay") })
	}
	both.Wait()
	for _, p := range pages {
		if p.hook("page") != "leaving" && p.hook("page") != "status" {
			t.Errorf("a click ended on %q:\n%s", p.hook("page"), p.text())
		}
	}
	// One after the other, as from a slow phone, is one creation too.
	b.press(p, "pay")
	created := 0
	for _, path := range w.calls.accepted {
		if path == "/payins/"+link.Get("idPayin") {
			created++
		}
	}
	if created != 1 {
		t.Errorf("%d creations were accepted, want 1", created)
	}
}

func TestFault18_BackReloadAndStepAddresses(t *testing.T) {
	w := setup(t)
	b, p, _ := w.onlineReview()
	at := p.url.Path
	for _, step := range []string{"choose", "pay", "paid", "reference", "instructions", "correct", "refresh", "retry", "change-method"} {
		b.get(at+"/"+step).want(200, "review") // too early
	}
	for _, step := range []string{"paid", "reference", "instructions", "correct"} {
		b.do(http.MethodPost, at+"/"+step, url.Values{"reference": {"1"}}).want(200, "review")
	}
	b.press(p, "pay").want(200, "leaving")
	for _, step := range []string{"choose", "pay", "change-method", "retry"} {
		b.get(at+"/"+step).want(200, "status") // too late
		b.do(http.MethodPost, at+"/"+step, url.Values{"paymentMethodCode": {"PROMPTPAY"}}).want(200, "status").wantHook("method", "ONLINE")
	}
	b.get(at).want(200, "status") // Back and reload
}

func TestFault19_TwoTabsTwoBrowsers(t *testing.T) {
	w := setup(t)
	first := w.link("10", "THB", "paymentMethodCode", "PROMPTPAY")
	second := w.link("20", "THB", "paymentMethodCode", "OFFLINE", "optionsAvailable", "true")
	b := w.browser()
	one, two := b.enter(first).want(200, "details"), b.enter(second).want(200, "options")
	one = b.press(one, "pay", "accountNumber", "0801234567").want(200, "instructions")
	b.get(two.url.Path).want(200, "options")
	if !one.has("data-amount", "10.00") || b.get(two.url.Path).has("data-amount", "10.00") {
		t.Error("two payments were mixed")
	}

	other := w.browser()
	start := other.enter(first).want(200, "instructions") // converges
	if start.hook("method") != "PROMPTPAY" {
		t.Errorf("method %q", start.hook("method"))
	}

	// Both browsers stand before Pay; one starts, the other wants another method.
	third := w.link("30", "THB")
	b1, b2 := w.browser(), w.browser()
	p1 := b1.press(b1.enter(third), "continue", "paymentMethodCode", "PROMPTPAY").want(200, "details")
	p2 := b2.press(b2.enter(third), "continue", "paymentMethodCode", "ONLINE").want(200, "options")
	p2 = b2.press(p2, "continue", "paymentOperatorCode", "004").want(200, "review")
	b1.press(p1, "pay", "accountNumber", "0801234567").want(200, "instructions")
	p2 = b2.press(p2, "pay").want(200, "instructions").wantHook("method", "PROMPTPAY")
	if !strings.Contains(p2.text(), "already started with PromptPay") {
		t.Errorf("the second browser isn't told what was started:\n%s", p2.text())
	}
}

// The answer to Pay never reaches the browser, which still holds the cookie
// that says "not created". The payment exists all the same, and a reload shows
// it: at once where this replica created it, within a minute where another did.
func TestFault24_AnswerToPayIsLost(t *testing.T) {
	lost := func(w *world) (*browser, *page) {
		b := w.browser()
		p := b.enter(w.link("10", "THB", "paymentMethodCode", "PROMPTPAY")).want(200, "details")
		deaf := w.browser() // sends the cookies and keeps none
		deaf.http.Jar = nil
		deaf.http.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
		for _, c := range b.http.Jar.Cookies(p.url) {
			deaf.headers.Add("Cookie", c.Name+"="+c.Value)
		}
		if answer := deaf.press(p, "pay", "accountNumber", "0801234567"); answer.status != 303 {
			t.Fatalf("pay is %d", answer.status)
		}
		return b, p
	}
	w := setup(t)
	b, p := lost(w)
	b.get(p.url.Path).want(200, "instructions").wantHook("method", "PROMPTPAY")

	b, p = lost(w)
	w.restart(discard())
	w.clock.advance(time.Minute)
	b.get(p.url.Path).want(200, "instructions").wantHook("method", "PROMPTPAY")
}

// Two browsers stand before Pay, and one pays. The other, which presses
// nothing, gets there too.
func TestFault19_TheBrowserThatDoesNotPressPay(t *testing.T) {
	w := setup(t)
	link := w.link("10", "THB", "paymentMethodCode", "PROMPTPAY")
	b1, b2 := w.browser(), w.browser()
	p1, p2 := b1.enter(link).want(200, "details"), b2.enter(link).want(200, "details")
	b1.press(p1, "pay", "accountNumber", "0801234567").want(200, "instructions")
	w.set(link.Get("idPayin"), "SUCCESS")
	b2.get(p2.url.Path).want(200, "status").wantHook("status", "success")
}

func TestFault21_CrossSite(t *testing.T) {
	w := setup(t)
	b, p, link := w.onlineReview()
	at := p.url.Path
	b.headers.Set("Sec-Fetch-Site", "cross-site")
	b.headers.Set("Origin", "https://evil.example")
	b.press(p, "pay").want(403, "problem").wantHook("problem", "forbidden")
	if n := w.calls.count("POST /payins/" + link.Get("idPayin")); n != 0 {
		t.Error("a cross-site POST created a payment")
	}
	// The entry and the landing are made for it, and create nothing.
	b.do(http.MethodPost, "/", link).want(200, "review")
	b.headers = http.Header{}
	b.press(p, "pay").want(200, "leaving")
	landing := w.landing(link.Get("idPayin"))
	b.headers.Set("Sec-Fetch-Site", "cross-site")
	b.do(http.MethodPost, landing+"&status=paid", url.Values{"status": {"paid"}}).want(200, "status").wantHook("status", "pending")
	b.get(landing).want(200, "status").wantHook("status", "pending")

	stranger := w.browser()
	lost := stranger.get(landing).want(200, "problem").wantHook("problem", "return-no-session")
	if lost.link("return") != link.Get("returnUrl") {
		t.Errorf("the way back leads to %q", lost.link("return"))
	}
	forged := stranger.get(strings.Replace(landing, "shop.example", "evil.example", 1)).want(200, "problem")
	if forged.link("return") != "" {
		t.Errorf("a forged way back leads to %q", forged.link("return"))
	}
	if b.get(at).link("proceed") == "" {
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
	b.http.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	answers := []*page{
		p, b.get("/?" + link.Encode()), b.get("/"), b.get("/nothing"), b.get("/pay/x/events"), b.get("/robots.txt"), b.get("/return/x"),
		b.do(http.MethodPost, p.url.Path+"/pay", url.Values{}), b.do(http.MethodDelete, "/", nil), b.get("/status"), b.get("/static/none.js"),
		b.get(staticPath(t, p)),
	}
	for _, a := range answers {
		csp := a.header.Get("Content-Security-Policy")
		for _, want := range []string{"default-src 'none'", "base-uri 'none'", "form-action 'self'", "frame-ancestors 'none'"} {
			if !strings.Contains(csp, want) {
				t.Errorf("%s %d: the policy lacks %s: %q", a.url.Path, a.status, want, csp)
			}
		}
		if strings.Contains(csp, "unsafe") || a.header.Get("X-Content-Type-Options") != "nosniff" || a.header.Get("Referrer-Policy") == "" {
			t.Errorf("%s %d: %v", a.url.Path, a.status, a.header)
		}
		static := strings.HasPrefix(a.url.Path, "/static/") && a.status == 200
		if got := a.header.Get("Cache-Control"); static != strings.Contains(got, "immutable") || !static && got != "no-store" {
			t.Errorf("%s %d: Cache-Control %q", a.url.Path, a.status, got)
		}
	}
}

// staticPath is a static file that the page names.
func staticPath(t *testing.T, p *page) string {
	t.Helper()
	n := p.find(func(n *html.Node) bool { return n.Data == "link" && strings.HasPrefix(attr(n, "href"), "/static/") })
	if n == nil {
		t.Fatal("the page names no static file")
	}
	return attr(n, "href")
}

func TestFault23_CookiesOff(t *testing.T) {
	w := setup(t)
	b := w.browser()
	b.http.Jar = nil
	b.enter(w.link("10", "THB")).want(400, "problem").wantHook("problem", "session-missing")
}

func TestFault25_SpoiltCookies(t *testing.T) {
	w := setup(t)
	b, p, _ := w.onlineReview()
	at := p.url
	spoil := func(change func(string) string) *page {
		jar, _ := cookiejar.New(nil)
		var cookies []*http.Cookie
		for _, c := range b.http.Jar.Cookies(at) {
			cookies = append(cookies, &http.Cookie{Name: c.Name, Value: change(c.Value), Path: "/"})
		}
		jar.SetCookies(at, cookies)
		other := w.browser()
		other.http.Jar = jar
		return other.get(at.Path)
	}
	spoil(func(v string) string { return v }).want(200, "review")
	for name, change := range map[string]func(string) string{
		"bit flip":   func(v string) string { return v[:len(v)/2] + string(v[len(v)/2]^1) + v[len(v)/2+1:] },
		"truncation": func(v string) string { return v[:len(v)/2] },
		"old name":   func(string) string { return "" },
		"garbage":    func(string) string { return "1.AAAA" },
	} {
		if p := spoil(change); p.status != 400 || p.hook("problem") != "session-missing" {
			t.Errorf("%s: %d %q", name, p.status, p.hook("problem"))
		}
	}
	// Copied to another payment's path.
	jar, _ := cookiejar.New(nil)
	other := *at
	other.Path = "/pay/AAAAAAAAAAAAAAAAAAAAAA"
	var cookies []*http.Cookie
	for _, c := range b.http.Jar.Cookies(at) {
		cookies = append(cookies, &http.Cookie{Name: c.Name, Value: c.Value, Path: "/"})
	}
	jar.SetCookies(&other, cookies)
	thief := w.browser()
	thief.http.Jar = jar
	thief.get(other.Path).want(400, "problem")

	w.keys = [][]byte{randomKey()} // wrong key
	w.restart(discard())
	b.get(at.Path).want(400, "problem")
}

func TestFault26_RotationAndSizes(t *testing.T) {
	w := setup(t)
	b, p, _ := w.onlineReview()
	w.keys = [][]byte{randomKey(), w.keys[0]}
	w.restart(discard())
	p = b.get(p.url.Path).want(200, "review") // the old session goes on
	b.press(p, "pay").want(200, "leaving")

	var links []url.Values
	c := w.browser()
	long := "https://shop.example/" + strings.Repeat("p", 2000)
	for range 10 {
		links = append(links, w.link("10", "THB", "returnUrl", long, "callbackUrl", long))
	}
	for _, link := range links {
		c.enter(link).want(200, "options")
	}
	for _, link := range links {
		if p := c.enter(link).want(200, "options"); p.link("return") != long {
			t.Error("an address of 2 KB was changed")
		}
	}
	huge := w.link("10", "THB", "accountName", strings.ReplaceAll(longNoise(9000), "\n", ""))
	c.enter(huge).want(400, "problem").wantHook("problem", "session-too-large")
}

func TestLanguages(t *testing.T) {
	w := setup(t)
	link := w.link("10", "THB")
	b := w.browser()
	b.headers.Set("Accept-Language", "th-TH,th;q=0.9,en;q=0.5")
	if p := b.enter(link).want(200, "options"); !strings.Contains(p.body, `lang="th"`) {
		t.Error("Accept-Language has no say")
	}
	p := b.enter(with(link, "lang", "en"))
	if !strings.Contains(p.body, `lang="en"`) {
		t.Error("?lang= in the RedirectURL has no say")
	}
	if p := b.get(p.url.Path + "?lang=th"); !strings.Contains(p.body, `lang="th"`) {
		t.Error("?lang= on a page has no say")
	}
	b.headers.Set("Accept-Language", "en")
	if p := b.get(p.url.Path); !strings.Contains(p.body, `lang="th"`) {
		t.Error("the last choice is forgotten")
	}
}

func TestMerchantName(t *testing.T) {
	w := setup(t)
	if p := w.browser().enter(w.link("10", "THB")); !strings.Contains(p.text(), "Demo") {
		t.Errorf("no channel name:\n%s", p.text())
	}
	if p := w.browser().enter(w.link("10", "THB", "merchantCode", "DEMO-NONAME")).want(200, "options"); !strings.Contains(p.text(), "shop.example") {
		t.Errorf("neither name nor host:\n%s", p.text())
	}
	link := w.link("10", "THB")
	link.Set("token", w.tokenFor(link.Get("idPayin"), "10", "THB", 30*time.Minute))
	w.calls.reset()
	p := w.browser().enter(link).want(200, "options")
	if !strings.Contains(p.text(), "shop.example") || w.calls.count("GET /merchant-info") != 0 {
		t.Errorf("a token that doesn't grant the name: %d calls\n%s", w.calls.count("GET /merchant-info"), p.text())
	}
}

// A usual payment takes at most five calls before the waiting starts.
func TestCallsOfAUsualPayment(t *testing.T) {
	w := setup(t)
	link := w.link("10", "THB")
	b := w.browser()
	p := b.enter(link)
	p = b.press(p, "continue", "paymentMethodCode", "ONLINE")
	p = b.press(p, "continue", "paymentOperatorCode", "004")
	b.press(p, "pay").want(200, "leaving")
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
	p := b.enter(link).want(200, "details")
	w.clock.advance(10 * time.Minute)
	w.calls.reset()
	b.press(p, "pay", "accountNumber", "0801234567").want(200, "instructions")
	if n := w.calls.count("GET /payins/"); n != 0 {
		t.Errorf("%d reads: %v", n, w.calls.list)
	}
}

// Changing the method keeps what stands in the form that is left.
func TestChangeKeepsWhatIsTyped(t *testing.T) {
	w := setup(t)
	b := w.browser()
	p := b.press(b.enter(w.link("10", "THB")), "continue", "paymentMethodCode", "PROMPTPAY").want(200, "details")
	change := p.find(func(n *html.Node) bool { return attr(n, "data-action") == "change-method" })
	p = b.do(http.MethodPost, attr(change, "formaction"), url.Values{"accountNumber": {"080 999"}}).want(200, "options")
	p = b.press(p, "continue", "paymentMethodCode", "PROMPTPAY").want(200, "details")
	if got := attr(p.input("accountNumber"), "value"); got != "080 999" {
		t.Errorf("what was typed is %q", got)
	}
}

// Fault 18: "I have paid" and a number that come before anybody asked leave no
// trace: the instructions are shown, and no number is sent.
func TestFault18_ActionsTooEarlyLeaveNoTrace(t *testing.T) {
	w := setup(t)
	b := w.browser()
	link := w.link("10", "THB", "paymentMethodCode", "PROMPTPAY")
	p := b.enter(link).want(200, "details")
	at := p.url.Path
	b.do(http.MethodPost, at+"/paid", url.Values{}).want(200, "details")
	b.press(p, "pay", "accountNumber", "0801234567").want(200, "instructions")
	b.do(http.MethodPost, at+"/reference", url.Values{"reference": {"432112345678"}}).want(200, "instructions")
	if n := w.calls.count("POST /payins/" + link.Get("idPayin") + "/externalReference"); n != 0 {
		t.Errorf("%d numbers were sent that nobody asked for", n)
	}
}
