package e2e

import (
	"runtime"
	"testing"

	"payapp/e2e/kit"
)

// The words of the suites for what the kit has.
type (
	customer = kit.Customer
	device   = kit.Device
	choice   = kit.Choice
	order    = kit.Order
)

var phone, desktop = kit.Phone, kit.Desktop

func action(name string) string { return kit.Action(name) }

// tab is the kit's, with what only these suites ask.
type tab struct {
	*kit.Tab
	t *testing.T
}

// seats is how many tests run at the same time, unless `go test -parallel` says
// otherwise. Most of a walk is waiting for the gateway's next answer: six walks keep
// two processors busy.
var seats = max(6, runtime.NumCPU())

// begin makes a test run in parallel to others.
func begin(t *testing.T) {
	t.Helper()
	t.Parallel()
}

// open gives the customer a browser of their own.
func open(t *testing.T, c customer) *tab {
	t.Helper()
	return &tab{kit.Open(t, &worldOf(t).World, c), t}
}

// openIn opens a tab of a browser with settings of its own.
func openIn(t *testing.T, own *kit.Browser, c customer) *tab {
	t.Helper()
	w := worldOf(t).World
	w.Browser = own
	return &tab{kit.Open(t, &w, c), t}
}

// second opens another tab in the same browser.
func (b *tab) second() *tab { return &tab{b.Tab.Second(), b.t} }

func ask[T any](b *tab, expression string) T {
	b.t.Helper()
	return kit.Ask[T](b.Tab, expression)
}

func newOrder(t *testing.T, amount, currency string, pairs ...string) order {
	t.Helper()
	return kit.NewOrder(t, &worldOf(t).World, amount, currency, pairs...)
}
