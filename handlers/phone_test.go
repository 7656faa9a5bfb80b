package handlers_test

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"strconv"
	"strings"
	"testing"
	"time"

	"golang.org/x/net/html"

	"payapp/internal/qr"
	"payapp/internal/session"
	"payapp/internal/testing/browser"
)

// inAnApp is a payment by UPI at a desktop, with the code for a phone.
func (w *world) inAnApp(t *testing.T) (d *atDesk, p *browser.Page, code string) {
	t.Helper()
	d = &atDesk{w.browser(), w, w.link("499", "INR", "paymentMethodCode", "UPIQR")}
	p = d.Press(d.Enter(d.link).Want(200, "details"), "pay", "accountNumber", "a1@ybl").Want(200, "instructions")
	p = d.Press(p, "to-phone").Want(200, "status")
	return d, p, d.code(t, p)
}

// atDesk is who pays there.
type atDesk struct {
	*browser.Browser
	w    *world
	link url.Values
}

// code is what the phone's code on the page says: its drawing is compared with one of the
// address for the time that the sealed progress has.
func (d *atDesk) code(t *testing.T, p *browser.Page) string {
	t.Helper()
	sealer, err := session.New(session.Config{Keys: d.w.keys, Now: d.w.clock.now})
	if err != nil {
		t.Fatal(err)
	}
	r := httptest.NewRequest(http.MethodGet, p.URL.Path, nil)
	for _, c := range d.HTTP.Jar.Cookies(p.URL) {
		r.AddCookie(c)
	}
	var progress struct {
		Until time.Time `json:"ph"`
	}
	if err := sealer.Open(r, "progress", p.URL.Path, &progress); err != nil {
		t.Fatal(err)
	}
	secret := sealer.Sign("phone", d.link.Get("token"), strconv.FormatInt(progress.Until.UnixNano(), 10))[:24]
	address := d.w.app.URL + "/phone?c=" + strings.TrimPrefix(p.URL.Path, "/pay/") + "." + secret
	want, err := qr.SVG(address)
	if err != nil {
		t.Fatal(err)
	}
	if !hasPhoneCode(p) || !strings.Contains(p.Body, `d="`+want.Path+`"`) {
		t.Fatalf("there is no code of %s: %s", address, p.Words())
	}
	return address
}

func hasPhoneCode(p *browser.Page) bool {
	return p.Find(func(n *html.Node) bool { return n.Data == "svg" && browser.HasAttr(n, "data-phone") }) != nil
}

// A code opens the payment on the phone, once, with what the desktop has done: it is
// created already, and by nobody a second time.
func TestContinueOnAPhone(t *testing.T) {
	w := setup(t)
	desk, p, code := w.inAnApp(t)
	w.calls.reset()
	phone := w.browser()
	for range 2 { // who only looks at the address uses nothing up
		raw(phone).Do(http.MethodHead, code, nil)
		phone.Get(code).Want(200, "phone")
	}
	arrived := phone.Press(phone.Get(code), "continue").Want(200, "instructions").WantHook("method", "UPIQR")
	if arrived.URL.Path != p.URL.Path || arrived.Link("open-app") != desk.Press(p, "back").Want(200, "instructions").Link("open-app") {
		t.Errorf("it is another payment: %s, %s", arrived.URL, arrived.Words())
	}
	if hasPhoneCode(arrived) {
		t.Error("the phone's page has the desktop's code")
	}
	phone.Press(arrived, "continue").Want(200, "status").WantHook("moment", "said-paid")
	desk.Get(p.URL.Path).Want(200, "instructions") // each is told what its own customer said
	if n := w.calls.count("POST"); n != 0 {
		t.Errorf("%d creations by the phone", n)
	}

	other := w.browser()
	used := other.Press(other.Get(code).Want(200, "phone"), "continue").Want(410, "problem").WantHook("problem", "phone-code")
	if len(other.HTTP.Jar.Cookies(used.URL)) > 0 {
		t.Error("who comes second has a session")
	}
	twice := phone.Do(http.MethodPost, "/phone", url.Values{"seen": {strings.TrimPrefix(code, w.app.URL+"/phone?c=")}})
	twice.Want(200, "status") // a button that was pressed twice
}

// Ten minutes by our clock. The page's code goes by itself: its news say so.
func TestAPhonesCodeEnds(t *testing.T) {
	w := setup(t)
	desk, p, code := w.inAnApp(t)
	w.clock.advance(9*time.Minute + 59*time.Second) // the clock began with a minute
	before := desk.Get(p.URL.Path)
	desk.code(t, before)
	w.clock.advance(time.Second)
	after := desk.Get(p.URL.Path)
	if version(t, before) == version(t, after) || hasPhoneCode(after) {
		t.Error("the code stays")
	}
	phone := w.browser()
	phone.Press(phone.Get(code).Want(200, "phone"), "continue").WantHook("problem", "phone-code")
	_ = desk.code(t, desk.Press(after, "to-phone")) // and a new one is there
}

// A new code ends the one before, and a changed or foreign one opens nothing and ends
// nothing.
func TestOnlyTheLastCodeOfAPhone(t *testing.T) {
	w := setup(t)
	desk, p, first := w.inAnApp(t)
	w.clock.advance(time.Microsecond) // no two presses are at one time
	second := desk.code(t, desk.Press(p, "to-phone"))
	for what, code := range map[string]string{
		"the first": first,
		"another":   second[:len(second)-24] + strings.Repeat("A", 24),
		"no one's":  w.app.URL + "/phone?c=AAAAAAAAAAAAAAAAAAAAAAAA." + second[len(second)-24:],
		"a long":    w.app.URL + "/phone?c=" + strings.Repeat("../", 1000),
	} {
		phone := w.browser()
		if p := phone.Press(phone.Get(code).Want(200, "phone"), "continue"); p.Status != 410 && p.Status != 404 || len(phone.HTTP.Jar.Cookies(p.URL)) > 0 {
			t.Errorf("%s: %d %s", what, p.Status, p.Words())
		}
	}
	w.browser().Get("/phone?c=").Want(400, "problem")
	phone := w.browser()
	phone.Press(phone.Get(second), "continue").Want(200, "instructions")
}

