package gateway

import (
	"errors"
	"sync"
	"time"

	"payapp/apiclient"
	"payapp/internal/gateway/limiter"
	"payapp/internal/gateway/payment"
	"payapp/internal/gateway/polls"
	"payapp/internal/known"
)

// watchers are the payments that streams of this replica wait for. Each stream
// is told of every new reading.
type watchers struct {
	mu      sync.Mutex
	watched map[payment.Key]*watched
	ids     uint64
	renewal *time.Timer // nil while there are none
}

// watched is one payment, and whom to tell.
type watched struct {
	entry   polls.Entry
	refused bool      // the token was refused: no more reads
	rests   time.Time // no read before this, since reads failed
	told    map[uint64]func()
}

// Interest in a payment is renewed while a stream is open. If a replica dies,
// it expires.
const (
	interestLife    = 100 * time.Second
	interestRenewed = 40 * time.Second
)

// Watch keeps the payment polled until stop is called. ref is its name in
// addresses, for Nudge; acted is when the customer last did something, which
// decides how often it is read. told is called after each reading that says
// something new and must not block; it may be called once more after stop.
func (g *Gateway) Watch(caller Caller, idPayin, ref string, acted time.Time, told func()) (stop func()) {
	w := &g.watchers
	key := caller.Key(idPayin)
	w.mu.Lock()
	defer w.mu.Unlock()
	known, ok := w.watched[key]
	if !ok {
		known = &watched{told: map[uint64]func(){}}
		w.watched[key] = known
	}
	caller.Merchant = g.merchantKey(caller) // the queue uses it too
	if known.entry.Acted.After(acted) {
		acted = known.entry.Acted
	}
	known.entry = polls.Entry{Caller: caller, IDPayin: idPayin, Ref: ref, Acted: acted}
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

func (g *Gateway) unwatch(key payment.Key, id uint64) {
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

// of returns the entry of a watched payment.
func (w *watchers) of(key payment.Key) (polls.Entry, bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	known, ok := w.watched[key]
	if !ok {
		return polls.Entry{}, false
	}
	return known.entry, true
}

// count is how many payments are watched.
func (w *watchers) count() int {
	w.mu.Lock()
	defer w.mu.Unlock()
	return len(w.watched)
}

// followInterest updates the queue to whether anybody watches a payment. A
// reload ends one stream and opens another, in any order: the loop ends when
// queue and watchers agree.
func (g *Gateway) followInterest(e polls.Entry) {
	for {
		now, watched := g.watchers.of(e.Key())
		if watched {
			g.enqueue(g.due(now))
		} else {
			g.queue.Drop(e)
			g.limiters.Of(e.Caller.Merchant).Poll() // its loop may be done now
		}
		if _, still := g.watchers.of(e.Key()); still == watched {
			return
		}
	}
}

// due sets when the payment is to be read next, and until when it is wanted. A
// payment that is over is never due. One with an unverified token is read only
// for a page that waits.
func (g *Gateway) due(e polls.Entry) polls.Entry {
	now := g.config.Now()
	e.Until = now.Add(interestLife)
	if !g.proven(e.Caller) {
		return e
	}
	switch last := g.readings.get(e.Key()); {
	case last.asked.IsZero():
		e.Due = now
	case !last.Over(now):
		e.Read, e.Strange = last.asked, slow(last.Payment)
		e.Due = last.asked.Add(spread(g.interval(e)))
	}
	return e
}

// interval is how often the payment is worth a read. With callbacks, polls are
// only a fallback.
func (g *Gateway) interval(e polls.Entry) time.Duration {
	acted := e.Acted
	if acted.IsZero() {
		acted = g.config.Now().Add(-2 * time.Minute) // unknown: a middling interval
	}
	every := Interval(g.config.Now().Sub(acted), e.Strange)
	if g.config.Relayed {
		every = max(10*every, 30*time.Second)
	}
	return every
}

// slow reports whether little is expected of the payment: its word is
// undocumented, or it has expired and only late money could change that.
func slow(p known.Payment) bool {
	return p.State == known.Created && (known.IsStrange(p.Payin) || p.Status() == known.Expired)
}

// enqueue puts due payments into the queue and starts polling them.
func (g *Gateway) enqueue(entries ...polls.Entry) {
	var due []polls.Entry
	merchants := map[string]bool{}
	for _, e := range entries {
		if !e.Due.IsZero() {
			due = append(due, e)
			merchants[e.Caller.Merchant] = true
		}
	}
	g.queue.Put(due...)
	for merchant := range merchants {
		g.limiters.Of(merchant).Poll()
	}
}

// renewInterest tells the queue that the payments are still watched. It never
// makes a queued payment due earlier.
func (g *Gateway) renewInterest() {
	w := &g.watchers
	w.mu.Lock()
	all := make([]watched, 0, len(w.watched))
	for _, known := range w.watched {
		if !known.refused {
			all = append(all, *known)
		}
	}
	if w.renewal != nil && g.life.Err() == nil {
		w.renewal.Reset(interestRenewed)
	}
	w.mu.Unlock()
	entries := make([]polls.Entry, 0, len(all))
	for _, known := range all {
		e := g.due(known.entry)
		if !e.Due.IsZero() {
			e.Due = e.Due.Add(g.interval(e) / 5)
			if e.Due.Before(known.rests) {
				e.Due = known.rests
			}
		}
		entries = append(entries, e)
	}
	g.enqueue(entries...)
	for _, e := range entries { // some may have lost their last watcher meanwhile
		if _, watched := w.of(e.Key()); !watched {
			g.followInterest(e)
		}
	}
}

// takeInterest has a payment read in the background when its page couldn't read
// it. A page without a stream asks again.
func (g *Gateway) takeInterest(caller Caller, idPayin string) {
	caller.Merchant = g.merchantKey(caller)
	go g.enqueue(g.due(polls.Entry{Caller: caller, IDPayin: idPayin}))
}

// Nudge has the watched payments of a ref read at once, but not more often than
// one that was just paid.
func (g *Gateway) Nudge(ref string) {
	for _, merchant := range g.queue.Nudge(ref) {
		g.limiters.Of(merchant).Poll()
	}
}

// tell passes a new reading on to those who wait for it, here and at other
// replicas.
func (g *Gateway) tell(key payment.Key, p known.Payment, changed bool) {
	g.news.Save(key, p)
	if changed {
		g.tellHere(key)
	}
}

func (g *Gateway) tellHere(key payment.Key) {
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

// poll reads a payment in the background with the slot it has, and puts it back
// into the queue.
func (g *Gateway) poll(l *limiter.Limiter, e polls.Entry, s limiter.Slot) {
	key := e.Key()
	late, age := g.config.Now().Sub(e.Due), time.Duration(0)
	if !e.Read.IsZero() {
		age = g.config.Now().Sub(e.Read)
	}
	g.metrics.polled(late, age)
	t := &turn{slot: s}
	read := g.read(g.life, e.Caller, key, g.readings.get(key).renewed, limiter.LaneBackground, t)
	reading, err := read.await(g.life, patience{line: time.Minute, answer: time.Minute})
	if unused, ok := t.take(); ok {
		l.GiveBack(unused) // another read was under way, or none could be made
	}
	now := g.config.Now()
	if !errors.Is(err, ErrInLine) {
		e.Read = now
	}
	switch {
	case errors.Is(err, apiclient.ErrUnauthorized):
		e.Due = time.Time{}
		g.watchers.note(key, func(known *watched) { known.refused = true })
		g.tellHere(key) // the link has expired, which ends the streams
	case errors.Is(err, ErrInLine):
		e.Due = now.Add(polls.LeastInterval) // not read, but nothing failed
	case err != nil:
		e.Failed++
		e.Due = now.Add(backOff(e.Failed))
		if e.Failed == 1 {
			g.tellHere(key) // pages say since when nothing is known
		}
		g.watchers.note(key, func(known *watched) { known.rests = e.Due })
	case reading.Over(now):
		e.Due = time.Time{}
	default:
		// At a short rate a payment waits in the queue about as long as this
		// one did. That counts towards its interval: otherwise those with long
		// intervals would wait for both.
		e.Failed, e.Strange = 0, slow(reading)
		e.Due = now.Add(max(polls.LeastInterval, spread(g.interval(e))-late))
	}
	g.queue.Done(e)
	l.Poll()
}

// note records a poll's result for a payment, if it is watched here.
func (w *watchers) note(key payment.Key, change func(*watched)) {
	w.mu.Lock()
	defer w.mu.Unlock()
	if known, ok := w.watched[key]; ok {
		change(known)
	}
}
