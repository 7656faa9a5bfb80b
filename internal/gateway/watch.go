package gateway

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"

	"payapp/apiclient"
)

// watchers are the payments that somebody waits for at this replica: streams,
// each told of every new reading.
type watchers struct {
	mu      sync.Mutex
	watched map[paymentKey]*watched
	ids     uint64
	renewal *time.Timer // nil while there are none
}

// watched is one payment, and whom to tell.
type watched struct {
	entry   entry
	refused bool      // its token: nothing more is to come
	rests   time.Time // left alone until then, since reads failed
	told    map[uint64]func()
}

// Interest is kept alive while a stream is open, and ends by itself where a
// replica dies.
const (
	interestLife    = 100 * time.Second
	interestRenewed = 40 * time.Second
	interestsPut    = 200 // at once: a store that others use, too, does one thing at a time
)

// Watch keeps the payment polled until stop is called. ref is its name in
// addresses, for Nudge; acted is when the customer did something last, which
// decides how often it is read. told is called after each reading that says
// something new, and must not block; one call may still come after stop.
func (g *Gateway) Watch(caller Caller, idPayin, ref string, acted time.Time, told func()) (stop func()) {
	w := &g.watchers
	key := paymentKey{caller.identity(), idPayin}
	w.mu.Lock()
	defer w.mu.Unlock()
	known, ok := w.watched[key]
	if !ok {
		known = &watched{told: map[uint64]func(){}}
		w.watched[key] = known
	}
	caller.Merchant = g.merchantKey(caller) // by which the queue goes, too
	known.entry = entry{Caller: caller, IDPayin: idPayin, Ref: ref, Acted: later(known.entry.Acted, acted)}
	known.refused = false
	w.ids++
	id := w.ids
	known.told[id] = told
	if w.renewal == nil {
		w.renewal = time.AfterFunc(interestRenewed, g.renewInterest)
	}
	go g.followInterest(known.entry)
	return sync.OnceFunc(func() { g.unwatch(key, id) })
}

func (g *Gateway) unwatch(key paymentKey, id uint64) {
	w := &g.watchers
	w.mu.Lock()
	defer w.mu.Unlock()
	known, ok := w.watched[key]
	if !ok {
		return
	}
	delete(known.told, id)
	if len(known.told) > 0 {
		return
	}
	delete(w.watched, key)
	if len(w.watched) == 0 {
		w.renewal.Stop()
		w.renewal = nil
	}
	go g.followInterest(known.entry)
}

// of is the entry of a payment that somebody watches.
func (w *watchers) of(key paymentKey) (entry, bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	known, ok := w.watched[key]
	if !ok {
		return entry{}, false
	}
	return known.entry, true
}

// count is how many payments are watched.
func (w *watchers) count() int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return len(w.watched)
}

// followInterest makes the queue agree with whether anybody watches a payment.
// A page that is loaded again ends one stream and opens another: whichever of
// the two comes last to the queue sees how it is, and leaves it so.
func (g *Gateway) followInterest(e entry) {
	for {
		now, watched := g.watchers.of(e.key())
		if watched {
			g.enqueue(g.due(now))
		} else {
			_ = g.limiters.queue.drop(g.limiters.life, e) // its interest ends by itself
			g.limiters.of(e.Caller.Merchant).poll()       // whose loop may be over now
		}
		if _, still := g.watchers.of(e.key()); still == watched {
			return
		}
	}
}

// due says when the payment is to be read next, and until when somebody cares.
// One that is over isn't due any more, and one whose token isn't proven is read
// only for a page that waits.
func (g *Gateway) due(e entry) entry {
	now := g.now()
	e.Until = now.Add(interestLife)
	if !g.proven(e.Caller) {
		return e
	}
	known, ok, _ := g.Last(e.Caller, e.IDPayin)
	switch {
	case !ok:
		e.Due = now
	case !g.over(known):
		e.Read, e.Strange = known.At, g.strange(known.Payin)
		e.Due = known.At.Add(spread(g.interval(e)))
	}
	return e
}

// interval is how often the payment is worth a read. Where callbacks bring the
// news, polls are only the net below.
func (g *Gateway) interval(e entry) time.Duration {
	acted := e.Acted
	if acted.IsZero() {
		acted = g.now().Add(-2 * time.Minute) // nobody knows: neither hurried nor forgotten
	}
	every := Interval(g.now().Sub(acted), e.Strange)
	if g.relayed {
		every = max(10*every, 30*time.Second)
	}
	return every
}

func (g *Gateway) over(r Reading) bool { return r.Found && g.terminal(r.Payin) }

