package run

import (
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"time"

	"payapp/e2e/suite"
)

// Exit codes, besides 0: all that were chosen and could be shown passed.
const (
	ExitFailed    = 1 // a walk failed
	ExitUsage     = 2 // the command line is wrong, or chooses nothing
	ExitPreflight = 3 // the preflight found a fault; nothing was walked
	ExitNothing   = 4 // every chosen walk was skipped
	ExitStopped   = 5 // interrupted; the report has what was done
)

// Options are what the command line says.
type Options struct {
	URL     string // of the application
	Links   string // a sandbox's address, or a command that prints a RedirectURL
	Sandbox string // beside a command
	CA      string // PEM of authorities to trust
	Version string // of this program
	Out     string // folder of the report

	Tags, Scenarios, Methods, Currencies, Languages, Devices, Presentations []string
	JavaScript                                                              string // on, off, or "" for both
	Name                                                                    string // regular expression
	LastFailed                                                              bool

	List, Preflight bool   // only list, only look
	Engine          string // of kit.Engines; "" is Chromium
	Headed          bool
	Slow            time.Duration
	Patience        time.Duration // with one step
	Workers         int
	Repeat, Retries int
	Seed            uint64 // 0 is a random one
	Progress        io.Writer
	Terminal        bool // Progress is one
}

// choose filters the walks, in the languages that are asked for.
func (o Options) choose(all []suite.Walk, failed []string) ([]suite.Walk, error) {
	name, err := regexp.Compile(o.Name)
	if err != nil {
		return nil, fmt.Errorf("--name: %w", err)
	}
	for _, tag := range o.Tags {
		if !slices.Contains(suite.Tags, tag) {
			return nil, fmt.Errorf("--tag: there is no %q, but %s", tag, strings.Join(suite.Tags, ", "))
		}
	}
	var chosen []suite.Walk
	for _, w := range all {
		if !name.MatchString(w.Name) || !fits(o.Tags, w.Tags...) || !fits(o.Scenarios, w.Scenario) || !fits(o.Methods, w.Method) ||
			!fits(o.Currencies, w.Currency) || !fits(o.Devices, w.Device) || !fits(o.Presentations, w.Presentation) ||
			o.JavaScript == "on" && !w.JavaScript || o.JavaScript == "off" && w.JavaScript {
			continue
		}
		switch {
		case len(o.Languages) == 0:
			chosen = append(chosen, w)
		case w.OneLanguage():
			if fits(o.Languages, w.Language) {
				chosen = append(chosen, w)
			}
		default:
			for _, language := range o.Languages {
				chosen = append(chosen, w.In(language))
			}
		}
	}
	if o.LastFailed {
		chosen = slices.DeleteFunc(chosen, func(w suite.Walk) bool { return !slices.Contains(failed, w.Name) })
	}
	return chosen, nil
}

// fits reports whether one of the values is wanted. No wish is any.
func fits(wanted []string, values ...string) bool {
	return len(wanted) == 0 || slices.ContainsFunc(wanted, func(want string) bool {
		return slices.ContainsFunc(values, func(value string) bool { return strings.EqualFold(want, value) })
	})
}
