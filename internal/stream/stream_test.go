package stream

import (
	"slices"
	"strings"
	"testing"
	"testing/synctest"
	"time"
)

const beatText = "event: beat; data: 20000"

func TestAStreamTellsWhatChanges(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h, of := New(Config{}), at("a")
		c := pipe(t, reserve(t, h, "order", "192.0.2.1"), Opening{Head: []byte("head\n\n"), Version: "a"}, of)
		synctest.Wait()
		if want := []string{"head", "id: a; data: a", beatText}; !slices.Equal(c.heard(), want) {
			t.Fatalf("it begins with %q, want %q", c.heard(), want)
		}
		if wait := c.retry(); wait < time.Second || wait > 5*time.Second {
			t.Errorf("it is to come back after %v", wait)
		}
		of.set(News{Version: "b"})
		of.set(News{Version: "b"})
		of.set(News{}) // not known
		of.set(News{Version: "c"})
		synctest.Wait()
		if heard := c.heard(); heard[len(heard)-1] != "id: c; data: c" || slices.Contains(heard[3:], "id: a; data: a") {
			t.Errorf("it goes on with %q", heard[3:])
		}
		h.Drain()
	})
}

// An event's id also has the time of its reading; a client that reconnects with
// it still knows the version.
func TestAStreamTellsWhenItWasRead(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h, of := New(Config{}), at("a")
		read := time.UnixMilli(36*36 + 1) // 101 in base 36
		o := Opening{Version: "a", Read: read, LastID: "before-100"}
		c := pipe(t, reserve(t, h, "order", "192.0.2.1"), o, of)
		of.set(News{Version: "b", Read: read.Add(time.Millisecond)})
		synctest.Wait()
		if want := []string{"id: a-101; data: a", beatText, "id: b-102; data: b"}; !slices.Equal(c.heard(), want) {
			t.Errorf("heard %q, want %q", c.heard(), want)
		}
		o.LastID = "a-100"
		again := pipe(t, reserve(t, h, "order", "192.0.2.1"), o, at("a"))
		synctest.Wait()
		if want := []string{beatText}; !slices.Equal(again.heard(), want) {
			t.Errorf("who knows it heard %q, want %q", again.heard(), want)
		}
		h.Drain()
	})
}

// A change between the first decision and the call of Watch is told.
func TestNothingIsLostWhileAStreamBegins(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := New(Config{})
		c := pipe(t, reserve(t, h, "order", "192.0.2.1"), Opening{Version: "a"}, at("b"))
		synctest.Wait()
		if heard := c.heard(); heard[len(heard)-1] != "id: b; data: b" {
			t.Errorf("heard %q", heard)
		}
		h.Drain()
	})
}

// A client that reconnects and knows the version gets only a beat.
func TestWhoComesBackHearsNothingOld(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h := New(Config{})
		c := pipe(t, reserve(t, h, "order", "192.0.2.1"), Opening{Version: "a", LastID: "a"}, at("a"))
		synctest.Wait()
		if want := []string{beatText}; !slices.Equal(c.heard(), want) {
			t.Errorf("heard %q, want %q", c.heard(), want)
		}
		h.Drain()
	})
}

// Ours: streams beat at few moments, whenever they began, and never later than a beat
// after the last.
func TestStreamsBeatTogether(t *testing.T) {
	h := New(Config{Beat: 20 * time.Second})
	noon := time.Date(2026, 11, 25, 12, 0, 0, 0, time.UTC)
	moments := map[time.Time]int{}
	for began := range 1000 {
		now := noon.Add(time.Duration(began) * 20 * time.Millisecond)
		wait := h.beatIn(now, h.config.Beat)
		if wait > h.config.Beat || wait <= h.config.Beat-time.Second {
			t.Fatalf("a stream of %s waits %s", now, wait)
		}
		moments[now.Add(wait)]++
	}
	if len(moments) != beatsTogether {
		t.Errorf("1000 streams of %s beat at %d moments, want %d", h.config.Beat, len(moments), beatsTogether)
	}
}

