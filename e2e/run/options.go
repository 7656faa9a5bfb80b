package run

import (
	"fmt"
	"io"
	"regexp"
	"slices"
	"strings"
	"time"

	"payapp/e2e/suite"
	"payapp/i18n"
)

// Exit codes, besides 0: all that were chosen and could be shown passed.
const (
	ExitFailed    = 1 // a walk failed
	ExitUsage     = 2 // the command line is wrong, or chooses nothing
	ExitPreflight = 3 // the preflight found a fault; nothing was walked
	ExitNothing   = 4 // every chosen walk was skipped
	ExitStopped   = 5 // interrupted; the report has what was done
)

// Options are what the command line says. It has a field for each flag.
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

	List, Preflight bool // only list, only look
	Headed          bool
	Slow            time.Duration
	Patience        time.Duration // with one step
	Workers         int
	Repeat, Retries int
	Seed            uint64 // 0 is a random one
	Progress        io.Writer
	Terminal        bool // Progress is one
}

// check refuses what can't be meant, before the deployment is asked. Its languages aren't
// known yet: those of this build stand in for them.
func (o Options) check() error {
	all := suite.All(append(i18n.Tags(), o.Languages...))
	for _, of := range []struct {
		flag   string
		wanted []string
		values func(suite.Walk) []string
	}{
		{"tag", o.Tags, func(w suite.Walk) []string { return w.Tags }},
		{"scenario", o.Scenarios, func(w suite.Walk) []string { return []string{w.Scenario} }},
		{"method", o.Methods, func(w suite.Walk) []string { return []string{w.Method} }},
		{"currency", o.Currencies, func(w suite.Walk) []string { return []string{w.Currency} }},
		{"device", o.Devices, func(w suite.Walk) []string { return []string{w.Device} }},
		{"presentation", o.Presentations, func(w suite.Walk) []string { return []string{w.Presentation} }},
	} {
		if err := oneOf("--"+of.flag+": there is", of.wanted, distinct(all, of.values)); err != nil {
			return err
		}
	}
	name, err := regexp.Compile(o.Name)
	if err != nil {
		return fmt.Errorf("--name: %w", err)
	}
	if !slices.ContainsFunc(all, func(w suite.Walk) bool { return o.named(name, w) }) {
		kinds := distinct(all, func(w suite.Walk) []string { kind, _, _ := strings.Cut(w.Name, "/"); return []string{kind + "/"} })
		return fmt.Errorf("--name: no walk's name has %q; they begin with %s, and --list shows them all", o.Name, strings.Join(kinds, ", "))
	}
	return nil
}

// named reports whether a walk has the name, in its own language or in a wanted one.
func (o Options) named(name *regexp.Regexp, w suite.Walk) bool {
	return name.MatchString(w.Name) ||
		slices.ContainsFunc(o.Languages, func(language string) bool { return name.MatchString(w.In(language).Name) })
}

// languagesOf are the wanted languages as the deployment writes them. One that it doesn't
// have is refused.
func (o Options) languagesOf(there []string) (written []string, err error) {
	if len(there) == 0 { // nothing answered
		return o.Languages, nil
	}
	for _, wanted := range o.Languages {
		at := slices.IndexFunc(there, func(tag string) bool { return strings.EqualFold(tag, wanted) })
		if at < 0 {
			return nil, oneOf("--language: the deployment has", []string{wanted}, there)
		}
		written = append(written, there[at])
	}
	return written, nil
}

// oneOf refuses a wanted value that isn't there.
func oneOf(what string, wanted, there []string) error {
	for _, value := range wanted {
		if !fits([]string{value}, there...) {
			return fmt.Errorf("%s no %q, but %s", what, value, strings.Join(there, ", "))
		}
	}
	return nil
}

// distinct are the values of walks, each once.
func distinct(all []suite.Walk, of func(suite.Walk) []string) (values []string) {
	seen := map[string]bool{}
	for _, w := range all {
		for _, value := range of(w) {
			if value != "" && !seen[value] {
				seen[value] = true
				values = append(values, value)
			}
		}
	}
	slices.Sort(values)
	return values
}

// choose filters the walks, in the languages that are asked for.
func (o Options) choose(all []suite.Walk, failed []string) ([]suite.Walk, error) {
	name, err := regexp.Compile(o.Name)
	if err != nil {
		return nil, fmt.Errorf("--name: %w", err)
	}
	var chosen []suite.Walk
	for _, w := range all {
		if !o.named(name, w) || !fits(o.Tags, w.Tags...) || !fits(o.Scenarios, w.Scenario) || !fits(o.Methods, w.Method) ||
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
