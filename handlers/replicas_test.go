package handlers_test

import (
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"payapp/internal/application"
	"payapp/internal/testing/await"
	"payapp/internal/testing/browser"
)

// A page comes from one replica and its news from another, which share nothing
// but their keys. What hasn't changed is no news, also where each of them read
// it at another time and can't read it any more; what has changed is news, once.
func TestAPageHereAndItsNewsThere(t *testing.T) {
	w := setup(t)
	here := w.replica.Load()
	link := w.link("10", "THB")
	b, _ := w.pay(link)
	w.restart(discard())
	there := w.replica.Load()
	path := b.Get(w.path(b, link)).Want(200, "instructions").URL.Path // it is read there, too

	// round is the page of one replica and what the other says of it.
	round := func(page, news *http.Handler) (*browser.Page, string) {
		t.Helper()
		w.clock.advance(time.Second)
		w.replica.Store(page)
		p := b.Get(path)
		w.replica.Store(news)
		s := w.listen(b, path+"/events")
		defer s.hangUp()
		return p, s.news()
	}
	agree := func(when string) {
		t.Helper()
		for i := range 4 {
			page, news := here, there
			if i%2 == 1 {
				page, news = there, here
			}
			if p, got := round(page, news); got != version(t, p) {
				t.Errorf("%s, round %d: the page is %s and the news say %s: it reloads for ever", when, i, version(t, p), got)
			}
		}
	}
	agree("while all is well")
	w.calls.replace(http.HandlerFunc(func(rw http.ResponseWriter, _ *http.Request) { rw.WriteHeader(http.StatusServiceUnavailable) }))
	w.clock.advance(time.Minute)
	w.replica.Store(here)
	b.Get(path)
	w.clock.advance(7 * time.Second) // one replica finds out later than the other
	w.replica.Store(there)
	b.Get(path)
	agree("while the gateway is down")

	w.calls.replace(w.box.Handler())
	w.clock.advance(time.Minute)
	p, _ := round(here, there)
	before := version(t, p)
	w.set(link.Get("idPayin"), "SUCCESS")
	w.clock.advance(time.Minute)
	w.replica.Store(there)
	s := w.listen(b, path+"/events")
	defer s.hangUp()
	goesOn := w.clock.run()
	for s.news() == before || b.Get(path).Hook("page") != "status" { // what it read before comes first
	}
	goesOn()
	b.Get(path).Want(200, "status").WantHook("status", "success")
	w.replica.Store(here)
	b.Get(path).Want(200, "status").WantHook("status", "success") // the cookie has it: here nobody has asked since
}

// A Pay waits in line at one replica, and its page is loaded from another: that one
// asks whether the payment exists by now, whatever the cookie knew before Pay.
func TestAPayInLineThereAndItsPageHere(t *testing.T) {
	w := setup(t, func(cfg *application.Config) { cfg.Patience = 300 * time.Millisecond })
	there := w.replica.Load()
	b := w.browser()
	p := b.Enter(w.link("99", "THB"))
	for p.Hook("page") == "waiting" { // a slow machine needs more than its patience
		p = b.Get(p.URL.Path)
	}
	p = b.Press(p.Want(200, "options"), "continue", "paymentMethodCode", "PROMPTPAY")
	next, arrived, held := w.box.Handler(), make(chan struct{}, 10), make(chan struct{}) // on a slow machine it is sent again
	w.calls.replace(http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		next.ServeHTTP(rw, r)
		if r.Method == http.MethodPost {
			arrived <- struct{}{}
			<-held
		}
	}))
	t.Cleanup(func() { close(held) })
	w.clock.advance(5 * time.Second)
	path := b.Press(p, "pay", "accountNumber", "0801234567").Want(200, "waiting").URL.Path
	await.For(t, "the creation", arrived)
	w.restart(discard())
	if w.replica.Load() == there {
		t.Fatal("it is the same replica")
	}
	w.clock.advance(5 * time.Second)
	b.Get(path).Want(200, "instructions")
}

