package handlers_test

import (
	"net/http"
	"strings"
	"testing"
	"time"

	"payapp/internal/testing/browser"
	"payapp/methods"
)

const typedNumber = "432112345678"

// atTheNumber is a payment whose page asks for the bank's number.
func (w *world) atTheNumber(t *testing.T) (*browser.Browser, *browser.Page, string) {
	t.Helper()
	m, _ := methods.Default().Find("P2A_V2", "INR")
	b, p, link := w.payBy(t, m)
	p = b.Press(p.Want(200, "instructions"), "continue").Want(200, "reference")
	return b, p, link.Get("idPayin")
}

// wantKeptNumber: the page says that the number wasn't passed on, and what to do.
func wantKeptNumber(t *testing.T, p *browser.Page) {
	t.Helper()
	text := strings.NewReplacer("\u00a0", " ", "\u2060", "", "\n", " ").Replace(p.Text())
	if !strings.Contains(text, "Your number 4321 1234 5678 wasn't sent. Keep it") {
		t.Errorf("status %s says nothing of the number:\n%s", p.Hook("status"), p.Words())
	}
}

// Fault 54, "a number that can't be passed on is said to be so": the replica that
// takes the form reads that the payment is over, and the page comes from one that
// still knows it as pending.
func TestFault54_ANumberForWhatIsOverElsewhere(t *testing.T) {
	for status, hook := range map[string]string{"EXPIRED": "expired", "REFUSED": "failed"} {
		w := setup(t)
		b, p, id := w.atTheNumber(t)
		first, second := *w.replica.Load(), w.handler(discard())
		w.replica.Store(&second)
		w.clock.advance(3 * time.Second)
		b.Get(p.URL.Path).Want(200, "reference")
		w.set(id, status)
		var front http.Handler = http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
			if r.Method == http.MethodPost {
				first.ServeHTTP(rw, r)
				return
			}
			w.gatewayAnswers(func(*http.Request) (int, string) { return 503, "" })
			second.ServeHTTP(rw, r)
		})
		w.replica.Store(&front)
		p = b.Press(p, "submit-reference", "reference", typedNumber).Want(200, "status").WantHook("status", hook)
		wantKeptNumber(t, p)
		if w.calls.count("POST /payins/"+id+"/externalReference") > 0 {
			t.Errorf("%s: a number was sent for what is over", status)
		}
	}
}

// Only the deadline has passed: the gateway gets the number, for money that comes
// late counts.
func TestFault54_ANumberAfterTheDeadlineIsPassedOn(t *testing.T) {
	w := setup(t)
	w.longer(10 * time.Minute)
	b, p, id := w.atTheNumber(t)
	w.clock.advance(12 * time.Minute)
	p = b.Press(p, "submit-reference", "reference", typedNumber).Want(200, "status").WantHook("status", "pending")
	if w.calls.count("POST /payins/"+id+"/externalReference") != 1 {
		t.Errorf("it wasn't sent:\n%s", p.Words())
	}
	if strings.Contains(p.Text(), "wasn't sent") {
		t.Errorf("it was passed on:\n%s", p.Words())
	}
}

// "I've paid" is pressed too late, or the page has changed by then: the form for the
// number comes all the same.
func TestFault54_TheNumberIsStillAskedAfterTheDeadline(t *testing.T) {
	for _, looksFirst := range []bool{false, true} {
		w := setup(t)
		w.longer(10 * time.Minute)
		m, _ := methods.Default().Find("P2A_V2", "INR")
		b, p, link := w.payBy(t, m)
		p.Want(200, "instructions")
		w.clock.advance(12 * time.Minute)
		if looksFirst {
			p = b.Get(p.URL.Path).Want(200, "status")
		}
		p = b.Press(p, "continue").Want(200, "reference")
		b.Press(p, "submit-reference", "reference", typedNumber).Want(200, "status").WantHook("status", "pending")
		if w.calls.count("POST /payins/"+link.Get("idPayin")+"/externalReference") != 1 {
			t.Errorf("looked first %v: it wasn't sent", looksFirst)
		}
	}
}

// The token's time is over, and the process knows nothing: the number is kept and
// said not to be passed on, for as long as the payment stands there.
func TestFault54_ANumberOnceTheLinkIsOver(t *testing.T) {
	w := setup(t)
	b, p, _ := w.atTheNumber(t)
	w.clock.advance(time.Hour)
	w.restart(discard())
	p = b.Press(p, "submit-reference", "reference", typedNumber).Want(200, "status").WantHook("status", "unknown")
	wantKeptNumber(t, p)
	w.restart(discard())
	wantKeptNumber(t, b.Get(p.URL.Path).Want(200, "status"))
}

// A payment that ended stays ended wherever it is shown next: after a press that
// learned it, at a replica that remembers it as pending, after a restart and in
// bad weather with a good token.
func TestAnEndStaysOnEveryPath(t *testing.T) {
	t.Parallel()
	for name, see := range map[string]func(b *browser.Browser, p *browser.Page) *browser.Page{
		"by a look":      func(b *browser.Browser, p *browser.Page) *browser.Page { return b.Get(p.URL.Path) },
		"by asking":      func(b *browser.Browser, p *browser.Page) *browser.Page { return b.Press(p, "refresh") },
		"by saying paid": func(b *browser.Browser, p *browser.Page) *browser.Page { return b.Press(p, "continue") },
		"by coming back": func(b *browser.Browser, p *browser.Page) *browser.Page { return b.Get(p.URL.Path + "?returned=1") },
		"by a change of methods": func(b *browser.Browser, p *browser.Page) *browser.Page {
			return b.Do("POST", p.URL.Path+"/change-method", nil)
		},
		"by another Pay": func(b *browser.Browser, p *browser.Page) *browser.Page { return b.Do("POST", p.URL.Path+"/pay", nil) },
	} {
		t.Run(name, func(t *testing.T) {
			for status, hook := range map[string]string{"REFUSED": "failed", "EXPIRED": "expired", "SUCCESS": "success"} {
				w := setup(t)
				link := w.link("10", "THB")
				b, p := w.pay(link)
				older := *w.replica.Load() // which remembers it as pending
				w.restart(discard())
				w.set(link.Get("idPayin"), status)
				learns := *w.replica.Load()
				atOnce := learns
				var front http.Handler = http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
					if r.Method == http.MethodPost {
						learns.ServeHTTP(rw, r)
						w.gatewayAnswers(func(*http.Request) (int, string) { return 503, "" }) // before the page that follows
						return
					}
					atOnce.ServeHTTP(rw, r)
				})
				w.replica.Store(&front)
				see(b, p).Want(200, "status").WantHook("status", hook)
				w.gatewayAnswers(func(*http.Request) (int, string) { return 503, "" })
				for where, h := range map[string]http.Handler{"an older reading": older, "nothing in memory": w.handler(discard())} {
					atOnce = h
					if q := b.Get(p.URL.Path).Want(200, "status"); q.Hook("status") != hook {
						t.Errorf("%s, then %s: %q instead of %q", status, where, q.Hook("status"), hook)
					}
					w.clock.advance(time.Minute)
				}
			}
		})
	}
}
