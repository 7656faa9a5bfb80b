package model

import (
	"flag"
	"fmt"
	"net/http"
	"os"
	"runtime/debug"
	"strconv"
	"testing"

	"payapp/internal/testing/racing"
)

// seed is fixed for `make test`, which should find nothing new by chance: what is drawn
// is the same, and only random waits and what happens at once differ.
const seed = 20260704

// shortened: the number of worlds was given on the command line.
var shortened bool

// TestMain puts the network of all worlds into memory before anything dials,
// and sets this package's defaults of rapid's flags: long runs, a few of each
// crowd.
func TestMain(m *testing.M) {
	flag.Parse()
	given := map[string]bool{}
	flag.Visit(func(f *flag.Flag) { given[f.Name] = true })
	shortened = given["rapid.checks"] || given["rapid.steps"] || given["rapid.seed"]
	checks := "12"
	if racing.Short() {
		checks = "3"
	}
	for name, value := range map[string]string{"rapid.checks": checks, "rapid.steps": "160", "rapid.seed": strconv.Itoa(seed)} {
		if given[name] {
			continue
		}
		if err := flag.Set(name, value); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(2)
		}
	}
	// The application's client starts from the default transport.
	transport := http.DefaultTransport.(*http.Transport)
	transport.Proxy = nil
	transport.DialContext = dial
	transport.MaxIdleConns = 0 // or one world would close another's connections
	debug.SetGCPercent(400)    // worlds are short-lived and small
	os.Exit(m.Run())
}
