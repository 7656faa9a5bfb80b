package rates

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"maps"
	"slices"
	"strings"
	"sync"
	"time"

	"payapp/sandbox/internal/store"
)

// Rates limits each merchant to so many requests in any one second. Refused
// requests don't count, because they are not processed (interface.md, Limits).
type Rates struct {
	usual int
	now   func() time.Time
	store *store.Store

	mu     sync.Mutex
	own    map[string]int // by scope
	recent map[string][]time.Time
}

// Limit is a limit of one merchant or one order. A merchant's has no ID.
type Limit struct {
	Merchant string `json:"merchantCode"`
	ID       string `json:"idPayin,omitempty"`
	Limit    int    `json:"perSecond"`
}

const setting = "rates"

// Load reads the limits of their own; usual is everybody else's.
func Load(ctx context.Context, usual int, now func() time.Time, db *store.Store) (*Rates, error) {
	r := &Rates{usual: usual, now: now, store: db, own: map[string]int{}, recent: map[string][]time.Time{}}
	kept, err := db.Setting(ctx, setting)
	if err != nil || kept == nil {
		return r, err
	}
	if err := json.Unmarshal(kept, &r.own); err != nil {
		return nil, fmt.Errorf("setting %s: %w", setting, err)
	}
	return r, nil
}

// Usual is the limit of merchants without one of their own.
func (r *Rates) Usual() int { return r.usual }

// List is the limits of merchants and orders of their own.
func (r *Rates) List() []Limit {
	r.mu.Lock()
	defer r.mu.Unlock()
	list := []Limit{}
	for _, scope := range slices.Sorted(maps.Keys(r.own)) {
		merchant, id, _ := strings.Cut(scope, "/")
		list = append(list, Limit{merchant, id, r.own[scope]})
	}
	return list
}

// Set gives a merchant or an order a limit of its own; 0 takes it away.
func (r *Rates) Set(ctx context.Context, limit Limit) error {
	r.mu.Lock()
	defer r.mu.Unlock()
	changed := maps.Clone(r.own)
	if scope := scopeOf(limit.Merchant, limit.ID); limit.Limit > 0 {
		changed[scope] = limit.Limit
	} else {
		delete(changed, scope)
		delete(r.recent, scope)
	}
	text, err := json.Marshal(changed)
	if err != nil {
		return fmt.Errorf("rates: %w", err)
	}
	if err := r.store.SetSetting(ctx, setting, text); err != nil {
		return err
	}
	r.own = changed
	return nil
}

func scopeOf(merchant, id string) string {
	if id == "" {
		return merchant
	}
	return merchant + "/" + id
}

// Allow counts a request of the merchant, about an order or "", and reports
// whether it is within the limit. An order with a limit of its own doesn't use
// up its merchant's.
func (r *Rates) Allow(merchant, id string) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	scope := scopeOf(merchant, id)
	if id == "" || r.own[scope] == 0 {
		scope = merchant
	}
	return r.count(scope, cmp.Or(r.own[scope], r.usual))
}

// AllowGuess counts an attempt to prove that one is the merchant, which failed.
// Guesses have a limit beside the merchant's, so that they don't use it up.
func (r *Rates) AllowGuess(merchant string) bool {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.count("?"+merchant, cmp.Or(r.own[merchant], r.usual))
}

func (r *Rates) count(scope string, limit int) bool {
	now := r.now()
	recent := r.recent[scope]
	for len(recent) > 0 && now.Sub(recent[0]) >= time.Second {
		recent = recent[1:]
	}
	if len(recent) >= limit {
		r.recent[scope] = recent
		return false
	}
	r.recent[scope] = append(recent, now)
	return true
}
