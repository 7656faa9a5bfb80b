package relay

import (
	"fmt"
	"net/http"
	"sync"
	"testing"
	"time"

	"payapp/internal/testing/await"
)

// held is a merchant that answers nobody before release.
func held(t testing.TB) (m *merchant, arrived chan struct{}, release func()) {
	t.Helper()
	arrived = make(chan struct{}, slotsInAll+1)
	gate := make(chan struct{})
	m = listen(t, func(http.ResponseWriter, *http.Request) {
		arrived <- struct{}{}
		select {
		case <-gate:
		case <-time.After(await.Patience): //nolint:forbidigo // for a call that shouldn't have come
		}
	})
	release = sync.OnceFunc(func() { close(gate) })
	t.Cleanup(release) // before the listener is closed
	return m, arrived, release
}

// passAll makes the calls at once and waits until each has arrived.
func passAll(t testing.TB, c *Client, arrived <-chan struct{}, calls []Call) (wait func()) {
	t.Helper()
	var group sync.WaitGroup
	for _, call := range calls {
		group.Go(func() {
			status, err := c.Pass(t.Context(), call)
			want(t, status, err, http.StatusOK, nil)
		})
		await.For(t, "the call", arrived)
	}
	return group.Wait
}

func TestSlotsOfAHost(t *testing.T) {
	m, arrived, release := held(t)
	c := local()
	c.answers(func(string) []string { return []string{"127.0.0.1"} })
	var calls []Call
	for i := range slotsPerHost {
		calls = append(calls, Call{Payment: fmt.Sprint(i), To: "http://shop.example:" + m.port() + "/" + fmt.Sprint(i)})
	}
	wait := passAll(t, c, arrived, calls)
	for _, spelling := range []string{"shop.example", "SHOP.Example", "shop.example.", "ｓｈｏｐ.example", "shop。example"} {
		status, err := c.Pass(t.Context(), Call{Payment: "another", To: "http://" + spelling + ":" + m.port() + "/"})
		want(t, status, err, 0, ErrBusy)
	}
	// Another merchant isn't delayed.
	other := listen(t, nil)
	status, err := c.Pass(t.Context(), Call{Payment: "another", To: other.URL})
	want(t, status, err, http.StatusOK, nil)
	release()
	wait()
	status, err = c.Pass(t.Context(), Call{Payment: "another", To: "http://shop.example:" + m.port() + "/"})
	want(t, status, err, http.StatusOK, nil)
}

// Repeating one payment's call can't use up its merchant's slots.
func TestSlotsOfAPayment(t *testing.T) {
	m, arrived, release := held(t)
	c := local()
	wait := passAll(t, c, arrived, []Call{{Payment: "a", To: m.URL}, {Payment: "a", To: m.URL}})
	for _, to := range []string{m.URL, listen(t, nil).URL} {
		status, err := c.Pass(t.Context(), Call{Payment: "a", To: to})
		want(t, status, err, 0, ErrBusy)
	}
	another := passAll(t, c, arrived, []Call{{Payment: "b", To: m.URL}})
	release()
	wait()
	another()
}

func TestSlotsInAll(t *testing.T) {
	m, arrived, release := held(t)
	c := local()
	c.answers(func(string) []string { return []string{"127.0.0.1"} })
	var calls []Call
	for i := range slotsInAll {
		calls = append(calls, Call{Payment: fmt.Sprint(i), To: fmt.Sprintf("http://shop-%d.example:%s/", i, m.port())})
	}
	wait := passAll(t, c, arrived, calls)
	other := listen(t, nil)
	status, err := c.Pass(t.Context(), Call{Payment: "x", To: other.URL})
	want(t, status, err, 0, ErrBusy)
	if other.calls.Load() != 0 {
		t.Error("it was called all the same")
	}
	release()
	wait()
	status, err = c.Pass(t.Context(), Call{Payment: "x", To: other.URL})
	want(t, status, err, http.StatusOK, nil)
	if c.slots.all != 0 || len(c.slots.hosts) != 0 || len(c.slots.payments) != 0 {
		t.Errorf("slots are left: %+v", c.slots)
	}
}
