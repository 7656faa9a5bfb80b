package sandbox

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"sync"
	"time"

	"payapp/sandbox/internal/store"
)

// faultRule makes calls go wrong now and then. The console's panel adds and
// removes rules; a few gentle ones are there from the start unless the sandbox
// is calm.
type faultRule struct {
	Kind      string        // one of faultKinds
	Operation string        // an endpoint's name; "" is every endpoint but the token calls
	Percent   float64       // of the calls, above 0 and at most 100
	Delay     time.Duration // of the kind "latency"
}

// The kinds of fault.
const (
	faultLatency   = "latency" // the answer takes longer
	faultReset     = "reset"   // the connection is cut before anything is done
	faultBusy      = "429"     // not processed, as are all the 5xx
	faultBroken    = "500"
	faultGateway   = "502"
	faultDown      = "503"
	faultTimeout   = "504"
	faultLost      = "lost"      // processed, then the connection is cut
	faultMalformed = "malformed" // processed, then the answer is cut in the middle
	faultStrange   = "strange"   // a status that no document names, while in progress
	faultUnknown   = "unknown"   // a property that no document names
	faultReordered = "reordered" // the same properties in another order
)

var faultKinds = []string{
	faultLatency, faultReset, faultBusy, faultBroken, faultGateway, faultDown,
	faultTimeout, faultLost, faultMalformed, faultStrange, faultUnknown, faultReordered,
}

// gentle is the weather that no client may be surprised by: all of it is
// allowed by interface.md (versioning, idempotent creation, open status set).
var gentle = []faultRule{
	{Kind: faultLost, Operation: "payin-create", Percent: 3},
	{Kind: faultLost, Operation: "payout-create", Percent: 3},
	{Kind: faultStrange, Operation: "payin-read", Percent: 3},
	{Kind: faultStrange, Operation: "payout-read", Percent: 3},
	{Kind: faultUnknown, Percent: 20},
	{Kind: faultReordered, Percent: 20},
}

// faults is what is in force: the gentle rules as long as nobody took them
// away, and those that people added.
type faults struct {
	random func() float64
	calm   bool

	mu   sync.Mutex
	kept keptFaults
}

// keptFaults is what people changed. The gentle rules themselves aren't kept,
// so that each start decides anew whether it is calm.
type keptFaults struct {
	Added         []faultRule
	GentleRemoved []faultRule
}

const faultSetting = "faults"

func loadFaults(ctx context.Context, config Config, db *store.Store) (*faults, error) {
	f := &faults{random: config.Random, calm: config.Calm}
	kept, err := db.Setting(ctx, faultSetting)
	if err != nil || kept == nil {
		return f, err
	}
	if err := json.Unmarshal(kept, &f.kept); err != nil {
		return nil, fmt.Errorf("setting %s: %w", faultSetting, err)
	}
	return f, nil
}

// list is the rules in force.
func (f *faults) list() []faultRule {
	f.mu.Lock()
	defer f.mu.Unlock()
	return f.inForce()
}

// inForce is for callers who hold the lock.
func (f *faults) inForce() []faultRule {
	return append(f.gentle(), f.kept.Added...)
}

func (f *faults) gentle() []faultRule {
	if f.calm {
		return nil
	}
	return slices.DeleteFunc(slices.Clone(gentle), func(rule faultRule) bool { return slices.Contains(f.kept.GentleRemoved, rule) })
}

// strikes reports whether a rule of the kind hits this call, and which one.
func (f *faults) strikes(kind, operation string) (faultRule, bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, rule := range f.inForce() {
		applies := rule.Operation == operation || rule.Operation == "" && operation != "token"
		if rule.Kind == kind && applies && f.random()*100 < rule.Percent {
			return rule, true
		}
	}
	return faultRule{}, false
}

// addFault puts a rule in force, for good.
func (s *Sandbox) addFault(ctx context.Context, rule faultRule) error {
	return s.changeFaults(ctx, func(f *faults) keptFaults {
		return keptFaults{append(slices.Clone(f.kept.Added), rule), f.kept.GentleRemoved}
	})
}

// removeFault takes one of the rules in force away, for good. An index beyond
// them removes nothing.
func (s *Sandbox) removeFault(ctx context.Context, index int) error {
	return s.changeFaults(ctx, func(f *faults) keptFaults {
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

// removeAllFaults takes every rule in force away, for good. A calm sandbox has
// no gentle ones in force, so they are back at the next start that isn't calm.
func (s *Sandbox) removeAllFaults(ctx context.Context) error {
	return s.changeFaults(ctx, func(f *faults) keptFaults {
		return keptFaults{GentleRemoved: append(f.gentle(), f.kept.GentleRemoved...)}
	})
}

func (s *Sandbox) changeFaults(ctx context.Context, change func(*faults) keptFaults) error {
	s.faults.mu.Lock()
	defer s.faults.mu.Unlock()
	changed := change(s.faults)
	text, err := json.Marshal(changed)
	if err != nil {
		return fmt.Errorf("fault rules: %w", err)
	}
	if err := s.store.SetSetting(ctx, faultSetting, text); err != nil {
		return err
	}
	s.faults.kept = changed
	return nil
}
