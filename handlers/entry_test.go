package handlers_test

import (
	"encoding/base64"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"golang.org/x/net/html"

	"payapp/internal/application"
	"payapp/internal/testing/browser"
	"payapp/methods"
)

func TestFault01_MissingParameter(t *testing.T) {
	w := setup(t)
	for _, name := range []string{"merchantCode", "idPayin", "token", "amount", "currencyCode", "callbackUrl", "returnUrl"} {
		link := w.link("10", "THB")
		link.Del(name)
		w.calls.reset()
		p := w.browser().Enter(link).Want(400, "problem").WantHook("problem", "entry-invalid")
		if !strings.Contains(p.Text(), name+": missing") {
			t.Errorf("the page doesn't name %s:\n%s", name, p.Words())
		}
		if n := w.calls.count(""); n != 0 {
			t.Errorf("without %s: %d calls reached the gateway", name, n)
		}
	}
	w.browser().Get("/").Want(400, "problem").WantHook("problem", "entry-missing")
}

func TestFault02_ParameterTwice(t *testing.T) {
	w := setup(t)
	link := w.link("10", "THB")
	p := w.browser().Get("/?"+link.Encode()+"&amount=10").Want(400, "problem").WantHook("problem", "entry-invalid")
	if !strings.Contains(p.Text(), "twice") {
		t.Errorf("got:\n%s", p.Words())
	}
	// In the address and in the form is twice, too.
	w.browser().Do(http.MethodPost, "/?amount=10", link).Want(400, "problem")
	w.browser().Get("/?"+link.Encode()+"&utm=1&utm=2").Want(200, "options")
}

// unsigned makes a JWT that anybody could make.
func unsigned(claims string) string {
	part := func(s string) string { return base64.RawURLEncoding.EncodeToString([]byte(s)) }
	return part(`{"alg":"none"}`) + "." + part(claims) + "."
}

func TestFault03_TokenRefused(t *testing.T) {
	w := setup(t)
	good := w.link("10", "THB")
	other := w.link("10", "THB")
	w.clock.advance(-2 * time.Hour)
	expired := w.link("10", "THB")
	w.clock.advance(2 * time.Hour)
	var first string
	for name, link := range map[string]url.Values{
		"of another payment": with(good, "token", other.Get("token")),
		"not a JWT":          with(good, "token", "nonsense"),
		"alg none":           with(good, "token", unsigned(`{"merchantCode":"DEMO","exp":99999999999}`)),
		"expired":            expired,
		"another amount":     with(good, "amount", "11"),
	} {
		if name == "expired" { // by its own word, which anybody can write
			w.browser().Enter(link).Want(403, "problem").WantHook("problem", "token-expired")
			continue
		}
		p := w.browser().Enter(link).Want(403, "problem").WantHook("problem", "token-rejected")
		text := withoutSupportCode(p.Text())
		if first == "" {
			first = text
		}
		if text != first {
			t.Errorf("token %s: the page differs:\n%s\n%s", name, browser.Short(text), browser.Short(first))
		}
		for _, secret := range []string{link.Get("idPayin"), "Demo", "shop.example", "THB", "฿"} {
			if strings.Contains(text, secret) {
				t.Errorf("token %s: the page shows %q", name, secret)
			}
		}
	}
}

// The merchant in the link is the customer's to edit and decides nothing: the
// token's own merchant does, however the gateway spells it there.
func TestMerchantOfTheLinkIsNotComparedWithTheTokens(t *testing.T) {
	w := setup(t)
	for _, spelling := range []string{"demo", "4711", "DEMO-BANKS"} {
		p := w.browser().Enter(with(w.link("10", "THB"), "merchantCode", spelling)).Want(200, "options")
		if !strings.Contains(p.Text(), "Demo Shop") {
			t.Errorf("%s: the page isn't the token's merchant's:\n%s", spelling, p.Words())
		}
	}
}

