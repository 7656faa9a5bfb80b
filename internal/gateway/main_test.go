package gateway

import (
	"flag"
	"testing"

	"payapp/internal/testing/leaks"
)

// What is under way ends by itself; nothing is left running.
func TestMain(m *testing.M) {
	// Tests that run side by side mostly wait, for a store that is gone and for
	// a second to be over: more of them than there are processors.
	if err := flag.Set("test.parallel", "12"); err != nil {
		panic(err)
	}
	leaks.Main(m)
}
