package replicas

import (
	"flag"
	"testing"

	"payapp/internal/testing/leaks"
)

// What is under way ends by itself; nothing is left running.
func TestMain(m *testing.M) {
	// Parallel tests mostly wait, for a store that is gone or for a second to
	// pass, so run more of them than there are processors.
	if err := flag.Set("test.parallel", "12"); err != nil {
		panic(err)
	}
	leaks.Main(m)
}