// A Pay waits at one replica and is refused there; the next one waits at another,
// where it is accepted. The first replica's page says nothing of the next one by what
// became of the first.
func TestAnEarlierPaysOutcomeIsNoLaterOnes(t *testing.T) {
	impatient := func(cfg *application.Config) { cfg.Patience = 300 * time.Millisecond }
	w := setup(t, impatient)
	here := w.replica.Load()
	b := w.browser()
	link := w.link("99", "THB")
	p := b.Enter(link)
	for p.Hook("page") == "waiting" {
		p = b.Get(p.URL.Path)
	}
	p = b.Press(p.Want(200, "options"), "continue", "paymentMethodCode", "PROMPTPAY")
	path := p.URL.Path
	next, refused, created, held := w.box.Handler(), make(chan struct{}), make(chan struct{}), make(chan struct{})
	creations := func(answer http.HandlerFunc) {
		w.calls.replace(http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
			if r.Method == http.MethodPost && r.URL.Path == "/payins/"+link.Get("idPayin") {
				answer(rw, r)
				return
			}
			next.ServeHTTP(rw, r)
		}))
	}
	creations(func(rw http.ResponseWriter, _ *http.Request) {
		<-refused
		rw.WriteHeader(http.StatusNotAcceptable)
		_, _ = rw.Write([]byte(`{"code":"CUSTOMER_VERIFICATION_INACTIVITY"}`))
	})
	b.Press(p, "pay", "accountNumber", "0801234567").Want(200, "waiting")
	close(refused)
	for p = b.Get(path); p.Hook("page") == "waiting"; p = b.Get(path) {
	}
	b.Press(p.Want(200, "problem"), "back").Want(200, "details")

	w.restart(discard(), impatient)
	for p = b.Get(path); p.Hook("page") == "waiting"; p = b.Get(path) { // until it has the options
	}
	t.Cleanup(func() { close(held) })
	creations(func(rw http.ResponseWriter, r *http.Request) {
		next.ServeHTTP(rw, r)
		close(created)
		<-held
	})
	w.clock.advance(time.Second)
	b.Press(p, "pay", "accountNumber", "0801234567").Want(200, "waiting")
	await.For(t, "the creation", created)
	w.replica.Store(here)
	w.clock.advance(3 * time.Second)
	for p = b.Get(path); p.Hook("page") == "waiting"; p = b.Get(path) {
	}
	p.Want(200, "instructions")
}

// Two browsers pay the same order at two replicas, with another bank or network each:
// the second one is told with which it was started, and isn't led on to it unasked.
func TestAnotherOperatorElsewhereIsSaid(t *testing.T) {
	for _, c := range []struct{ currency, method, mine, theirs, page, name string }{
		{"THB", "ONLINE", "006", "004", "status", "Kasikornbank"},
		{"USDT", "CRYPTO_OFFLINE", "ETHEREUM", "TRON", "instructions", "Tron"},
	} {
		w := setup(t)
		link := w.link("100", c.currency)
		review := func(operator string) (*browser.Browser, *browser.Page) {
			b := w.browser()
			choice := url.Values{"paymentMethodCode": {c.method}, "paymentOperatorCode": {operator}}
			return b, b.Do(http.MethodPost, b.Enter(link).URL.Path+"/choose", choice)
		}
		they, theirs := review(c.theirs)
		me, mine := review(c.mine)
		they.Press(theirs, "pay")
		w.restart(discard())
		w.clock.advance(time.Second)
		p := me.Press(mine, "pay").Want(200, c.page)
		if !strings.Contains(p.Text(), "already started") || !strings.Contains(p.Text(), c.name) {
			t.Errorf("%s: %s isn't named:\n%s", c.method, c.name, p.Words())
		}
	}
}

// path is where the customer's payment is.
func (w *world) path(b *browser.Browser, link map[string][]string) string {
	w.t.Helper()
	return b.Enter(link).URL.Path
}
