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
	faultLatency   = "latency"   // the answer takes longer
	faultReset     = "reset"     // the connection is cut before anything is done
	faultBusy      = "429"       // not processed
	faultDown      = "503"       // not processed
	faultLost      = "lost"      // processed, then the connection is cut
	faultMalformed = "malformed" // processed, then the answer is cut in the middle
	faultStrange   = "strange"   // a status that no document names, while in progress
	faultUnknown   = "unknown"   // a property that no document names
	faultReordered = "reordered" // the same properties in another order
)

var faultKinds = []string{faultLatency, faultReset, faultBusy, faultDown, faultLost, faultMalformed, faultStrange, faultUnknown, faultReordered}

// gentle is the weather that no client may be surprised by: all of it is
// allowed by interface.md (versioning, idempotent creation, open status set).
var gentle = []faultRule{
	{Kind: faultLost, Operation: "create", Percent: 3},
	{Kind: faultStrange, Operation: "read", Percent: 3},
	{Kind: faultUnknown, Percent: 20},
	{Kind: faultReordered, Percent: 20},
}

// faults is what is in force.
type faults struct {
	random func() float64

	mu    sync.Mutex
	rules []faultRule
}

const faultSetting = "fault-rules"

func loadFaults(ctx context.Context, config Config, db *store.Store) (*faults, error) {
	f := &faults{random: config.Random}
	kept, err := db.Setting(ctx, faultSetting)
	if err != nil {
		return nil, err
	}
	if kept != nil {
		if err := json.Unmarshal(kept, &f.rules); err != nil {
			return nil, fmt.Errorf("setting %s: %w", faultSetting, err)
		}
	}
	if !config.Calm && kept == nil {
		f.rules = slices.Clone(gentle)
	}
	return f, nil
}

// list is a copy of the rules.
func (f *faults) list() []faultRule {
	f.mu.Lock()
	defer f.mu.Unlock()
	return slices.Clone(f.rules)
}

// strikes reports whether a rule of the kind hits this call, and which one.
func (f *faults) strikes(kind, operation string) (faultRule, bool) {
	f.mu.Lock()
	defer f.mu.Unlock()
	for _, rule := range f.rules {
		applies := rule.Operation == operation || rule.Operation == "" && operation != "token"
		if rule.Kind == kind && applies && f.random()*100 < rule.Percent {
			return rule, true
		}
	}
	return faultRule{}, false
}

// setFaults replaces the rules, for good.
func (s *Sandbox) setFaults(ctx context.Context, change func([]faultRule) []faultRule) error {
	s.faults.mu.Lock()
	defer s.faults.mu.Unlock()
	rules := change(slices.Clone(s.faults.rules))
	kept, err := json.Marshal(rules)
	if err != nil {
		return fmt.Errorf("fault rules: %w", err)
	}
	if err := s.store.SetSetting(ctx, faultSetting, kept); err != nil {
		return err
	}
	s.faults.rules = rules
	return nil
}
