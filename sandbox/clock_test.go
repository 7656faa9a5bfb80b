package sandbox_test

import (
	"net/url"
	"slices"
	"strings"
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
		"process.status": "PENDING", "process.createdAt": "2026-11-21T09:00:00.000Z", "paymentMethodResponse.expireAt": "2026-11-21T09:05:00.000Z",
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
		response, _ := f.submit("/console/clock", url.Values{"by": {by}})
		if response.StatusCode != 400 {
			t.Errorf("by %q: got %d, want 400", by, response.StatusCode)
		}
	}
}

// What has happened keeps its time when a clock is moved, and what is planned happens at
// the move if its time is past. Order and lists say how far it was moved.
func TestWhatHasHappenedKeepsItsTime(t *testing.T) {
	f, l := setup(t), listen(t, 0)
	f.createFor(l, "o-1~success@1m")
	f.createFor(l, "o-2")
	f.clock.advance(time.Minute)
	f.deliver()
	f.clock.advance(time.Minute)
	f.ask(200, "/console/clock", map[string]any{"by": "20m", "merchantCode": "DEMO"}, nil)
	f.createFor(l, "o-3")
	type state struct{ At, Status string }
	type seen struct {
		CreatedAt, ClockMovedBy string
		States                  []state
		Calls                   []struct{ At string }
		Callbacks               []struct{ Attempts []struct{ At string } }
	}
	const made, paid, moved = "2026-11-21T09:00:00.000Z", "2026-11-21T09:01:00.000Z", "2026-11-21T09:02:00.000Z"
	for id, want := range map[string]seen{
		"o-1~success@1m": {made, "20m0s", []state{{made, "PENDING"}, {paid, "SUCCESS"}}, nil, nil},
		"o-2":            {made, "20m0s", []state{{made, "PENDING"}, {moved, "EXPIRED"}}, nil, nil},
		"o-3":            {moved, "", []state{{moved, "PENDING"}, {"2026-11-21T09:17:00.000Z", "EXPIRED"}}, nil, nil},
	} {
		var got seen
		f.ask(200, "/console/payins/"+url.PathEscape(id), nil, &got)
		if got.CreatedAt != want.CreatedAt || got.ClockMovedBy != want.ClockMovedBy || !slices.Equal(got.States, want.States) || got.Calls[0].At != want.CreatedAt {
			t.Errorf("%s: got %+v, want %+v", id, got, want)
		}
		if id == "o-1~success@1m" && got.Callbacks[0].Attempts[0].At != paid {
			t.Errorf("its callback was sent at %s", got.Callbacks[0].Attempts[0].At)
		}
	}
	if read := f.want(200, f.token("o-2"), "GET", "/payins/o-2", ""); read.at("process.processedAt") != moved {
		t.Errorf("it expired at %v", read.at("process.processedAt"))
	}
	var list struct {
		Payments []struct{ IDPayin, CreatedAt, ClockMovedBy string }
	}
	f.ask(200, "/console", nil, &list)
	if last := list.Payments[1]; len(list.Payments) != 3 || list.Payments[0].ClockMovedBy != "" || last.ClockMovedBy != "20m0s" || last.CreatedAt != made {
		t.Errorf("the list says %+v", list)
	}
	for path, want := range map[string]string{
		"/console": `data-moved="20m0s"`, "/console/payins/o-2": `data-moved="20m0s"`, "/console/panel": "Moved so far: DEMO by 20m0s.",
	} {
		if _, page := f.get(path); !strings.Contains(page, want) {
			t.Errorf("%s doesn't say %s", path, want)
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
