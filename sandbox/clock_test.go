package sandbox_test

import (
	"net/url"
	"testing"
	"time"
)

// Moving the clock ages what exists, and doesn't affect what comes later: the
// application's clock isn't moved.
func TestClockAgesWhatExists(t *testing.T) {
	f := setup(t)
	old := f.token("o-1")
	f.create(old, "o-1", "PROMPTPAY", "THB", "10")
	f.post("/console/clock", url.Values{"by": {"10m"}})
	read := f.want(200, old, "GET", "/payins/o-1", "")
	for path, want := range map[string]any{
		"process.status": "PENDING", "process.createdAt": "2026-11-21T08:50:00.000Z", "paymentMethodResponse.expireAt": "2026-11-21T09:05:00.000Z",
	} {
		if got := read.at(path); got != want {
			t.Errorf("10 minutes later: %s is %v, want %v", path, got, want)
		}
	}
	f.post("/console/clock", url.Values{"by": {"24h"}})
	f.want(401, old, "GET", "/payins/o-1", "") // valid for 30 minutes
	if got := f.status(f.token("o-1"), "o-1"); got != "EXPIRED" {
		t.Errorf("a day later: got %v, want EXPIRED", got)
	}
	created := f.create(f.token("o-2"), "o-2", "PROMPTPAY", "THB", "10")
	if got := created.at("paymentMethodResponse.expireAt"); got != "2026-11-21T09:15:00.000Z" {
		t.Errorf("a new payment expires at %v, want a quarter of an hour from now", got)
	}
	f.clock.advance(15*time.Minute - time.Millisecond)
	if got := f.status(f.token("o-2"), "o-2"); got != "PENDING" {
		t.Errorf("a new payment before its deadline: got %v", got)
	}
	if err := f.MoveClock(t.Context(), -time.Second); err == nil {
		t.Error("the clock went back")
	}
	for _, by := range []string{"", "soon", "-5m", "0s", "9000h"} {
		response, err := f.http.PostForm(f.url+"/console/clock", url.Values{"by": {by}})
		if err != nil {
			t.Fatal(err)
		}
		response.Body.Close()
		if response.StatusCode != 400 {
			t.Errorf("by %q: got %d, want 400", by, response.StatusCode)
		}
	}
}

// Plans and callbacks to be repeated come nearer.
func TestClockBringsCallbacksNearer(t *testing.T) {
	f, l := setup(t), listen(t, 1)
	f.createFor(l, "o-1~success@1h~expires@2h")
	f.deliver()
	if err := f.MoveClock(t.Context(), time.Hour); err != nil {
		t.Fatal(err)
	}
	f.deliver() // refused
	if got := len(l.calls()); got != 0 {
		t.Errorf("got %d callbacks before the listener takes one", got)
	}
	if err := f.MoveClock(t.Context(), 2*time.Second); err != nil {
		t.Fatal(err)
	}
	f.deliver()
	if got := len(l.calls()); got != 1 {
		t.Errorf("got %d callbacks, want 1", got)
	}
}
