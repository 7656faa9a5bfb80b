package leaks

import (
	"fmt"
	"net/http"
	"os"
	"testing"
	"time"

	"go.uber.org/goleak"
)

// patience guards against a leak, and is no measure: without one nobody waits.
const patience = time.Minute

// Find is nil once nothing runs any more that the options don't excuse, and an
// error that names what still runs after a minute.
func Find(options ...goleak.Option) error {
	return within(patience, func() error {
		http.DefaultClient.CloseIdleConnections()
		return goleak.Find(options...)
	})
}

// within looks until nothing is found or the time is over.
func within(patience time.Duration, look func() error) error {
	guard := time.Now().Add(patience)
	for {
		if err := look(); err == nil || !time.Now().Before(guard) {
			return err
		}
	}
}

// Main runs a package's tests and fails when a goroutine outlives them. It is
// for TestMain, and doesn't return.
func Main(m *testing.M) {
	code := m.Run()
	if code == 0 {
		if err := Find(); err != nil {
			fmt.Fprintln(os.Stderr, err)
			code = 1
		}
	}
	os.Exit(code)
}
