package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"slices"
	"strings"
	"time"
)

// scenario is one thing that is measured.
type scenario struct {
	name string
	says string
	run  func(ctx context.Context, s *session, f flags) ([]row, error)
	long bool // only when it is named
}

var scenarios = []scenario{
	{"newcomers", "a crowd watches, new customers come one by one, and now and then somebody has paid", runNewcomers, false},
	{"streams", "10,000 streams held by one replica: memory, heart-beats, newcomers", runStreams, false},
	{"relay", "callbacks pass through the application, 1,000 watch and two a second have paid", ownNetwork(runRelay), false},
	{"carrier", "newcomers behind addresses from which refused and expired links came", runCarrier, false},
	{"flushed", "two replicas; the store loses its data while one of them can't reach it", runFlushed, false},
	{"ten-replicas", "ten replicas and 60 saturated shops with one Redis", runTenReplicas, false},
	{"cluster", "the same with a Redis Cluster of three, of which one dies", runCluster, false},
	{"replicas", "three replicas and a Redis; a replica dies, then the Redis", runReplicas, false},
	{"soak", "half an hour at the gateway's rate with a sandbox that goes wrong: memory, goroutines, nothing lost or doubled", runSoak, true},
}

// flags are a scenario's sizes; 0 is its own default.
type flags struct {
	watchers int
	lasts    time.Duration
	given    string   // as typed, for the title
	again    []string // the scenario and its flags, to run them again
}

// errand is a scenario to run, with its flags.
type errand struct {
	scenario scenario
	flags    flags
}

func (o errand) title() string { return strings.TrimSpace(o.scenario.name + " " + o.flags.given) }

// readOrders reads "newcomers -watchers 1000 carrier"; no arguments mean
// everything.
func readOrders(args []string, help io.Writer) ([]errand, error) {
	var errands []errand
	if len(args) == 0 {
		for _, sc := range scenarios {
			if sc.long {
				continue
			}
			errands = append(errands, errand{scenario: sc, flags: flags{again: []string{sc.name}}})
		}
		return errands, nil
	}
	for len(args) > 0 {
		name := args[0]
		i := slices.IndexFunc(scenarios, func(sc scenario) bool { return sc.name == name })
		if i < 0 {
			printUsage(help)
			if slices.Contains([]string{"-h", "-help", "--help"}, name) {
				return nil, flag.ErrHelp
			}
			return nil, errors.New("there is no scenario " + name)
		}
		o := errand{scenario: scenarios[i]}
		set := flag.NewFlagSet(name, flag.ContinueOnError)
		set.SetOutput(help)
		set.IntVar(&o.flags.watchers, "watchers", 0, "how many watch; 0 is the scenario's default")
		set.DurationVar(&o.flags.lasts, "for", 0, "how long a soak lasts; 0 is half an hour")
		if err := set.Parse(args[1:]); err != nil {
			return nil, err
		}
		set.Visit(func(f *flag.Flag) { o.flags.given += " -" + f.Name + " " + f.Value.String() })
		o.flags.again = args[:len(args)-set.NArg()]
		errands = append(errands, o)
		args = set.Args()
	}
	return errands, nil
}

func printUsage(out io.Writer) {
	fmt.Fprintln(out, "Usage: crowd [scenario [-watchers n] [-for 30m]] ...\n\nScenarios; without any, all but soak run:")
	for _, sc := range scenarios {
		fmt.Fprintf(out, "  %-14s %s\n", sc.name, sc.says)
	}
}