// withoutSupportCode drops the support code, which differs every time.
func withoutSupportCode(text string) string {
	before, _, _ := strings.Cut(text, "Support code")
	return before
}

func TestFault04_TokenExpiresMeanwhile(t *testing.T) {
	w := setup(t)
	link := w.link("10", "THB", "paymentMethodCode", "PROMPTPAY")
	b := w.browser()
	p := b.Enter(link).Want(200, "details")
	w.clock.advance(31 * time.Minute)
	p = b.Press(p, "pay", "accountNumber", "0801234567")
	p.Want(403, "problem").WantHook("problem", "token-expired")
	if got := p.Link("return"); got != link.Get("returnUrl") {
		t.Errorf("the way back leads to %q", got)
	}
	if n := w.calls.count("POST /payins/" + link.Get("idPayin")); n > 1 {
		t.Errorf("%d creations", n)
	}

	paid := w.link("10", "THB", "paymentMethodCode", "PROMPTPAY")
	c := w.browser()
	c.Press(c.Enter(paid), "pay", "accountNumber", "0801234567").Want(200, "instructions")
	w.set(paid.Get("idPayin"), "SUCCESS")
	at := c.Enter(paid).Want(200, "status").WantHook("status", "success").URL.Path
	w.clock.advance(31 * time.Minute)
	c.Get(at).Want(200, "status").WantHook("status", "success") // known, so it stays visible
}

func TestFault05_OversizedAndBroken(t *testing.T) {
	w := setup(t)
	for target, want := range map[string]int{
		"/?x=" + strings.Repeat("a", 20<<10): 414,
		"/?x=%ff":                            400,
		"/?x=%00":                            400,
		"/?x=%zz":                            400,
		"/?a=1;b=2":                          400,
		"/pay/%ff":                           400,
		"/pay/" + strings.Repeat("a", 3000):  400,
		"/nothing/here":                      404,
		"/static/page-000000000000.css":      404,
		"/return/%00?to=x":                   400,
		"/status?idPayin=%ff&token=a&currencyCode": 400,
	} {
		if p := w.browser().Get(target); p.Status != want || p.Hook("page") != "problem" {
			t.Errorf("%.60s: got %d %q, want %d", target, p.Status, p.Hook("page"), want)
		}
	}
	if p := w.browser().Do(http.MethodPost, "/", url.Values{"token": {strings.Repeat("a", 1<<20)}}); p.Status != 413 {
		t.Errorf("a form of 1 MB: %d", p.Status)
	}
	b := w.browser()
	b.Headers.Set("X-Large", strings.Repeat("a", 1<<20))
	r, _ := http.NewRequest(http.MethodGet, b.Base+"/", nil)
	r.Header = b.Headers
	if response, err := b.HTTP.Do(r); err == nil {
		response.Body.Close()
		if response.StatusCode != 431 && response.StatusCode != 400 {
			t.Errorf("a header of 1 MB: %d", response.StatusCode)
		}
	}
}

func TestFault06_EntryLinkOpenedAgain(t *testing.T) {
	w := setup(t)
	link := w.link("10", "THB", "paymentMethodCode", "PROMPTPAY")
	b := w.browser()
	b.Press(b.Enter(link), "pay", "accountNumber", "0801234567").Want(200, "instructions")
	b.Enter(link).Want(200, "instructions")
	w.browser().Enter(link).Want(200, "instructions")
	w.set(link.Get("idPayin"), "FAILED")
	w.browser().Enter(link).Want(200, "status").WantHook("status", "failed")
	b.Enter(link).Want(200, "status").WantHook("status", "failed")
	if n := w.calls.count("POST /payins/" + link.Get("idPayin")); n != 1 {
		t.Errorf("%d creations, want 1", n)
	}
}

