package model

import (
	"flag"
	"fmt"
	"maps"
	"strconv"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"pgregory.net/rapid"

	"payapp/internal/testing/racing"
)

// least is the minimum number of steps of a test run; with the race detector it
// is a quarter.
const least = 10_000

// taken counts them.
var taken atomic.Int64

// crowds are the kinds of worlds; they run in parallel.
var crowds = []crowd{
	{name: "many", replicas: 2, payments: 5, customers: 2, tabs: 2},
	{name: "three replicas", replicas: 3, payments: 2, customers: 2, tabs: 1},
	{name: "two browsers", replicas: 2, payments: 1, customers: 2, tabs: 2},
	{name: "tabs", replicas: 1, payments: 1, customers: 1, tabs: 3},
	{name: "one customer", replicas: 1, payments: 1, customers: 1, tabs: 1},
	{name: "unlike", payments: 1, customers: 2, tabs: 3, unlike: true},
}

type crowd struct {
	name                                string
	replicas, payments, customers, tabs int
	shared                              bool // the replicas share a store
	unlike                              bool // the gateway isn't the sandbox; one or two replicas
	lags                                time.Duration
	codes                               bool // refusals carry the interface's codes
}

// others have draws of their own, so that what the crowds draw stays.
var others = []crowd{
	{name: "a replica lags", payments: 1, customers: 2, tabs: 2, unlike: true, lags: 40 * time.Second},
	{name: "codes in any body", payments: 1, customers: 1, tabs: 2, unlike: true, codes: true},
}

func TestOtherDialects(t *testing.T) {
	checks, err := strconv.Atoi(flag.Lookup("rapid.checks").Value.String())
	if err != nil {
		t.Fatal(err)
	}
	set(t, "rapid.checks", strconv.Itoa(max(1, checks/3)))
	for _, crowd := range others {
		t.Run(crowd.name, func(t *testing.T) { rapid.Check(t, crowd.run(t)) })
	}
}

func TestModel(t *testing.T) {
	t.Run("crowds", func(t *testing.T) {
		for _, crowd := range crowds {
			t.Run(crowd.name, func(t *testing.T) {
				t.Parallel()
				rapid.Check(t, crowd.run(t))
			})
		}
	})
	steps := least
	if racing.Short() {
		steps /= 4
	}
	for i := 1; !shortened && taken.Load() < int64(steps) && !t.Failed(); i++ { // the length of a world's life is random
		set(t, "rapid.checks", "4")
		set(t, "rapid.seed", strconv.Itoa(seed+i))
		crowd, before := crowds[i%len(crowds)], taken.Load()
		t.Run(fmt.Sprintf("more %d", i), func(t *testing.T) { rapid.Check(t, crowd.run(t)) })
		if taken.Load() == before {
			break // none of these was asked for by -run
		}
	}
	t.Logf("%d steps", taken.Load())
}

// TestModelWithAStore is the same with replicas that share a real store, which
// fails, too. These worlds run in real time, so there are few of them.
func TestModelWithAStore(t *testing.T) {
	checks, err := strconv.Atoi(flag.Lookup("rapid.checks").Value.String())
	if err != nil {
		t.Fatal(err)
	}
	set(t, "rapid.checks", strconv.Itoa(max(1, checks/few)))
	rapid.Check(t, crowd{name: "with a store", replicas: 3, payments: 2, customers: 2, tabs: 1, shared: true}.run(t))
}

// few: one in so many worlds of a crowd shares a store.
const few = 5

// set changes a flag for a test.
func set(t *testing.T, name, value string) {
	t.Helper()
	f := flag.Lookup(name)
	before := f.Value.String()
	t.Cleanup(func() { _ = f.Value.Set(before) })
	if err := f.Value.Set(value); err != nil {
		t.Fatal(err)
	}
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
	if k.unlike {
		k.replicas = rapid.IntRange(1, 2).Draw(t, "replicas")
	}
	w := newWorld(t, print, k.replicas, shared, k.unlike)
	w.front.sticky = k.replicas == 1
	k.people(t, w)
	actions := map[string]func(*rapid.T){"weather": w.actWeather, "console": w.actConsole}
	if k.unlike {
		actions = map[string]func(*rapid.T){
			"gateway": w.actGateway, "gateway 2": w.actGateway, "everybody looks": w.actLookAll, "owed": w.actOwed,
			"forward": w.actForward, "forward 2": w.actForward,
		}
	}
	if shared != nil {
		actions["store"] = w.actStore
	}
	maps.Copy(actions, map[string]func(*rapid.T){
		"press": w.actPress, "press 2": w.actPress, "press 3": w.actPress, "press 4": w.actPress, "press twice": w.actDoublePress,
		"press and kill": w.actPressAndKill, "look": w.actLook, "look 2": w.actLook, "open": w.actOpen, "events": w.actEvents,
		"return": w.actReturn, "time": w.actTime, "time 2": w.actTime,
		"restart": w.actRestart, "stranger": w.actStranger,
	})
	for name, act := range actions {
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

// people makes customers with their orders; each customer has tabs on one or
// several.
func (k crowd) people(t *rapid.T, w *world) {
	for range k.payments {
		if k.unlike {
			kind := "number" // it has the most pages
			if rapid.IntRange(0, 3).Draw(t, "any") > 0 {
				kind = unlike[rapid.IntRange(0, len(unlike)-1).Draw(t, "order")].name
			}
			p := w.expect(kind, k.dialect(t), rapid.Bool().Draw(t, "opaque tokens"))
			w.tell("%s: %s", p.id, kind)
			continue
		}
		kind := orders[rapid.IntRange(0, len(orders)-1).Draw(t, "order")]
		ending := rapid.SampledFrom(endings).Draw(t, "ending")
		validity := time.Duration(rapid.SampledFrom([]int{3, 30, 30, 120}).Draw(t, "token, min")) * time.Minute
		p := w.newPayment(kind, ending, validity)
		w.tell("%s: %s, token for %v", p.id, kind.name, validity)
	}
	for i, p := range w.payments {
		for j := range k.customers {
			c := w.customer(fmt.Sprintf("customer %d.%d", i, j))
			c.language = rapid.SampledFrom([]string{"", "th", "hi", inKeys, inKeys}).Draw(t, "language")
			if k.unlike {
				c.language = inKeys
			}
			for n := range k.tabs {
				tab := &tab{owner: c, payment: p}
				c.tabs = append(c.tabs, tab)
				if k.unlike && n == 0 && j > 0 {
					c.open(tab, p, p.link(p.order.amount, 100*time.Hour), false) // of its own
					continue
				}
				if n == 0 || rapid.Bool().Draw(t, "opens at once") {
					c.open(tab, p, p.links[0], false)
				}
			}
		}
	}
	w.report(t)
}
