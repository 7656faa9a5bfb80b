package main

import (
	"context"
	"maps"
	"math/rand/v2"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"payapp/e2e/internal/harness"
)

// watchers are all customers whose pages stay open. It has a field for each thing that
// is counted.
type watchers struct {
	asked   atomic.Int64 // streams that were answered
	beats   atomic.Int64 // heart-beats
	news    atomic.Int64 // events with another version than the page's
	reloads atomic.Int64
	seen    durations // from paid to the page that says so

	mu       sync.Mutex
	all      []*watcher
	pending  []*watcher // customers who haven't paid yet
	unseen   map[*watcher]bool
	wrong    map[string]int // pages that contradict the gateway
	troubles map[string]int
	running  sync.WaitGroup
	ctx      context.Context // while they watch
	cancel   context.CancelFunc
}

// newWatchers are nobody yet; they stop with ctx or by stop.
func newWatchers(ctx context.Context) *watchers {
	ctx, cancel := context.WithCancel(ctx)
	return &watchers{
		ctx: ctx, cancel: cancel, unseen: map[*watcher]bool{},
		wrong: map[string]int{}, troubles: map[string]int{},
	}
}

// join starts to follow a page that a customer has open.
func (c *watchers) join(who *customer) {
	w := newWatcher(who, c)
	c.mu.Lock()
	c.pending = append(c.pending, w)
	c.mu.Unlock()
	c.start(w)
}

// joinEnded is join for a payment that the gateway has refused.
func (c *watchers) joinEnded(who *customer) {
	w := newWatcher(who, c)
	w.ended = true
	c.start(w)
}

func (c *watchers) start(w *watcher) {
	c.mu.Lock()
	c.all = append(c.all, w)
	c.mu.Unlock()
	c.running.Go(func() { w.follow(c.ctx) })
}

// stop ends the watching.
func (c *watchers) stop() {
	c.cancel()
	c.running.Wait()
}

// joinAll lets them join at 250 a second.
func (c *watchers) joinAll(customers []*customer) {
	for i, who := range customers {
		c.join(who)
		if i%5 == 4 && !harness.Pause(c.ctx, 20*time.Millisecond) {
			return
		}
	}
}

// waiting is how many haven't paid yet.
func (c *watchers) waiting() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.pending)
}

// payAny pays a random pending payment, and returns how many were pending.
func (c *watchers) payAny(ctx context.Context, s harness.Shop) (pending int, err error) {
	return c.pay(ctx, s, rand.IntN)
}

// payOldest pays the one that has waited longest.
func (c *watchers) payOldest(ctx context.Context, s harness.Shop) (pending int, err error) {
	return c.pay(ctx, s, func(int) int { return 0 })
}

func (c *watchers) pay(ctx context.Context, s harness.Shop, choose func(pending int) int) (pending int, err error) {
	c.mu.Lock()
	pending = len(c.pending)
	if pending == 0 {
		c.mu.Unlock()
		return 0, nil
	}
	i := choose(pending)
	w := c.pending[i]
	c.pending = slices.Delete(c.pending, i, i+1)
	c.unseen[w] = true
	now := time.Now()
	w.paid.Store(&now)
	c.mu.Unlock()
	return pending, s.Settle(ctx, w.order.IDPayin)
}

// looked records what a reloaded page says.
func (c *watchers) looked(w *watcher) {
	paid := w.paid.Load()
	c.mu.Lock()
	defer c.mu.Unlock()
	switch status := w.Page.Status; {
	case status == "success" && paid != nil && c.unseen[w]:
		delete(c.unseen, w)
		c.seen.add(time.Since(*paid))
	case status == "success" && paid == nil:
		c.wrong["success before it was paid"]++
	case status == "failed" && w.ended:
	case status == "failed" || status == "expired":
		c.wrong[status]++
	case w.Page.Kind == "problem":
		c.troubles["page: "+w.Page.Problem]++
	}
}

func (c *watchers) trouble(what string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.troubles[what]++
}

func (c *watchers) notSeen() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.unseen)
}

// allSeen waits for those who have paid, for a limited time: those who haven't seen it
// by then count with their wait so far.
func (c *watchers) allSeen(ctx context.Context, atMost time.Duration) (missing int) {
	end := time.Now().Add(atMost)
	for c.notSeen() > 0 && time.Now().Before(end) && harness.Pause(ctx, 100*time.Millisecond) {
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	for w := range c.unseen {
		c.seen.add(time.Since(*w.paid.Load()))
	}
	return len(c.unseen)
}

// stories are what went wrong, counted.
func (c *watchers) stories() (troubles, wrong map[string]int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return maps.Clone(c.troubles), maps.Clone(c.wrong)
}