// A code ends when its customer says to have paid, comes back from a wallet, or goes back
// to how to pay here: nobody who may have paid is sent to pay once more.
func TestAPhonesCodeEndsWithTheDesktopsDoings(t *testing.T) {
	w := setup(t)
	for name, do := range map[string]func(*atDesk, *browser.Page){
		"said": func(d *atDesk, p *browser.Page) {
			d.Press(d.Press(p, "back"), "continue").WantHook("moment", "said-paid")
		},
		"said elsewhere": func(d *atDesk, p *browser.Page) {
			d.Do(http.MethodPost, p.URL.Path+"/paid", nil)
		},
		"back": func(d *atDesk, p *browser.Page) { d.Press(p, "back").Want(200, "instructions") },
	} {
		desk, p, code := w.inAnApp(t)
		do(desk, p)
		phone := w.browser()
		if p := phone.Press(phone.Get(code), "continue"); p.Status != 410 {
			t.Errorf("%s: %d %s", name, p.Status, p.Words())
		}
	}
}

// The phone is led to a wallet by nobody but its customer, and a code ends when the
// desktop's comes back from there.
func TestAPhoneAtAWallet(t *testing.T) {
	w := setup(t)
	d := &atDesk{w.browser(), w, w.link("50000", "IDR", "paymentMethodCode", "EWALLET", "paymentOperatorCode", "OVO")}
	p := d.Press(d.Enter(d.link), "pay").Want(200, "leaving")
	p = d.Press(p, "to-phone").Want(200, "status")
	code := d.code(t, p)
	phone := w.browser()
	arrived := phone.Press(phone.Get(code), "continue").Want(200, "status").WantHook("moment", "at-bank")
	if arrived.Link("proceed") == "" || arrived.Find(func(n *html.Node) bool { return browser.HasAttr(n, "data-after") }) != nil {
		t.Error("it is led on: ", arrived.Words())
	}
	w.clock.advance(time.Microsecond)
	code = d.code(t, d.Press(p, "to-phone"))
	d.Get(p.URL.Path+"?returned=1").Want(200, "status").WantHook("moment", "said-paid")
	other := w.browser()
	other.Press(other.Get(code), "continue").Want(410, "problem")
}

// After a restart a code of this process is gone, and its customer told how to go on.
func TestAPhonesCodeAndARestart(t *testing.T) {
	w := setup(t)
	desk, p, code := w.inAnApp(t)
	w.restart(discard())
	phone := w.browser()
	phone.Press(phone.Get(code).Want(200, "phone"), "continue").Want(410, "problem").WantHook("problem", "phone-code")
	again := desk.code(t, desk.Press(desk.Get(p.URL.Path), "to-phone"))
	phone.Press(phone.Get(again), "continue").Want(200, "instructions")
}

// Only what is paid in an app offers it, and never a status link.
func TestWhatAPhoneIsOfferedFor(t *testing.T) {
	w := setup(t)
	b, p := w.pay(w.link("10", "THB"))
	if p.Has("data-action", "to-phone") {
		t.Error("a bank's code is offered to a phone")
	}
	b.Do(http.MethodPost, p.URL.Path+"/phone", nil).Want(200, "instructions")
	if p = b.Get(p.URL.Path); hasPhoneCode(p) {
		t.Error("a code was made for it")
	}
}

// Neither a page nor the log has what is in the code, and the address leaves with no
// referrer.
func TestNothingTellsAPhonesCode(t *testing.T) {
	w := setup(t)
	desk, p, code := w.inAnApp(t)
	secret := code[len(code)-24:]
	phone := w.browser()
	arrival := phone.Get(code)
	if got := arrival.Header.Get("Referrer-Policy"); got != "strict-origin" {
		t.Errorf("Referrer-Policy: %s", got)
	}
	if got := arrival.Header.Get("Cache-Control"); !strings.Contains(got, "no-store") {
		t.Errorf("Cache-Control: %s", got)
	}
	phone.Press(arrival, "continue").Want(200, "instructions")
	desk.Get(p.URL.Path)
	if log := w.log.String(); strings.Contains(log, secret) || !strings.Contains(log, "method=POST route=/phone status=303") {
		t.Error("the log:\n", log)
	}
	if strings.Contains(p.Body, secret) {
		t.Error("the page says what is in the code")
	}
}

// Another site can neither make a code nor give a victim's browser a session of its own.
func TestAnotherSiteMovesNoSession(t *testing.T) {
	w := setup(t)
	desk, p, code := w.inAnApp(t)
	victim := w.browser()
	for _, from := range []http.Header{{"Sec-Fetch-Site": {"cross-site"}}, {"Origin": {"https://evil.example"}}, {"Origin": {"null"}}} {
		desk.Headers, victim.Headers = from, from
		desk.Do(http.MethodPost, p.URL.Path+"/phone", nil).Want(403, "problem")
		got := victim.Do(http.MethodPost, "/phone", url.Values{"seen": {code[strings.Index(code, "=")+1:]}}).Want(403, "problem")
		if len(got.Header["Set-Cookie"]) > 0 {
			t.Error("a session was given")
		}
	}
	desk.Headers = http.Header{}
	if got := desk.code(t, desk.Get(p.URL.Path)); got != code {
		t.Error("another code was made")
	}
}
