package e2e

import (
	"flag"
	"fmt"
	"os"
	"strconv"
	"testing"
)

// The world and the browser are shared by all suites; each test has a browser
// context (cookies, storage) of its own.
var (
	theWorld *world
	chromium *browser
)

func TestMain(m *testing.M) { os.Exit(run(m)) }

func run(m *testing.M) (code int) {
	err := flag.Set("test.parallel", strconv.Itoa(seats))
	if err != nil {
		fmt.Fprintln(os.Stderr, "e2e:", err)
		return 1
	}
	if chromium, err = startBrowser(""); err != nil {
		fmt.Fprintln(os.Stderr, "e2e:", err)
		return 1
	}
	defer chromium.stop()
	stop, err := startWorld()
	if err != nil {
		fmt.Fprintln(os.Stderr, "e2e:", err)
		return 1
	}
	defer stop()
	defer func() { stopStrictWorld() }()
	return m.Run()
}
