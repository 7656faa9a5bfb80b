package upstream_test

import (
	"flag"
	"fmt"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"payapp/internal/testing/thirds"
)

var full = flag.Bool("simulate.full", false, "simulate crowds of every size and write docs/waiting.md, which takes minutes")

// Waiting customers, newcomers and strangers use the real scheduler against a
// gateway that counts, in virtual time. With -simulate.full crowds of every
// size; without, small ones whose turn it is.
func TestSimulate(t *testing.T) {
	if !*full {
		runAll(t, thirds.Part(t, shortCrowds))
		return
	}
	crowds := append(slices.Clone(fullCrowds), replicaCrowds()...)
	results := runAll(t, append(crowds, fullSizes()...))
	partly := slices.ContainsFunc(results, func(r result) bool { return r.span == 0 }) // by -run, or ended early
	if !partly {
		write(t, results[:len(crowds)], results[len(crowds):])
	}
}

func runAll(t *testing.T, scenarios []scenario) []result {
	t.Helper()
	results := make([]result, len(scenarios))
	t.Run("all", func(t *testing.T) { // waits for the parallel ones
		for i, s := range scenarios {
			t.Run(s.String(), func(t *testing.T) {
				t.Parallel()
				synctest.Test(t, func(t *testing.T) { results[i] = judge(s, simulate(t, s)) })
				t.Log(results[i])
				for _, goal := range results[i].broken() {
					t.Error(goal)
				}
			})
		}
	})
	return results
}

// String is the scenario's name, or its size.
func (s scenario) String() string {
	switch {
	case s.name != "":
		return s.name
	case s.shops == 1:
		return grouped(s.watchers) + " at 1 shop"
	default:
		return fmt.Sprintf("%s at %d shops", grouped(s.watchers), s.shops)
	}
}

// The short version: lanes and polls, strangers among ten shops, the circuit, and a store. What
// else the scheduler has is in the full one.
var shortCrowds = []scenario{
	{name: "200 watchers", watchers: 200, shops: 1, measured: 5 * time.Minute},
	{name: "forged links from 25,000 addresses, 100 a second, of one of ten shops", watchers: 200, shops: 10, rotating: 100, measured: time.Minute, pagesOnly: true},
	{name: "an outage", watchers: 100, shops: 1, outage: time.Minute, measured: 3 * time.Minute},
	{name: "two replicas, one of them 3 ms from the store, which is away for half a minute", watchers: 40, shops: 20,
		replicas: 2, far: 3 * time.Millisecond, storeAway: 30 * time.Second, measured: time.Minute, pagesOnly: true},
}

func milliseconds(n int) time.Duration { return time.Duration(n) * time.Millisecond }

// replicaCrowds are several replicas with a store, of which one is far away or late.
func replicaCrowds() (all []scenario) {
	crowd := func(s scenario, name string) {
		s.name = fmt.Sprintf("%d watchers; %d replicas, %s", s.watchers, s.replicas, name)
		s.shops, s.measured = 1, 5*time.Minute
		all = append(all, s)
	}
	for _, far := range []int{0, 3, 20, 80, 120} {
		crowd(scenario{watchers: 200, replicas: 3, far: milliseconds(far)}, fmt.Sprintf("one of them %d ms from the store", far))
	}
	for _, far := range []int{0, 3} {
		crowd(scenario{watchers: 200, replicas: 10, far: milliseconds(far)}, fmt.Sprintf("one of them %d ms from the store", far))
	}
	crowd(scenario{watchers: 200, replicas: 3, far: 3 * time.Millisecond, late: 150 * time.Millisecond}, "one of them up to 300 ms late")
	crowd(scenario{watchers: 60, replicas: 2, junk: strangersFrom(6, false), junkRate: 20. / 6}, "20 forged links a second")
	crowd(scenario{watchers: 100, replicas: 3, junk: strangersFrom(6, false), junkRate: 20. / 6}, "20 forged links a second")
	crowd(scenario{watchers: 200, replicas: 3, far: 20 * time.Millisecond, junk: strangersFrom(6, false), junkRate: 20. / 6}, "one of them 20 ms from the store, 20 forged links a second")
	crowd(scenario{watchers: 1010, replicas: 2, skewed: 10}, "10 of them at one")
	crowd(scenario{watchers: 200, replicas: 3, pays: 60, storeAway: 100 * time.Millisecond, pagesOnly: true}, "60 press Pay and the store dies and returns")
	return append(all, scenario{
		name: "200 shops; two replicas, and the store is away for a minute", watchers: 200, shops: 200, replicas: 2, far: 3 * time.Millisecond,
		storeAway: time.Minute, measured: 2 * time.Minute, pagesOnly: true,
	})
}

// fullCrowds are a shop's bad days.
var fullCrowds = []scenario{
	{name: "200 watchers", watchers: 200, shops: 1, measured: 20 * time.Minute},
	{name: "1,000 watchers", watchers: 1000, shops: 1, measured: 20 * time.Minute},
	{name: "10,000 watchers", watchers: 10_000, shops: 1, measured: 20 * time.Minute},
	{name: "200, and 6 addresses with 20 forged links a second", watchers: 200, shops: 1,
		junk: strangersFrom(6, false), junkRate: 20. / 6, measured: 20 * time.Minute},
	{name: "200, and 60 addresses with 60 forged links a second", watchers: 200, shops: 1,
		junk: strangersFrom(60, false), junkRate: 1, measured: 20 * time.Minute},
	{name: "200, and six /64 of one /56 with 20 forged links a second", watchers: 200, shops: 1,
		junk: strangersFrom(6, true), junkRate: 20. / 6, measured: 20 * time.Minute},
	{name: "200, and 60 newcomers at once", watchers: 200, shops: 1, rush: 60, measured: 10 * time.Minute},
	{name: "1,000, and the gateway is away for a minute", watchers: 1000, shops: 1, outage: time.Minute, measured: 20 * time.Minute},
	{name: "1,000, all back at once after a restart", watchers: 1000, shops: 1, restart: true, measured: 20 * time.Minute},
	{name: "newcomers behind a carrier's 8 addresses, from which 6 refused links come a minute", watchers: 200, shops: 1, carrier: 8, refused: 0.1, measured: 10 * time.Minute, pagesOnly: true},
	{name: "forged links from 25,000 addresses, 100 a second, of one of ten shops", watchers: 200, shops: 10, rotating: 100, measured: 10 * time.Minute, pagesOnly: true},
	{name: "300 status links in ten seconds", watchers: 200, shops: 1, looks: 300, measured: 10 * time.Minute, pagesOnly: true},
	{name: "stalls of 0.55 s", watchers: 100, shops: 1, stall: 550 * time.Millisecond, measured: 10 * time.Minute, pagesOnly: true},
	{name: "stalls of 3 s", watchers: 100, shops: 1, stall: 3 * time.Second, measured: 10 * time.Minute, pagesOnly: true},
	{name: "stalls of 8 s", watchers: 100, shops: 1, stall: 8 * time.Second, measured: 10 * time.Minute, pagesOnly: true},
}

// fullSizes are crowds from ten to a hundred thousand.
func fullSizes() []scenario {
	var sizes []scenario
	for _, shops := range []int{1, 10, 100, 1000} {
		for watchers := max(10, shops); watchers <= 100_000; watchers *= 10 {
			sizes = append(sizes, scenario{watchers: watchers, shops: shops, measured: 20 * time.Minute / time.Duration(shops/5+1)})
		}
	}
	return sizes
}
