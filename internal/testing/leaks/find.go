package leaks

import (
	"fmt"
	"net/http"
	"os"
	"testing"
	"time"

	"go.uber.org/goleak"
)

// patience is only spent on a real leak.
const patience = time.Minute

// Find returns nil once nothing runs that the options don't allow, or after a
// minute an error that names what still runs.
func Find(options ...goleak.Option) error {
	guard := time.Now().Add(patience)
	for {
		http.DefaultClient.CloseIdleConnections()
		if err := goleak.Find(options...); err == nil || !time.Now().Before(guard) {
			return err
		}
	}
}

// Main runs a package's tests and fails if a goroutine outlives them. It is for
// TestMain, and doesn't return.
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
