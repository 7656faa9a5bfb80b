package handlers_test

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"payapp/internal/testing/await"
	"payapp/internal/testing/browser"
)

// created counts the creations of a payment that the gateway took.
func (c *callLog) created(idPayin string) (n int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	for _, path := range c.accepted {
		if path == "/payins/"+idPayin {
			n++
		}
	}
	return n
}

// bothClicks presses Pay twice, the second time once between is done, and wants
// both on the payment's instructions.
func bothClicks(t *testing.T, w *world, b *browser.Browser, p *browser.Page, between func()) {
	t.Helper()
	var first, second *browser.Page
	var both sync.WaitGroup
	both.Go(func() { first = b.Press(p, "pay", "accountNumber", "0801234567") })
	between()
	both.Go(func() { second = b.Press(p, "pay", "accountNumber", "0801234567") })
	both.Wait()
	for _, end := range []*browser.Page{first, second} {
		if end.Want(200, "instructions").URL.Path != p.URL.Path {
			t.Errorf("a click ended at %s, want %s", end.URL.Path, p.URL.Path)
		}
	}
}

// Fault 17, where the second POST reaches another replica while the gateway
// still answers the first.
func TestFault17_BothClicksOnTwoReplicas(t *testing.T) {
	w := setup(t)
	b, link := w.browser(), w.link("10", "THB", "paymentMethodCode", "PROMPTPAY")
	id := link.Get("idPayin")
	p := b.Enter(link).Want(200, "details")
	taken, release := make(chan struct{}), make(chan struct{})
	var first atomic.Bool
	goOn := sync.OnceFunc(func() { close(release) })
	w.calls.replace(http.HandlerFunc(func(rw http.ResponseWriter, r *http.Request) {
		answer := httptest.NewRecorder()
		w.box.Handler().ServeHTTP(answer, r)
		if r.Method == http.MethodPost && r.URL.Path == "/payins/"+id {
			switch {
			case first.CompareAndSwap(false, true):
				close(taken)
				<-release
			case answer.Code == http.StatusConflict:
				goOn() // the second has been told
			}
		}
		for name, values := range answer.Header() {
			rw.Header()[name] = values
		}
		rw.WriteHeader(answer.Code)
		_, _ = rw.Write(answer.Body.Bytes())
	}))
	bothClicks(t, w, b, p, func() {
		await.For(t, "the first creation", taken)
		w.restart(discard())
	})
	if n := w.calls.created(id); n != 1 {
		t.Errorf("%d creations were accepted", n)
	}
}

// Fault 18, "a step's address opened too late → the step that is due, no
// warning, no error": once it is over, every address of the payment leads to
// its end, and nothing is sent.
func TestFault18_EveryStepAfterTheEnd(t *testing.T) {
	w := setup(t)
	link := w.link("10", "THB")
	b, p := w.pay(link)
	at := p.Want(200, "instructions").URL.Path
	w.set(link.Get("idPayin"), "SUCCESS")
	b.Get(at).Want(200, "status").WantHook("status", "success")
	w.calls.reset()
	for _, step := range []string{"choose", "change-method", "language", "retry", "pay", "paid", "instructions", "reference", "correct", "refresh"} {
		b.Get(at+"/"+step).Want(200, "status").WantHook("status", "success")
		form := url.Values{"paymentMethodCode": {"ONLINE"}, "accountNumber": {"0899999999"}, "reference": {"432112345678"}}
		b.Do(http.MethodPost, at+"/"+step, form).Want(200, "status").WantHook("status", "success")
		w.clock.advance(time.Second)
	}
	if n := w.calls.count("POST /payins/" + link.Get("idPayin")); n != 0 {
		t.Errorf("%d calls that change something", n)
	}
}
