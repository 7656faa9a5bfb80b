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
	if chromium, err = kit.StartBrowser(kit.Options{}); err != nil {
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
