//go:build model

package model

import (
	"flag"
	"fmt"
	"net/http"
	"os"
	"testing"
)

// shortened: whoever runs the tests says how many steps are to be taken.
var shortened bool

// TestMain puts the network of all worlds into memory before anything dials,
// and gives rapid's flags the defaults of this package: long runs, some of each.
func TestMain(m *testing.M) {
	flag.Parse()
	given := map[string]bool{}
	flag.Visit(func(f *flag.Flag) { given[f.Name] = true })
	shortened = given["rapid.checks"] || given["rapid.steps"] || given["rapid.seed"]
	for name, value := range map[string]string{"rapid.checks": "22", "rapid.steps": "80"} {
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
	os.Exit(m.Run())
}
