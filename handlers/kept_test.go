package handlers_test

import (
	"crypto/rand"
	"net/http"
	"net/http/httptest"
	"net/url"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"golang.org/x/net/html"

	"payapp/internal/session"
	"payapp/internal/testing/browser"
	"payapp/internal/testing/racing"
	"payapp/methods"
)

// shownToPayBy is everything on a page that somebody pays by: rows, codes, links
// into apps, amounts and the deadline.
func shownToPayBy(p *browser.Page) []string {
	var shown []string
	browser.Walk(p.Doc, func(n *html.Node) bool {
		switch {
		case browser.Attr(n, "data-row") != "":
			shown = append(shown, browser.Attr(n, "data-row")+"="+browser.Attr(n, "data-value"))
		case browser.Attr(n, "data-amount") != "":
			shown = append(shown, browser.Attr(n, "data-amount")+" "+browser.Attr(n, "data-currency"))
		case browser.HasAttr(n, "data-deadline"):
			shown = append(shown, "until "+browser.Attr(n, "datetime"))
		case browser.Attr(n, "data-action") == "open-app":
			shown = append(shown, browser.Attr(n, "href"))
		case browser.HasAttr(n, "data-qr"):
			browser.Walk(n, func(path *html.Node) bool {
				shown = append(shown, browser.Attr(path, "d"))
				return false
			})
		}
		return false
	})
	return shown
}

// longer has the sandbox's payments expire only after so long.
func (w *world) longer(lifetime time.Duration) {
	expire := w.clock.now().Add(lifetime).UTC().Format("2006-01-02T15:04:05.000Z")
	w.reword(func(body string) string {
		return regexp.MustCompile(`"expireAt":"[^"]*"`).ReplaceAllString(body, `"expireAt":"`+expire+`"`)
	})
}

// reword changes what the gateway answers.
func (w *world) reword(change func(string) string) {
	w.calls.replace(http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		answer := httptest.NewRecorder()
		w.box.Handler().ServeHTTP(answer, r)
		for name, values := range answer.Header() {
			if name != "Content-Length" {
				rw.Header()[name] = values
			}
		}
		rw.WriteHeader(answer.Code)
		_, _ = rw.Write([]byte(change(answer.Body.String())))
	}))
}

// cookieBytes is how much of a request's Cookie header the payment takes.
func cookieBytes(w *world, b *browser.Browser, path string) (bytes int) {
	at, _ := url.Parse(w.app.URL + path)
	for _, c := range b.HTTP.Jar.Cookies(at) {
		bytes += len(c.Name) + len("=; ") + len(c.Value)
	}
	return bytes
}

// payBy starts a payment of the method, up to the page that says how to pay.
func (w *world) payBy(t *testing.T, m methods.Method, pairs ...string) (*browser.Browser, *browser.Page, url.Values) {
	t.Helper()
	b, p, link := w.start(m, pairs...)
	form := requiredOf(t, m)
	return b, b.Press(p, "pay", form...), link
}

// Fault 54: "Token's time over while the customer pays → instructions stay until
// expireAt, after a restart too". With nine days to pay, and a token of thirty
// minutes, a process that knows nothing shows everything that one pays by.
func TestFault54_HowToPayStaysUntilItsDeadline(t *testing.T) {
	for _, m := range racing.Part(4, methods.Default().All()) {
		if m.Presentation == methods.Redirect || m.RedirectFirst {
			continue // one pays at the bank, or goes there once more: see below
		}
		t.Run(m.Code+"_"+m.Currency, func(t *testing.T) {
			t.Parallel()
			w := setup(t)
			w.longer(9 * 24 * time.Hour)
			b, p, link := w.payBy(t, m)
			want := shownToPayBy(p.Want(200, "instructions"))
			if len(want) == 0 {
				t.Fatal("nothing to pay by")
			}
			for _, later := range []time.Duration{time.Hour, 7 * 24 * time.Hour} {
				w.clock.advance(later)
				w.restart(discard())
				q := b.Get(p.URL.Path).Want(200, "instructions").WantHook("status", "unknown")
				if diff := cmp.Diff(want, shownToPayBy(q)); diff != "" {
					t.Errorf("%s later it is something else (-want +got)\n%s", later, diff)
				}
				if !strings.Contains(q.Text(), "These details are from") || !strings.Contains(q.Text(), "may have changed") {
					t.Errorf("nothing says when that was read:\n%s", q.Words())
				}
				if q.Link("return") != link.Get("returnUrl") {
					t.Errorf("back leads to %q", q.Link("return"))
				}
			}
			if diff := cmp.Diff(want, shownToPayBy(b.Enter(link).Want(200, "instructions"))); diff != "" {
				t.Errorf("by the shop's link it is something else (-want +got)\n%s", diff)
			}
			if n := cookieBytes(w, b, p.URL.Path); n > session.MaxTotal {
				t.Errorf("%d bytes of cookies", n)
			}
		})
	}
}