func TestBeatsAndLife(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h, of := New(Config{}), at("a")
		begun := time.Now()
		c := pipe(t, reserve(t, h, "order", "192.0.2.1"), Opening{Version: "a"}, of)
		time.Sleep(10 * time.Minute)
		ended, ok := c.ended()
		if lasted := ended.Sub(begun); !ok || lasted < 4*time.Minute || lasted > 6*time.Minute+time.Second {
			t.Errorf("it lasted %v (%t), want 5 minutes or so", lasted, ok)
		}
		last, events := begun, c.all()
		for _, e := range events {
			if gap := e.at.Sub(last); gap > 21*time.Second {
				t.Errorf("silence for %v", gap)
			}
			last = e.at
		}
		if n := len(events); n < 12 || n > 20 {
			t.Errorf("%d events in %v", n, ended.Sub(begun))
		}
		if h.Open() != 0 || of.watched() != 0 {
			t.Errorf("%d streams are open, %d watched", h.Open(), of.watched())
		}
	})
}

// A deadline passes, and nobody calls told.
func TestAStreamDecidesAnewByItself(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h, of := New(Config{}), &source{due: News{Version: "a", Again: 33 * time.Second}}
		begun := time.Now()
		c := pipe(t, reserve(t, h, "order", "192.0.2.1"), Opening{Version: "a"}, of)
		time.Sleep(32 * time.Second)
		of.mu.Lock()
		of.due = News{Version: "b"}
		of.mu.Unlock()
		time.Sleep(20 * time.Second)
		events := c.all()
		told := slices.IndexFunc(events, func(e event) bool { return e.text == "id: b; data: b" })
		if told < 0 || events[told].at.Sub(begun) < 33*time.Second || events[told].at.Sub(begun) > 34*time.Second {
			t.Errorf("heard %v", events)
		}
		if of.count() != 2 {
			t.Errorf("decided %d times, want 2", of.count())
		}
		h.Drain()
	})
}

func TestAStreamEndsWhenThereIsNothingMoreToTell(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h, of := New(Config{}), at("a")
		c := pipe(t, reserve(t, h, "order", "192.0.2.1"), Opening{Version: "a"}, of)
		of.set(News{Over: true})
		synctest.Wait()
		heard := c.heard()
		if _, ok := c.ended(); !ok || heard[len(heard)-1] != "data: over" || of.watched() != 0 {
			t.Errorf("ended %t with %q, %d watched", ok, heard, of.watched())
		}
	})
}

// A source that panics ends its own stream only.
func TestPanicInASource(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h, of, other := quiet(Config{}), at("a"), at("a")
		c := pipe(t, reserve(t, h, "order", "192.0.2.1"), Opening{Version: "a"}, of)
		fine := pipe(t, reserve(t, h, "order", "192.0.2.1"), Opening{Version: "a"}, other)
		of.set(News{Version: "panic"})
		other.set(News{Version: "b"})
		synctest.Wait()
		if _, ok := c.ended(); !ok {
			t.Error("the stream goes on")
		}
		if heard := fine.heard(); heard[len(heard)-1] != "id: b; data: b" || h.Open() != 1 {
			t.Errorf("the other one heard %q; %d are open", heard, h.Open())
		}
		h.Drain()
	})
}

// Fault 40: a client that doesn't read is cut off, and delays nobody.
func TestFault40_SlowReader(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		h, of := New(Config{}), at("a")
		for range 3 {
			hold(t, &client{slow: true}, reserve(t, h, "slow", "192.0.2.1"), Opening{Version: "a"}, of)
		}
		quick := pipe(t, reserve(t, h, "quick", "192.0.2.2"), Opening{Version: "a"}, of)
		synctest.Wait()
		of.set(News{Version: "b"})
		synctest.Wait()
		if heard := quick.heard(); heard[len(heard)-1] != "id: b; data: b" {
			t.Errorf("the quick one heard %q", heard)
		}
		time.Sleep(6 * time.Second)
		if h.Open() != 1 || of.watched() != 1 {
			t.Errorf("%d streams are open, %d watched; want the quick one", h.Open(), of.watched())
		}
		h.Drain()
	})
}

func TestOnce(t *testing.T) {
	if got := string(Once("v", 2*time.Second)); got != "retry: 2000\ndata: v\n\n" {
		t.Errorf("got %q", got)
	}
	if strings.Contains(goodbye, "id:") {
		t.Error("the end has an id, which would be the last one told")
	}
}
