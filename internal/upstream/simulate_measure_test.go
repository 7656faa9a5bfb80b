package upstream_test

import (
	"time"

	"payapp/internal/upstream"
)

// measures are what customers noticed within the measured time.
type measures struct {
	pages, creations   []time.Duration
	inLine, turnedAway int // pages that said so
	troubled           int // pages that said that the gateway doesn't answer, in an outage
	seen               []sighting
	watched            float64 // streams × seconds
	span               time.Duration
	lost               int // paid and were never told
	counts             counts
	// What the store was asked in a second: at most before it was away, at most
	// afterwards, and at most from the third second on.
	storeUsual, storeWorst, storeAfter int
}

// sighting is one customer's news: how long it took, and the interval at which
// the payment was worth a read at that age.
type sighting struct{ after, desired time.Duration }

// since is the time since at, without outages of the gateway. r.mu is held.
func (r *run) since(at time.Time) time.Duration {
	if r.backAt.After(at) {
		at = r.backAt
	}
	return max(0, time.Since(at))
}

func (r *run) begin() {
	r.mu.Lock()
	defer r.mu.Unlock()
	r.change(0)
	r.m, r.measure, r.began = measures{}, true, time.Now()
	r.fake.count(true)
}

// end waits until all have seen what they paid, with customers coming as
// before. It gives up in the end, and counts those who were never told.
func (r *run) end() measures {
	r.mu.Lock()
	r.change(0)
	r.measure, r.m.span = false, time.Since(r.began)
	r.mu.Unlock()
	r.fake.count(false)
	patience := time.Now().Add(2*r.cycle() + 5*time.Minute)
	for !r.pagesOnly && r.waiting() > 0 && time.Now().Before(patience) {
		time.Sleep(time.Second)
	}
	r.mu.Lock()
	r.ended = true
	if !r.pagesOnly {
		r.m.lost = r.awaited
	}
	r.mu.Unlock()
	r.all.Wait() // the last to come presses Pay
	r.close()
	time.Sleep(time.Minute) // what was under way ends
	r.m.counts = r.fake.counted()
	return r.m
}

// waiting is how many have paid and don't know.
func (r *run) waiting() int {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.awaited
}

// change books the time for which the streams were open; r.mu is held.
func (r *run) change(by int) {
	now := time.Now()
	if r.measure {
		r.m.watched += float64(r.watching) * now.Sub(r.changed).Seconds()
	}
	r.watching += by
	r.changed = now
}

// sight books a customer's news; r.mu is held.
func (r *run) sight(p *payment) {
	r.m.seen = append(r.m.seen, sighting{r.since(p.paid), upstream.Interval(p.paid.Sub(p.acted), false)})
}

func (r *run) note(measured bool, book func(*measures)) {
	r.mu.Lock()
	defer r.mu.Unlock()
	if measured {
		book(&r.m)
	}
}

func (r *run) measuring() bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.measure
}
