package e2e

import (
	"os"
	"sync"
	"testing"
)

// strictEverywhere says that the sandbox of all suites is strict.
var strictEverywhere = os.Getenv("PAYAPP_E2E_STRICT") == "true"

// theStrictWorld is a second application and a strict sandbox in this process,
// started when a test first needs them.
var (
	theStrictWorld = sync.OnceValues(func() (*world, error) {
		w := newWorld(true)
		stop, err := w.startHere()
		if err == nil {
			stopStrictWorld = stop
		}
		return w, err
	})
	stopStrictWorld = func() {}
)

// inStrictWorld are the tests that run there, by their *testing.T.
var inStrictWorld sync.Map

// beginStrict is begin with a strict sandbox, wherever the other suites run.
func beginStrict(t *testing.T) {
	t.Helper()
	w, err := theStrictWorld()
	if err != nil {
		t.Fatal(err)
	}
	inStrictWorld.Store(t, w)
	t.Cleanup(func() { inStrictWorld.Delete(t) })
	begin(t)
}

// inBothWorlds runs a test with the sandbox of all suites and with a strict
// one, once if they are the same.
func inBothWorlds(t *testing.T, test func(*testing.T)) {
	t.Helper()
	t.Run("strict", func(t *testing.T) { beginStrict(t); test(t) })
	if !theWorld.Strict {
		t.Run("assuming", func(t *testing.T) { begin(t); test(t) })
	}
}

// worldOf is the world of a test.
func worldOf(t *testing.T) *world {
	if w, ok := inStrictWorld.Load(t); ok {
		return w.(*world)
	}
	return theWorld
}
