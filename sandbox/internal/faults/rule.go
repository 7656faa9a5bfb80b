package faults

import (
	"cmp"
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"sync"
	"time"

	"payapp/sandbox/internal/store"
	"payapp/sandbox/internal/wire"
)

// Rule makes a share of calls fail. The console adds and removes rules; a few
// gentle ones are there from the start unless the sandbox is calm.
type Rule struct {
	Kind      string        // one of Kinds
	Operation string        // an endpoint's name; "" is every endpoint except the token calls
	Percent   float64       // of the calls, above 0 and at most 100
	Delay     time.Duration // for the kind "latency"
	Merchant  string        `json:",omitempty"` // only calls of this merchant
	ID        string        `json:",omitempty"` // only calls about this payment; a trailing * stands for any end
	Preset    string        `json:",omitempty"`
}

// Target is a call that may fail.
type Target struct{ Operation, Merchant, ID string }

func (r Rule) applies(to Target) bool {
	return (r.Operation == to.Operation || r.Operation == "" && to.Operation != "token") &&
		(r.Merchant == "" || r.Merchant == to.Merchant) && wire.FitsID(r.ID, to.ID)
}

// String says what the rule does: "lost, 3 % of payin-create".
func (r Rule) String() string {
	what := r.Kind
	if r.Delay > 0 {
		what += " of " + r.Delay.String()
	}
	text := fmt.Sprintf("%s, %v %% of %s", what, r.Percent, cmp.Or(r.Operation, "all calls but token"))
	if r.Merchant != "" {
		text += " of " + r.Merchant
	}
	if r.ID != "" {
		text += " about " + r.ID
	}
	return text
}

// MaxDelay is the most that a directive or a fault delays an answer: longer
// than any client waits.
const MaxDelay = time.Minute

// The kinds of fault.
const (
	Latency   = "latency" // the answer takes longer
	Reset     = "reset"   // the connection is cut before anything is done
	Busy      = "429"     // not processed, like all 5xx
	Broken    = "500"
	Gateway   = "502"
	Down      = "503"
	Timeout   = "504"
	Lost      = "lost"      // processed, then the connection is cut
	Malformed = "malformed" // processed, then the answer is cut in the middle
	Strange   = "strange"   // an undocumented status, while in progress
	Unknown   = "unknown"   // an undocumented property
	Reordered = "reordered" // the same properties in another order
)

// Kinds are all of them, in the order in which they are tried.
var Kinds = []string{
	Latency, Reset, Busy, Broken, Gateway, Down,
	Timeout, Lost, Malformed, Strange, Unknown, Reordered,
}

// gentle are the faults that every client must tolerate, since interface.md
// allows all of them (versioning, idempotent creation, open set of statuses).
var gentle = []Rule{
	{Kind: Lost, Operation: "payin-create", Percent: 3},
	{Kind: Lost, Operation: "payout-create", Percent: 3},
	{Kind: Strange, Operation: "payin-read", Percent: 3},
	{Kind: Strange, Operation: "payout-read", Percent: 3},
	{Kind: Unknown, Percent: 20},
	{Kind: Reordered, Percent: 20},
}

// Faults is the rules in force: the gentle rules that nobody removed, and those
// that people added.
type Faults struct {
	random func() float64
	calm   bool
	store  *store.Store

	mu   sync.Mutex
	kept changes
}

// changes is what people changed. The gentle rules themselves aren't stored, so
// that Calm is decided anew at each start.
type changes struct {
	Added         []Rule
	GentleRemoved []Rule
}

const setting = "faults"

// Load reads what people changed. random returns a number in [0, 1).
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

// inForce is List for callers that hold the lock.
func (f *Faults) inForce() []Rule {
	return append(f.gentle(), f.kept.Added...)
}

func (f *Faults) gentle() []Rule {
	if f.calm {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(gentle), func(rule Rule) bool { return slices.Contains(f.kept.GentleRemoved, rule) })
}

// Applies reports whether a rule of the kind applies to this call, and which
// one.
func (f *Faults) Applies(kind string, call Target) (Rule, bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, rule := range f.inForce() {
		if rule.Kind == kind && rule.applies(call) && f.random()*100 < rule.Percent {
			return rule, true
		}
	}
	return Rule{}, false
}

// Add adds a rule permanently.
func (f *Faults) Add(ctx context.Context, rule Rule) error {
	return f.change(ctx, func() changes {
		return changes{append(slices.Clone(f.kept.Added), rule), f.kept.GentleRemoved}
	})
}

// Remove removes one of the rules in force permanently. An index out of range
// removes nothing.
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

// RemovePreset removes the rules of a preset, or those that it made for one
// merchant or payment.
func (f *Faults) RemovePreset(ctx context.Context, preset, merchant, id string) error {
	return f.change(ctx, func() changes {
		return changes{slices.DeleteFunc(slices.Clone(f.kept.Added), func(r Rule) bool {
			return r.Preset == preset && r.Merchant == merchant && r.ID == id
		}), f.kept.GentleRemoved}
	})
}

// RemoveAll removes every rule in force permanently. In a calm sandbox the
// gentle ones aren't in force, so they return at the next start that isn't
// calm.
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