// Once the deadline has passed nothing more is asked for, and nobody says that it
// failed.
func TestFault54_AfterTheDeadlineNothingIsAskedFor(t *testing.T) {
	w := setup(t)
	w.longer(9 * 24 * time.Hour)
	m, _ := methods.Default().Find("CODE_PAYMENT", "TWD")
	b, p, _ := w.payBy(t, m)
	w.clock.advance(9*24*time.Hour + 2*time.Minute)
	w.restart(discard())
	q := b.Get(p.Want(200, "instructions").URL.Path).Want(200, "status").WantHook("status", "unknown")
	if !q.Has("data-action", "return") {
		t.Errorf("there is no way to the shop:\n%s", q.Words())
	}
}

// Who pays at a bank finds the way there again.
func TestFault54_TheWayToTheBankIsKept(t *testing.T) {
	w := setup(t)
	w.longer(9 * 24 * time.Hour)
	m, _ := methods.Default().Find("ONLINE", "THB")
	b, p, _ := w.payBy(t, m)
	bank := p.Want(200, "leaving").Link("proceed")
	w.clock.advance(24 * time.Hour)
	w.restart(discard())
	q := b.Get(p.URL.Path).Want(200, "status").WantHook("status", "unknown")
	if q.Link("proceed") != bank || !q.Has("data-action", "return") {
		t.Errorf("no way to the bank, or to the shop:\n%s", q.Words())
	}
}

// A bank's instructions that fill a cookie are left out; account and amount stay.
func TestFault54_LongInstructionsAreLeftOut(t *testing.T) {
	w := setup(t)
	long := `"paymentInstructionList":[{"title":"ATM","steps":["` + longNoise(6000) + `"]}]`
	w.reword(func(body string) string {
		return regexp.MustCompile(`"paymentInstructionList":\[.*?\]\}\]`).ReplaceAllString(body, long)
	})
	m, _ := methods.Default().Find("VAPAY", "IDR")
	b, p, _ := w.payBy(t, m)
	if !strings.Contains(p.Want(200, "instructions").Text(), "ATM") {
		t.Fatalf("no instructions:\n%s", p.Words())
	}
	want := shownToPayBy(p)
	w.clock.advance(time.Hour)
	w.restart(discard())
	q := b.Get(p.URL.Path).Want(200, "instructions").WantHook("status", "unknown")
	if diff := cmp.Diff(want, shownToPayBy(q)); diff != "" {
		t.Errorf("something else is left (-want +got)\n%s", diff)
	}
}

// What has no room is said to have none while it can still be copied, and what
// the browser doesn't have isn't made up later.
func TestFault54_WithoutRoomThePageSaysSo(t *testing.T) {
	const words = "browser can't keep these details"
	w := setup(t)
	m, _ := methods.Default().Find("PROMPTPAY", "THB")
	w.reword(func(body string) string {
		return regexp.MustCompile(`"qrCode":"[^"]*"`).ReplaceAllString(body, `"qrCode":"000201`+longNoise(2500)+`"`)
	})
	b, p, _ := w.payBy(t, m, "callbackUrl", "http://127.0.0.1:9/"+longNoise(1900), "returnUrl", "https://shop.example/"+longNoise(1500))
	if !strings.Contains(p.Want(200, "instructions").Text(), words) {
		t.Errorf("nothing says so:\n%s", p.Words())
	}
	if n := cookieBytes(w, b, p.URL.Path); n > session.MaxTotal {
		t.Errorf("%d bytes of cookies", n)
	}
	w.clock.advance(time.Hour)
	w.restart(discard())
	q := b.Get(p.URL.Path).Want(200, "status").WantHook("status", "unknown")
	if strings.Contains(q.Text(), words) || !q.Has("data-action", "return") {
		t.Errorf("once it is gone:\n%s", q.Words())
	}
	w.calls.replace(w.box.Handler())
	_, p, _ = w.payBy(t, m)
	if strings.Contains(p.Want(200, "instructions").Text(), words) {
		t.Errorf("there is room:\n%s", p.Words())
	}
}

// Another replica has nothing in memory and the gateway is down: how to pay is
// shown all the same.
func TestFault54_AtAnotherReplicaInBadWeather(t *testing.T) {
	w := setup(t)
	m, _ := methods.Default().Find("OFFLINE", "THB")
	b, p, _ := w.payBy(t, m)
	want := shownToPayBy(p.Want(200, "instructions"))
	w.restart(discard())
	w.gatewayAnswers(func(*http.Request) (int, string) { return 503, "" })
	q := b.Get(p.URL.Path).Want(200, "instructions").WantHook("status", "unknown")
	if diff := cmp.Diff(want, shownToPayBy(q)); diff != "" {
		t.Errorf("something else (-want +got)\n%s", diff)
	}
	b.Press(q, "continue").Want(200, "status").WantHook("status", "unknown")
}

// What one browser keeps is nothing to another token: a link with another one
// shows nothing that the gateway hasn't granted it.
func TestFault54_AnotherTokenSeesNothing(t *testing.T) {
	w := setup(t)
	m, _ := methods.Default().Find("OFFLINE", "THB")
	b, p, link := w.payBy(t, m)
	p.Want(200, "instructions")
	w.clock.advance(time.Hour)
	w.restart(discard())
	q := b.Enter(with(link, "token", rand.Text()))
	if q.Has("data-row", "accountNumber") || q.Hook("page") != "problem" {
		t.Errorf("%d %s:\n%s", q.Status, q.Hook("page"), q.Words())
	}
}
