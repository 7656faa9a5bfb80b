package watchers

import (
	"context"
	"maps"
	"math/rand/v2"
	"slices"
	"sync"
	"sync/atomic"
	"time"

	"payapp/e2e/crowd/internal/events"
	"payapp/e2e/crowd/internal/figures"
	"payapp/e2e/crowd/internal/machine"
	"payapp/e2e/crowd/internal/shop"
	"payapp/e2e/crowd/internal/town"
)

// Crowd is all customers who watch their payments.
type Crowd struct {
	Open    atomic.Int64 // streams held now
	Asked   atomic.Int64 // streams that were answered
	Beats   atomic.Int64 // heart-beats
	News    atomic.Int64 // events with another version than the page's
	Reloads atomic.Int64
	Still   bool              // pages don't reload despite news, as while somebody types
	Seen    figures.Durations // from paid to the page that says so
	slow    []delay           // the same, by when it was paid

	mu       sync.Mutex
	Watchers []*Watcher
	pending  []*Watcher // customers who haven't paid yet
	unseen   map[*Watcher]bool
	wrong    map[string]int // pages that contradict the gateway
	troubles map[string]int
	running  sync.WaitGroup
	ctx      context.Context // while they watch
	cancel   context.CancelFunc
}

// New makes an empty crowd, whose watchers stop with ctx or by Stop.
func New(ctx context.Context) *Crowd {
	ctx, cancel := context.WithCancel(ctx)
	return &Crowd{
		ctx: ctx, cancel: cancel, unseen: map[*Watcher]bool{},
		wrong: map[string]int{}, troubles: map[string]int{},
	}
}

// Join starts to follow a page that a customer has open.
func (c *Crowd) Join(customer *town.Customer) {
	c.mu.Lock()
	w := &Watcher{Customer: customer, crowd: c, line: events.NewLine(len(c.Watchers))}
	c.Watchers = append(c.Watchers, w)
	c.pending = append(c.pending, w)
	c.mu.Unlock()
	c.running.Go(func() { w.follow(c.ctx) })
}

// Stop ends the watching.
func (c *Crowd) Stop() {
	c.cancel()
	c.running.Wait()
}

// JoinAll lets them join at 250 a second.
func (c *Crowd) JoinAll(customers []*town.Customer) {
	for i, customer := range customers {
		c.Join(customer)
		if i%5 == 4 && !machine.Pause(c.ctx, 20*time.Millisecond) {
			return
		}
	}
}

// Waiting is how many haven't paid yet.
func (c *Crowd) Waiting() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.pending)
}

// PayAny pays a random pending payment, and returns how many were pending.
func (c *Crowd) PayAny(ctx context.Context, s shop.Shop) (pending int, err error) {
	return c.pay(ctx, s, rand.IntN)
}

// PayOldest pays the one that has waited longest.
func (c *Crowd) PayOldest(ctx context.Context, s shop.Shop) (pending int, err error) {
	return c.pay(ctx, s, func(int) int { return 0 })
}

func (c *Crowd) pay(ctx context.Context, s shop.Shop, choose func(pending int) int) (pending int, err error) {
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
	return pending, s.Settle(ctx, w.Order.IDPayin)
}

// looked records what a reloaded page says.
func (c *Crowd) looked(w *Watcher) {
	paid := w.paid.Load()
	c.mu.Lock()
	defer c.mu.Unlock()
	switch status := w.Page.Status; {
	case status == "success" && paid != nil && c.unseen[w]:
		delete(c.unseen, w)
		c.Seen.Add(time.Since(*paid))
		c.slow = append(c.slow, delay{w, *paid, time.Since(*paid)})
	case status == "success" && paid == nil:
		c.wrong["success before it was paid"]++
	case status == "failed" || status == "expired":
		c.wrong[status]++
	case w.Page.Kind == "problem":
		c.troubles["page: "+w.Page.Problem]++
	}
}

func (c *Crowd) trouble(what string) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.troubles[what]++
}

func (c *Crowd) notSeen() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	return len(c.unseen)
}

// AllSeen waits for those who have paid, for a limited time: those who haven't
// seen it by then count with their wait so far.
func (c *Crowd) AllSeen(ctx context.Context, atMost time.Duration) (missing int) {
	end := time.Now().Add(atMost)
	for c.notSeen() > 0 && time.Now().Before(end) && machine.Pause(ctx, 100*time.Millisecond) {
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	for w := range c.unseen {
		c.Seen.Add(time.Since(*w.paid.Load()))
	}
	return len(c.unseen)
}

// Stories are what went wrong, counted.
func (c *Crowd) Stories() (troubles, wrong map[string]int) {
	c.mu.Lock()
	defer c.mu.Unlock()
	return maps.Clone(c.troubles), maps.Clone(c.wrong)
}
