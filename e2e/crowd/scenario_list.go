package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"slices"
	"strings"
)

// scenario is one thing that is measured.
type scenario struct {
	name string
	says string
	run  func(ctx context.Context, s *session, f flags) ([]row, error)
}

var scenarios = []scenario{
	{"newcomers", "a crowd watches, new customers come one by one, and now and then somebody has paid", runNewcomers},
	{"junk6", "forged tokens from 6 addresses, 20 a second", junk{rate: 20, addresses: six}.run},
	{"junk60", "forged tokens from 60 addresses, 60 a second", junk{rate: 60, addresses: sixty}.run},
	{"junk56", "forged tokens from six /64 networks of one /56, 20 a second", junk{rate: 20, addresses: networks}.run},
	{"rush60", "60 newcomers within one second", runRush},
	{"streams", "10,000 streams held by one replica: memory, heart-beats, newcomers", runStreams},
	{"relay", "callbacks pass through the application, 1,000 watch and two a second have paid", ownNetwork(runRelay)},
	{"replicas", "three replicas and a Redis; a replica dies, then the Redis", runReplicas},
}

// flags are a scenario's sizes; 0 is its own default.
type flags struct {
	watchers int
	given    string   // as typed, for the title
	again    []string // the scenario and its flags, to run them again
}

// errand is a scenario to run, with its flags.
type errand struct {
	scenario scenario
	flags    flags
}

func (o errand) title() string { return strings.TrimSpace(o.scenario.name + " " + o.flags.given) }

// readOrders reads "newcomers -watchers 1000 rush60"; no arguments mean
// everything.
func readOrders(args []string, help io.Writer) ([]errand, error) {
	var errands []errand
	if len(args) == 0 {
		for _, sc := range scenarios {
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
	fmt.Fprintln(out, "Usage: crowd [scenario [-watchers n]] ...\n\nScenarios; without any, all run:")
	for _, sc := range scenarios {
		fmt.Fprintf(out, "  %-10s %s\n", sc.name, sc.says)
	}
}
