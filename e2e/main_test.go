package e2e

import (
	"flag"
	"fmt"
	"os"
	"payapp/e2e/kit"
	"strconv"
	"testing"
)

// The world and the browser are shared by all suites; each test has a browser
// context (cookies, storage) of its own.
var (
	theWorld *world
	chromium *kit.Browser
)

func TestMain(m *testing.M) { os.Exit(runAll(m)) }

func runAll(m *testing.M) (code int) {
	err := flag.Set("test.parallel", strconv.Itoa(seats))
	if err != nil {
		fmt.Fprintln(os.Stderr, "e2e:", err)
		return 1
	}
	if chromium, err = kit.StartBrowser(kit.Options{Flags: stillness()}); err != nil {
		fmt.Fprintln(os.Stderr, "e2e:", err)
		return 1
	}
	defer chromium.Stop()
	theWorld = newWorld(strictEverywhere)
	stop, err := theWorld.startHere()
	if err != nil {
		fmt.Fprintln(os.Stderr, "e2e:", err)
		return 1
	}
	defer stop()
	defer func() { stopStrictWorld() }()
	defer func() {
		if err := writeEvidence(); err != nil {
			fmt.Fprintln(os.Stderr, "e2e:", err)
		}
	}()
	return m.Run()
}

// stillness lets customers prefer pages that don't move, where not everything is tested:
// of what browsers cost in tests that wait, a quarter to a third is a dot that pulses and
// a ring that turns, sixty times a second. Suites that start a browser of their own
// (TestCommand, TestDocumentedSuites, TestPlaywrightPackage) see them move, TestMotion
// sees both.
func stillness() []string {
	if everything {
		return nil
	}
	return []string{"force-prefers-reduced-motion"}
}
