package main

import (
	"context"
	"maps"
	"math/rand/v2"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"payapp/e2e/crowd/internal/events"
	"payapp/e2e/crowd/internal/machine"
	"payapp/e2e/crowd/internal/shop"
)

// crowd is all customers who watch their payments.
type crowd struct {
	open    atomic.Int64 // streams held now
	asked   atomic.Int64 // streams that were answered
	beats   atomic.Int64 // heart-beats
	news    atomic.Int64 // events with another version than the page's
	reloads atomic.Int64
	still   bool    // pages don't reload despite news, as while somebody types
	seen    figures // from paid to the page that says so
	slow    []delay // the same, by when it was paid

	mu       sync.Mutex
	watchers []*watcher
	pending  []*watcher // customers who haven't paid yet
	unseen   map[*watcher]bool
	wrong    map[string]int // pages that contradict the gateway
	troubles map[string]int
	shown    map[string]int // pages by what they said
	running  sync.WaitGroup
	ctx      context.Context // while they watch
	cancel   context.CancelFunc
}

func newCrowd(ctx context.Context) *crowd {
	ctx, cancel := context.WithCancel(ctx)
	return &crowd{
		ctx: ctx, cancel: cancel, unseen: map[*watcher]bool{},
		wrong: map[string]int{}, troubles: map[string]int{}, shown: map[string]int{},
	}
}

// join starts to follow a page that a customer has open.
func (c *crowd) join(customer *customer) {
	c.mu.Lock()
	w := &watcher{customer: customer, crowd: c, line: events.NewLine(len(c.watchers))}
	c.watchers = append(c.watchers, w)
	c.pending = append(c.pending, w)
	c.mu.Unlock()
	c.running.Go(func() { w.follow(c.ctx) })
}

// stop ends the watching.
func (c *crowd) stop() {
	c.cancel()
	c.running.Wait()
}

// joinAll lets them join at 250 a second.
func (c *crowd) joinAll(customers []*customer) {
	for i, customer := range customers {
		c.join(customer)
		if i%5 == 4 && !machine.Pause(c.ctx, 20*time.Millisecond) {
			return
		}
	}
}

// payAny pays a random pending payment, and returns how many were pending.
func (c *crowd) payAny(ctx context.Context, s shop.Shop) (pending int, err error) {
	c.mu.Lock()
	pending = len(c.pending)
	if pending == 0 {
		c.mu.Unlock()
		return 0, nil
	}
	i := rand.IntN(pending)
	w := c.pending[i]
	c.pending[i] = c.pending[pending-1]
	c.pending = c.pending[:pending-1]
	c.unseen[w] = true
	now := time.Now()
	w.paid.Store(&now)
	c.mu.Unlock()
	return pending, s.Settle(ctx, w.order.IDPayin)
}

// looked records what a reloaded page says.
func (c *crowd) looked(w *watcher) {
	paid := w.paid.Load()
	c.mu.Lock()
	defer c.mu.Unlock()
	c.shown[strings.TrimSpace(w.page.Kind+" "+w.page.Status)]++
	switch status := w.page.Status; {
	case status == "success" && paid != nil && c.unseen[w]:
		delete(c.unseen, w)
		c.seen.add(time.Since(*paid))
		c.slow = append(c.slow, delay{w, *paid, time.Since(*paid)})
	case status == "success" && paid == nil:
		c.wrong["success before it was paid"]++
	case status == "failed" || status == "expired":
		c.wrong[status]++
	case w.page.Kind == "problem":
		c.troubles["page: "+w.page.Problem]++
	}
}

func (c *crowd) trouble(what string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.troubles[what]++
}

func (c *crowd) notSeen() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.unseen)
}

// allSeen waits for those who have paid, for a limited time: those who haven't
// seen it by then count with their wait so far.
func (c *crowd) allSeen(ctx context.Context, atMost time.Duration) (missing int) {
	end := time.Now().Add(atMost)
	for c.notSeen() > 0 && time.Now().Before(end) && machine.Pause(ctx, 100*time.Millisecond) {
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	for w := range c.unseen {
		c.seen.add(time.Since(*w.paid.Load()))
	}
	return len(c.unseen)
}

// said are reloaded pages, by what they said.
func (c *crowd) said() map[string]int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return maps.Clone(c.shown)
}

// stories are what went wrong, counted.
func (c *crowd) stories() (troubles, wrong map[string]int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return maps.Clone(c.troubles), maps.Clone(c.wrong)
}
