package sandbox_test

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync"
	"testing"
	"time"

	"payapp/internal/testing/await"
)

// listener is a merchant's callback address that refuses the first few calls.
type listener struct {
	*httptest.Server
	mu      sync.Mutex
	refuse  int
	got     []string
	arrived chan struct{}
}

func listen(t *testing.T, refuse int) *listener {
	t.Helper()
	l := &listener{refuse: refuse, arrived: make(chan struct{}, 100)}
	l.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		l.mu.Lock()
		defer l.mu.Unlock()
		if l.refuse > 0 {
			l.refuse--
			w.WriteHeader(http.StatusBadGateway)
		} else {
			l.got = append(l.got, r.Method+" "+r.URL.RequestURI()+" "+string(body))
		}
		l.arrived <- struct{}{}
	}))
	t.Cleanup(l.Close)
	return l
}

func (l *listener) calls() []string {
	l.mu.Lock()
	defer l.mu.Unlock()
	return append([]string{}, l.got...)
}

// createFor makes a payment whose callbacks go to the listener.
func (f *fixture) createFor(l *listener, id string) {
	f.t.Helper()
	body := strings.Replace(f.payinBody("PROMPTPAY", "THB", "100"), "http://127.0.0.1:1/callback", l.URL+"/cb?shop=1", 1)
	f.want(200, f.token(id), "POST", "/payins/"+id, body)
}

func (f *fixture) deliver() {
	f.t.Helper()
	if err := f.Deliver(f.t.Context()); err != nil {
		f.t.Fatal(err)
	}
}

// interface.md, Events: "It is sent when the payment's status changes", "The
// payin callback carries the merchant order id in a parameter named idPayin",
// "It does not carry the changed data".
func TestCallbackOnEveryChangeCarriesTheIDAlone(t *testing.T) {
	f, l := setup(t), listen(t, 0)
	f.createFor(l, "o+1~success@3s")
	f.deliver()
	if got := l.calls(); len(got) != 0 {
		t.Errorf("after creation: got %q, want none: the status hasn't changed", got)
	}
	f.clock.advance(3 * time.Second)
	f.deliver()
	f.deliver()
	want := "POST /cb?shop=1&idPayin=o%2B1~success%403s idPayin=o%2B1~success%403s"
	if got := l.calls(); len(got) != 1 || got[0] != want {
		t.Errorf("got %q, want one %q", got, want)
	}
	for _, status := range []string{"REFUSED", "SOMETHING_NEW", "SOMETHING_NEW"} {
		f.setStatus("o+1~success@3s", status)
		f.deliver()
	}
	if got := len(l.calls()); got != 3 {
		t.Errorf("after two more changes: got %d callbacks, want 3", got)
	}
}

func TestCallbackIsRetriedWithBackOffUntilAccepted(t *testing.T) {
	f, l := setup(t), listen(t, 3)
	f.createFor(l, "o-1~failed@1s")
	f.clock.advance(time.Second)
	f.deliver()
	for _, wait := range []time.Duration{2 * time.Second, 4 * time.Second, 8 * time.Second} {
		f.clock.advance(wait - time.Millisecond)
		before := len(l.arrived)
		f.deliver()
		if len(l.arrived) != before {
			t.Errorf("delivered again before %v had passed", wait)
		}
		f.clock.advance(time.Millisecond)
		f.deliver()
		if len(l.arrived) != before+1 {
			t.Errorf("not delivered again after %v", wait)
		}
	}
	f.clock.advance(time.Hour)
	f.deliver()
	if got := l.calls(); len(got) != 1 {
		t.Errorf("got %d accepted callbacks, want 1", len(got))
	}
}

// The background loop delivers without calls of Deliver, and Close ends it.
func TestCallbacksAreDeliveredInTheBackground(t *testing.T) {
	l := listen(t, 0)
	f := setup(t, onTheWallClock)
	f.createFor(l, "o-1~success@5ms")
	await.For(t, "the callback", l.arrived)
}

// Only time ends a callback, not the number of attempts. The console
// distinguishes delivered and given up.
func TestCallbackIsGivenUpAfterThreeDays(t *testing.T) {
	f, l := setup(t), listen(t, 1000)
	f.createFor(l, "o-1~success@0s~expires@1s")
	for range 70 {
		f.clock.advance(time.Hour)
		f.deliver()
	}
	shows := func(want string) {
		t.Helper()
		if _, page := f.get("/console/payins/o-1~success@0s~expires@1s"); !strings.Contains(page, want) {
			t.Errorf("the console doesn't show %q", want)
		}
	}
	shows("next 2026-11-24 08:")
	for range 3 {
		f.clock.advance(time.Hour)
		f.deliver()
	}
	shows(`data-callback="given up"`)
	l.mu.Lock()
	refused := 1000 - l.refuse
	l.refuse = 0
	l.mu.Unlock()
	if refused < 70 || len(l.calls()) != 0 {
		t.Errorf("got %d attempts and %d deliveries", refused, len(l.calls()))
	}
	f.post("/console/callbacks/1", nil)
	f.deliver()
	shows(`data-callback="delivered"`)
	if got := len(l.calls()); got != 1 {
		t.Errorf("sent again: got %d deliveries", got)
	}
}
