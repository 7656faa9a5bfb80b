package faults

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"sync"
	"time"

	"payapp/sandbox/internal/store"
)

// Rule makes calls go wrong now and then. The console's panel adds and
// removes rules; a few gentle ones are there from the start unless the sandbox
// is calm.
type Rule struct {
	Kind      string        // one of Kinds
	Operation string        // an endpoint's name; "" is every endpoint but the token calls
	Percent   float64       // of the calls, above 0 and at most 100
	Delay     time.Duration // of the kind "latency"
}

// MaxDelay is the most that a directive or a fault delays an answer, whatever it
// asks for: longer than any client's patience.
const MaxDelay = time.Minute

// The kinds of fault.
const (
	Latency   = "latency" // the answer takes longer
	Reset     = "reset"   // the connection is cut before anything is done
	Busy      = "429"     // not processed, as are all the 5xx
	Broken    = "500"
	Gateway   = "502"
	Down      = "503"
	Timeout   = "504"
	Lost      = "lost"      // processed, then the connection is cut
	Malformed = "malformed" // processed, then the answer is cut in the middle
	Strange   = "strange"   // a status that no document names, while in progress
	Unknown   = "unknown"   // a property that no document names
	Reordered = "reordered" // the same properties in another order
)

// Kinds are all of them, in the order in which they are tried.
var Kinds = []string{
	Latency, Reset, Busy, Broken, Gateway, Down,
	Timeout, Lost, Malformed, Strange, Unknown, Reordered,
}

// gentle is the weather that no client may be surprised by: all of it is
// allowed by interface.md (versioning, idempotent creation, open status set).
var gentle = []Rule{
	{Kind: Lost, Operation: "payin-create", Percent: 3},
	{Kind: Lost, Operation: "payout-create", Percent: 3},
	{Kind: Strange, Operation: "payin-read", Percent: 3},
	{Kind: Strange, Operation: "payout-read", Percent: 3},
	{Kind: Unknown, Percent: 20},
	{Kind: Reordered, Percent: 20},
}

// Faults is what is in force: the gentle rules as long as nobody took them
// away, and those that people added.
type Faults struct {
	random func() float64
	calm   bool
	store  *store.Store

	mu   sync.Mutex
	kept changes
}

// changes is what people changed. The gentle rules themselves aren't kept,
// so that each start decides anew whether it is calm.
type changes struct {
	Added         []Rule
	GentleRemoved []Rule
}

const setting = "faults"

// Load reads what people changed. random is in [0, 1).
func Load(ctx context.Context, random func() float64, calm bool, db *store.Store) (*Faults, error) {
	f := &Faults{random: random, calm: calm, store: db}
	kept, err := db.Setting(ctx, setting)
	if err != nil || kept == nil {
		return f, err
	}
	if err := json.Unmarshal(kept, &f.kept); err != nil {
		return nil, fmt.Errorf("setting %s: %w", setting, err)
	}
	return f, nil
}

// List is the rules in force.
func (f *Faults) List() []Rule {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.inForce()
}

// inForce is for callers who hold the lock.
func (f *Faults) inForce() []Rule {
	return append(f.gentle(), f.kept.Added...)
}

func (f *Faults) gentle() []Rule {
	if f.calm {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(gentle), func(rule Rule) bool { return slices.Contains(f.kept.GentleRemoved, rule) })
}

// Strikes reports whether a rule of the kind hits this call, and which one.
func (f *Faults) Strikes(kind, operation string) (Rule, bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, rule := range f.inForce() {
		applies := rule.Operation == operation || rule.Operation == "" && operation != "token"
		if rule.Kind == kind && applies && f.random()*100 < rule.Percent {
			return rule, true
		}
	}
	return Rule{}, false
}

// Add puts a rule in force, for good.
func (f *Faults) Add(ctx context.Context, rule Rule) error {
	return f.change(ctx, func() changes {
		return changes{append(slices.Clone(f.kept.Added), rule), f.kept.GentleRemoved}
	})
}

// Remove takes one of the rules in force away, for good. An index beyond
// them removes nothing.
func (f *Faults) Remove(ctx context.Context, index int) error {
	return f.change(ctx, func() changes {
		kept, gentle := f.kept, f.gentle()
		switch added := index - len(gentle); {
		case index < 0 || added >= len(kept.Added):
		case added < 0:
			kept.GentleRemoved = append(slices.Clone(kept.GentleRemoved), gentle[index])
		default:
			kept.Added = slices.Delete(slices.Clone(kept.Added), added, added+1)
		}
		return kept
	})
}

// RemoveAll takes every rule in force away, for good. A calm sandbox has
// no gentle ones in force, so they are back at the next start that isn't calm.
func (f *Faults) RemoveAll(ctx context.Context) error {
	return f.change(ctx, func() changes {
		return changes{GentleRemoved: append(f.gentle(), f.kept.GentleRemoved...)}
	})
}

func (f *Faults) change(ctx context.Context, change func() changes) error {
	f.mu.Lock()
	defer f.mu.Unlock()
	changed := change()
	text, err := json.Marshal(changed)
	if err != nil {
		return fmt.Errorf("fault rules: %w", err)
	}
	if err := f.store.SetSetting(ctx, setting, text); err != nil {
		return err
	}
	f.kept = changed
	return nil
}