func TestFault07_LooksWithoutSideEffects(t *testing.T) {
	w := setup(t)
	link := w.link("10", "THB", "paymentMethodCode", "ONLINE", "paymentOperatorCode", "004")
	b := w.browser()
	for range 5 {
		p := b.Do(http.MethodHead, "/?"+link.Encode(), nil)
		if p.Status != 200 || p.Body != "" {
			t.Errorf("HEAD: %d with %d bytes", p.Status, len(p.Body))
		}
		get := b.Enter(link).Want(200, "review")
		for _, name := range []string{"Content-Type", "Content-Security-Policy", "Cache-Control", "Referrer-Policy"} {
			if p.Header.Get(name) != get.Header.Get(name) {
				t.Errorf("HEAD has %s %q, GET %q", name, p.Header.Get(name), get.Header.Get(name))
			}
		}
		if !strings.Contains(get.Body, `content="noindex"`) {
			t.Error("the page may be indexed")
		}
		if title := get.Find(func(n *html.Node) bool { return n.Data == "title" }).FirstChild.Data; strings.Contains(title, link.Get("idPayin")) || strings.Contains(title, "10") || strings.Contains(title, "Demo") {
			t.Errorf("a preview tells %q", title)
		}
	}
	if n := w.calls.count("POST /payins/" + link.Get("idPayin")); n != 0 {
		t.Errorf("looking created %d payments", n)
	}
	if n := w.calls.count("GET /payins/" + link.Get("idPayin")); n > 1 {
		t.Errorf("looking read the payment %d times", n)
	}
	for _, path := range []string{"/", "/status", "/pay/x", "/status/x", "/return/x", "/pay/x/qr.png"} {
		if p := w.browser().Do(http.MethodHead, path, nil); p.Status == 405 || p.Body != "" {
			t.Errorf("HEAD %s: %d", path, p.Status)
		}
	}
}

func TestFault08_GuessedReferences(t *testing.T) {
	w := setup(t)
	link := w.link("10", "THB", "paymentMethodCode", "PROMPTPAY")
	b := w.browser()
	p := b.Press(b.Enter(link), "pay", "accountNumber", "0801234567").Want(200, "instructions")
	stranger := w.browser()
	real, guess := stranger.Get(p.URL.Path), stranger.Get("/pay/AAAAAAAAAAAAAAAAAAAAAA")
	if withoutSupportCode(real.Text()) != withoutSupportCode(guess.Text()) || real.Status != guess.Status {
		t.Errorf("a real reference answers differently:\n%s\n%s", real.Words(), guess.Words())
	}
	status := func(id, token string) *browser.Page {
		return w.browser().Get("/status?" + url.Values{"idPayin": {id}, "token": {token}, "currencyCode": {"THB"}}.Encode())
	}
	a := status(link.Get("idPayin"), "guessed")
	none := status("never-was", "guessed")
	anothers := status("never-was", w.infoToken(link.Get("idPayin")))
	for _, p := range []*browser.Page{none, anothers} {
		if withoutSupportCode(a.Text()) != withoutSupportCode(p.Text()) || a.Status != p.Status {
			t.Errorf("answers differ:\n%d %s\n%d %s", a.Status, a.Words(), p.Status, p.Words())
		}
	}
}

func TestFault09_ReturnURL(t *testing.T) {
	w := setup(t)
	for _, bad := range []string{"javascript:alert(1)", "data:text/html,x", "//evil.example", `/\evil.example`, "https://a\t.example", "https://a\n.example", "https://u:p@evil.example"} {
		p := w.browser().Enter(w.link("10", "THB", "returnUrl", bad)).Want(400, "problem")
		if strings.Contains(p.Body, `href="`+bad[:7]) {
			t.Errorf("%q became a link", bad)
		}
	}
	strict := setup(t, func(c *application.Config) { c.AllowHTTP = false })
	strict.browser().Enter(strict.link("10", "THB", "callbackUrl", "https://shop.example/", "returnUrl", "http://shop.example/")).Want(400, "problem")
}