// enqueue puts payments that are due into the queue, and sees to it that it is
// worked on.
func (g *Gateway) enqueue(entries ...entry) {
	entries = slices.DeleteFunc(entries, func(e entry) bool { return e.Due.IsZero() })
	merchants := map[string]bool{}
	for some := range slices.Chunk(entries, interestsPut) {
		if err := g.limiters.queue.put(g.limiters.life, some...); err != nil {
			break // renewInterest does it again
		}
		for _, e := range some {
			merchants[e.Caller.Merchant] = true
		}
	}
	for merchant := range merchants {
		g.limiters.of(merchant).poll()
	}
}

// renewInterest tells the queue that the payments are still watched. It brings
// none forward that is in the queue.
func (g *Gateway) renewInterest() {
	w := &g.watchers
	w.mu.Lock()
	entries := make([]entry, 0, len(w.watched))
	rests := make([]time.Time, 0, len(w.watched))
	for _, known := range w.watched {
		if !known.refused {
			entries, rests = append(entries, known.entry), append(rests, known.rests)
		}
	}
	if w.renewal != nil && g.limiters.life.Err() == nil {
		w.renewal.Reset(interestRenewed)
	}
	w.mu.Unlock()
	for i, e := range entries {
		if entries[i] = g.due(e); !entries[i].Due.IsZero() {
			entries[i].Due = later(entries[i].Due.Add(g.interval(e)/5), rests[i])
		}
	}
	g.enqueue(entries...)
	for _, e := range entries { // those that nobody watches any more since they were looked up
		if _, watched := w.of(e.key()); !watched {
			g.followInterest(e)
		}
	}
}

// takeInterest has a payment read in the background whose page couldn't ask for
// itself; a page without a stream comes again.
func (g *Gateway) takeInterest(caller Caller, idPayin string) {
	caller.Merchant = g.merchantKey(caller)
	go g.enqueue(g.due(entry{Caller: caller, IDPayin: idPayin}))
}

// Nudge has the payments of a ref read at once that somebody waits for, but not
// more often than a page that was just paid is.
func (g *Gateway) Nudge(ref string) {
	merchants, err := g.limiters.queue.nudge(g.limiters.life, ref)
	if err != nil {
		return
	}
	for _, merchant := range merchants {
		g.limiters.of(merchant).poll()
	}
}

// tell passes a new reading on to whoever waits for it, here and elsewhere.
func (g *Gateway) tell(ctx context.Context, key paymentKey, r Reading, changed bool) {
	_ = g.news.save(context.WithoutCancel(ctx), key, r)
	if changed {
		g.tellHere(key)
	}
}

func (g *Gateway) tellHere(key paymentKey) {
	w := &g.watchers
	w.mu.Lock()
	var told []func()
	if known, ok := w.watched[key]; ok {
		for _, t := range known.told {
			told = append(told, t)
		}
	}
	w.mu.Unlock()
	for _, t := range told {
		t()
	}
}

// poll reads a payment in the background with the slot that it got, and puts it
// back into the queue.
func (g *Gateway) poll(ctx context.Context, l *limiter, e entry, s slot) {
	key := e.key()
	late, age := g.now().Sub(e.Due), time.Duration(0)
	if !e.Read.IsZero() {
		age = g.now().Sub(e.Read)
	}
	g.metrics.polled(late, age)
	t := &turn{slot: s}
	known := g.readings.get(key)
	reading, err := g.read(ctx, e.Caller, key, known.epoch, laneBackground, t).await(ctx, patience{line: time.Minute, answer: time.Minute})
	if unused, ok := t.take(); ok {
		l.giveBack(unused) // somebody else's read was under way, or none could be made
	}
	now := g.now()
	if !errors.Is(err, ErrInLine) {
		e.Read = now
	}
	switch {
	case errors.Is(err, apiclient.ErrUnauthorized):
		e.Due = time.Time{}
		g.watchers.note(key, func(known *watched) { known.refused = true })
		g.tellHere(key) // the link's time is over, which ends the streams
	case errors.Is(err, ErrInLine):
		e.Due = now.Add(leastInterval) // nothing has failed, it wasn't read
	case err != nil:
		e.Failed++
		e.Due = now.Add(backOff(e.Failed))
		if e.Failed == 1 {
			g.tellHere(key) // pages say since when nothing is known
		}
		g.watchers.note(key, func(known *watched) { known.rests = e.Due })
	case g.over(reading):
		e.Due = time.Time{}
	default:
		// Where the rate is short, a payment waits in the queue about as long as
		// this one did. That counts as part of its interval: otherwise those
		// with long intervals would wait for both, far longer than the others.
		e.Failed, e.Strange = 0, g.strange(reading.Payin)
		e.Due = now.Add(max(leastInterval, spread(g.interval(e))-late))
	}
	_ = g.limiters.queue.done(ctx, e) // else it comes back after claimLife
	l.poll()
}

// note books what a poll says of a payment, if it is watched here.
func (w *watchers) note(key paymentKey, change func(*watched)) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if known, ok := w.watched[key]; ok {
		change(known)
	}
}
