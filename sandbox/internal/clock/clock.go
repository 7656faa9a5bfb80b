package clock

import (
	"cmp"
	"context"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"

	"payapp/sandbox/internal/store"
)

// Clock is the real time, and how far people have moved it. A move brings nearer
// what is to come of all that exists, instead of putting the sandbox's clock ahead of
// its callers'; what has happened keeps its time. So a new payment's deadline means the same to the application,
// whose clock nobody moves.
type Clock struct {
	real  func() time.Time
	store *store.Store

	mu    sync.RWMutex
	moved map[store.Scope]time.Duration // in total
}

// Load continues with the moves made so far.
func Load(ctx context.Context, real func() time.Time, db *store.Store) (*Clock, error) {
	c := &Clock{real: real, store: db}
	var err error
	c.moved, err = db.Aged(ctx)
	return c, err
}

// Now is truncated to milliseconds, as in the store and the interface.
func (c *Clock) Now() time.Time { return c.real().Truncate(time.Millisecond) }

// MovedBy is how far the clock was moved in total for a merchant's payment, or
// for the merchant if the id is "". A token stores it, so that only later moves
// age the token.
func (c *Clock) MovedBy(merchant, id string) time.Duration {
	c.mu.RLock()
	defer c.mu.RUnlock()
	total := c.moved[store.Scope{}] + c.moved[store.Scope{Merchant: merchant}]
	if id != "" {
		total += c.moved[store.Scope{ID: id}] + c.moved[store.Scope{Merchant: merchant, ID: id}]
	}
	return total
}

// Moved is how far the clock of one scope was moved.
type Moved struct {
	Merchant string `json:"merchantCode,omitempty"`
	ID       string `json:"idPayin,omitempty"`
	By       string `json:"by"`
}

// Moves are those made so far, everybody's first.
func (c *Clock) Moves() []Moved {
	c.mu.RLock()
	defer c.mu.RUnlock()
	list := []Moved{}
	for scope, by := range c.moved {
		list = append(list, Moved{scope.Merchant, scope.ID, by.String()})
	}
	slices.SortFunc(list, func(a, b Moved) int {
		return cmp.Or(strings.Compare(a.Merchant, b.Merchant), strings.Compare(a.ID, b.ID))
	})
	return list
}

// Move lets d pass at once for everything that the scope has: deadlines and plans of
// payments, callbacks to come, and tokens. A negative d is an error: what has happened can't be
// undone.
func (c *Clock) Move(ctx context.Context, scope store.Scope, d time.Duration) error {
	if d = d.Truncate(time.Millisecond); d < 0 {
		return fmt.Errorf("move clock by %v: time goes forward only", d)
	}
	if err := c.store.Age(ctx, scope, d, c.Now()); err != nil {
		return err
	}
	moved, err := c.store.Aged(ctx)
	if err != nil {
		return err
	}
	c.mu.Lock()
	defer c.mu.Unlock()
	c.moved = moved
	return nil
}