func TestFault10_HostsAndLineBreaks(t *testing.T) {
	w := setup(t)
	p := w.browser().Enter(w.link("10", "THB", "merchantCode", "DEMO-NONAME", "returnUrl", "https://аpple.example/x")).Want(200, "options")
	if !strings.Contains(p.Text(), "xn--pple-43d.example") {
		t.Errorf("the look-alike host isn't shown as punycode:\n%s", p.Words())
	}
	for _, name := range []string{"idPayin", "token", "accountName", "paymentMethodCode", "returnUrl"} {
		link := w.link("10", "THB")
		link.Set(name, "x\r\nSet-Cookie: a=b")
		p := w.browser().Enter(link).Want(400, "problem")
		if p.Header.Get("Set-Cookie") != "" {
			t.Errorf("%s: a header was injected", name)
		}
	}
	if strings.Contains(w.log.String(), "\nSet-Cookie") {
		t.Error("a log line was injected")
	}
}

func TestFault14_NamesThatBite(t *testing.T) {
	w := setup(t)
	link := w.link("10", "ZAR", "paymentMethodCode", "BANKA_PAY")
	b := w.browser()
	p := b.Enter(link).Want(200, "details")
	for _, bad := range []string{longNoise(10_000), "a\u202eb", "a\u202db", "a\x01b"} {
		p = b.Press(p, "pay", "accountName", bad).Want(200, "details")
		if !p.Has("data-error", "accountName") {
			t.Errorf("%.20q is accepted", bad)
		}
	}
	p = b.Press(p, "pay", "accountName", `<script>alert(1)</script>`, "accountNumber", "1").Want(200, "details")
	if strings.Contains(p.Body, "<script>alert") {
		t.Error("a name became a script")
	}
	given := w.link("10", "ZAR", "paymentMethodCode", "BANKA_PAY", "accountName", "שלום 1", "customerName.lastName", "x")
	review := w.browser().Enter(given).Want(200, "review")
	if !strings.Contains(review.Body, `<bdi translate="no">שלום 1</bdi>`) {
		t.Error("a name from right to left isn't set apart")
	}
}

// However long an answer is, the page that asked comes back with a message at
// the field.
func TestFault14_LongAnswers(t *testing.T) {
	w := setup(t)
	long := longNoise(10_000)
	b := w.browser()
	p := b.Enter(w.link("10", "THB", "paymentMethodCode", "PROMPTPAY")).Want(200, "details")
	b.Do(http.MethodPost, p.URL.Path+"/language", url.Values{"accountNumber": {long}}).Want(200, "details")
	p = b.Press(p, "pay", "accountNumber", long).Want(200, "details")
	if !p.Has("data-error", "accountNumber") {
		t.Error("the field has no message")
	}

	b = w.browser()
	p = b.Press(b.Enter(w.link("10", "INR", "paymentMethodCode", "P2A_V2", "paymentOperatorCode", "HDFC")), "pay")
	p = b.Press(p.Want(200, "instructions"), "continue").Want(200, "reference")
	b.Do(http.MethodPost, p.URL.Path+"/language", url.Values{"reference": {long}}).Want(200, "reference")
	p = b.Press(p, "submit-reference", "reference", long).Want(200, "reference")
	if !p.Has("data-error", "reference") {
		t.Error("the reference has no message")
	}

	// Each as long as it may be, and together more than the cookie holds.
	b = w.browser()
	p = b.Enter(w.link("800", "TWD", "paymentMethodCode", "CODE_PAYMENT", "paymentOperatorCode", "ibon")).Want(200, "details")
	form := url.Values{}
	m, _ := methods.Default().Find("CODE_PAYMENT", "TWD")
	for i, field := range m.Fields {
		signs := make([]rune, field.Input().MaxLength)
		for n := range signs {
			signs[n] = rune(0x4e00 + (i*1000+n)*7919%20000)
		}
		form.Set(field.Name, string(signs))
	}
	b.Do(http.MethodPost, p.URL.Path+"/pay", form).Want(200, "details")
}

