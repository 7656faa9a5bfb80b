//go:build model

package model

import (
	"flag"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"pgregory.net/rapid"
)

// least is how many steps a test run takes at least.
const least = 10_000

// taken counts them.
var taken atomic.Int64

// crowds are the kinds of worlds, side by side.
var crowds = map[string]crowd{
	"one customer":   {replicas: 1, payments: 1, customers: 1, tabs: 1},
	"tabs":           {replicas: 1, payments: 1, customers: 1, tabs: 3},
	"two browsers":   {replicas: 2, payments: 1, customers: 2, tabs: 2},
	"three replicas": {replicas: 3, payments: 2, customers: 2, tabs: 1},
	"many":           {replicas: 2, payments: 5, customers: 2, tabs: 2},
}

type crowd struct {
	replicas, payments, customers, tabs int
	shared                              bool // the replicas share a store
}

func TestModel(t *testing.T) {
	t.Run("crowds", func(t *testing.T) {
		for name, crowd := range crowds {
			t.Run(name, func(t *testing.T) {
				t.Parallel()
				rapid.Check(t, crowd.run(t))
			})
		}
	})
	for i := 1; !shortened && taken.Load() < least && !t.Failed(); i++ { // how long a run is, is chance
		t.Run(fmt.Sprintf("more %d", i), func(t *testing.T) { rapid.Check(t, crowds["two browsers"].run(t)) })
	}
	t.Logf("%d steps", taken.Load())
}

// TestModelWithAStore is the same with replicas that share a real store, which
// fails, too. These worlds live in real time, so there are few of them.
func TestModelWithAStore(t *testing.T) {
	if checks := flag.Lookup("rapid.checks"); !shortened {
		many := checks.Value.String()
		defer func() { _ = checks.Value.Set(many) }()
		_ = checks.Value.Set("4")
	}
	rapid.Check(t, crowd{replicas: 3, payments: 2, customers: 2, tabs: 1, shared: true}.run(t))
}

// run is one world from its beginning to its end.
func (k crowd) run(outer *testing.T) func(*rapid.T) {
	var once sync.Once
	print := func(story string) { once.Do(func() { outer.Log(story) }) }
	if k.shared {
		shared := startStore(outer)
		return func(t *rapid.T) { k.live(t, print, shared) }
	}
	return func(t *rapid.T) { rapid.SyncTest(t, func(t *rapid.T) { k.live(t, print, nil) }) }
}

func (k crowd) live(t *rapid.T, print func(string), shared *store) {
	if shared != nil {
		shared.again()
	}
	w := newWorld(t, print, k.replicas, shared)
	w.front.sticky = k.replicas == 1
	k.people(t, w)
	actions := map[string]func(*rapid.T){}
	if shared != nil {
		actions["store"] = func(t *rapid.T) {
			taken.Add(1)
			w.actStore(t)
		}
	}
	for name, act := range map[string]func(*rapid.T){
		"press": w.actPress, "press 2": w.actPress, "press 3": w.actPress, "press 4": w.actPress, "press twice": w.actDoublePress,
		"press and kill": w.actPressAndKill, "look": w.actLook, "look 2": w.actLook, "open": w.actOpen, "events": w.actEvents,
		"return": w.actReturn, "time": w.actTime, "time 2": w.actTime, "weather": w.actWeather, "console": w.actConsole,
		"restart": w.actRestart, "stranger": w.actStranger,
	} {
		actions[name] = func(t *rapid.T) {
			taken.Add(1)
			w.front.next = uint64(rapid.IntRange(0, 63).Draw(t, "route")) << 33
			act(t)
			w.report(t)
		}
	}
	t.Repeat(actions)
	if shared != nil && rapid.Bool().Draw(t, "the store is back") {
		shared.again()
	}
	w.settle()
	w.report(t)
}

// people come with their orders; each customer has tabs on one or several.
func (k crowd) people(t *rapid.T, w *world) {
	for range k.payments {
		kind := orders[rapid.IntRange(0, len(orders)-1).Draw(t, "order")]
		ending := rapid.SampledFrom(endings).Draw(t, "ending")
		validity := time.Duration(rapid.SampledFrom([]int{3, 30, 30, 120}).Draw(t, "token, min")) * time.Minute
		p := w.newPayment(kind, ending, validity)
		w.tell("%s: %s, token for %v", p.id, kind.name, validity)
	}
	for i, p := range w.payments {
		for j := range k.customers {
			c := w.customer(fmt.Sprintf("customer %d.%d", i, j))
			c.language = rapid.SampledFrom([]string{"", "en", "th", "hi"}).Draw(t, "language")
			for n := range k.tabs {
				tab := &tab{owner: c, payment: p}
				c.tabs = append(c.tabs, tab)
				if n == 0 || rapid.Bool().Draw(t, "opens at once") {
					c.open(tab, p, p.links[0], false)
				}
			}
		}
	}
	w.report(t)
}