func TestFault15_TamperedForm(t *testing.T) {
	w := setup(t)
	link := w.link("10", "THB", "paymentMethodCode", "PROMPTPAY", "accountNumber", "0801234567")
	b := w.browser()
	p := b.Enter(link).Want(200, "review")
	p = b.Press(p, "pay", "amount", "0.01", "currencyCode", "VND", "paymentMethodCode", "ONLINE", "accountNumber", "0899999999", "idPayin", "other")
	p.Want(200, "instructions").WantHook("method", "PROMPTPAY")
	if !p.Has("data-amount", "10.00") {
		t.Errorf("another amount:\n%s", p.Words())
	}
	if n := w.calls.count("POST /payins/other"); n != 0 {
		t.Error("another payment was created")
	}
}

func TestFault16_NotOffered(t *testing.T) {
	w := setup(t)
	for _, pairs := range [][]string{
		{"paymentMethodCode", "QRPH"}, {"paymentOperatorCode", "NOBANK"}, {"paymentMethodCode", "ONLINE", "paymentOperatorCode", "NOBANK"},
	} {
		link := w.link("10", "THB", pairs...)
		p := w.browser().Enter(link).Want(200, "problem").WantHook("problem", "option-unavailable")
		if p.Link("return") != link.Get("returnUrl") {
			t.Error("no way back to the shop")
		}
	}
	link := w.link("10", "THB")
	b := w.browser()
	p := b.Enter(link).Want(200, "options")
	b.Press(p, "continue", "paymentMethodCode", "QRPH").Want(200, "problem").WantHook("problem", "option-unavailable")
	if n := w.calls.count("POST /payins/" + link.Get("idPayin")); n != 0 {
		t.Error("something was sent")
	}
}

// Ours: interface.md says "returnUrl: string (URL)". A shop's app may be one
// where the operator says so, and what a browser would run never is.
func TestReturnIntoTheShopsApp(t *testing.T) {
	w := setup(t, func(c *application.Config) { c.ReturnSchemes = []string{"myshop"} })
	for address, ok := range map[string]bool{
		"myshop://thanks?order=1": true, "othershop://thanks": false, "javascript:alert(1)": false, "data:text/html,x": false, "file:///etc/passwd": false,
		"myshop:javascript": false, "https://shop.example/r": true,
	} {
		p := w.browser().Enter(w.link("10", "THB", "returnUrl", address))
		if !ok {
			p.Want(400, "problem")
			continue
		}
		if got := p.Want(200, "options").Link("return"); got != address {
			t.Errorf("%s: the way back leads to %q", address, got)
		}
	}
	setup(t).browser().Enter(w.link("10", "THB", "returnUrl", "myshop://thanks")).Want(400, "problem")
}

// Ours: a wrong link leads back to where it came from without JavaScript, too: to that
// site alone, whose address of the link may have the token in it.
func TestAWrongLinkLeadsBackWithoutScript(t *testing.T) {
	w := setup(t)
	b := w.browser()
	b.Headers = http.Header{"Referer": {"https://shop.example/pay?token=secret"}}
	p := b.Enter(with(w.link("10", "THB"), "amount", "abc")).Want(400, "problem")
	if !strings.Contains(p.Body, `<noscript><a class="go" href="https://shop.example/" data-action="step-back"`) || strings.Contains(p.Body, "secret") {
		t.Errorf("got\n%s", p.Body)
	}
	for _, from := range []string{"javascript:alert(1)", b.Base + "/phone"} { // at ours there is nothing without a link
		b.Headers.Set("Referer", from)
		if p = b.Get("/nowhere").Want(404, "problem"); strings.Contains(p.Body, "<noscript><a") {
			t.Errorf("from %s: got\n%s", from, p.Body)
		}
	}
}
