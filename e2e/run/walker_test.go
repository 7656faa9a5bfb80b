package run

import (
	"slices"
	"strings"
	"testing"
)

// A walk ends where it fails, skips or panics, and what it opened is closed, last
// first.
func TestAttempt(t *testing.T) {
	var order []string
	note := func(what string) func() { return func() { order = append(order, what) } }
	w := attempt(t.Context(), "a", func(w *walker) {
		w.Cleanup(note("first"))
		w.Cleanup(func() { note("second")(); w.Errorf("seen at the end") })
		w.Fatalf("no %s", "page")
		note("went on")()
	})
	if !slices.Equal(order, []string{"second", "first"}) || !slices.Equal(w.errors, []string{"no page", "seen at the end"}) || !w.Failed() {
		t.Errorf("%q %q", order, w.errors)
	}
	if w := attempt(t.Context(), "b", func(w *walker) {
		w.Skipf("not %s", "offered") //nolint:forbidigo // that is what is tested
	}); w.skipped != "not offered" || w.Failed() {
		t.Errorf("%+v", w)
	}
	if w := attempt(t.Context(), "c", func(*walker) { panic("broken") }); !w.Failed() || !strings.Contains(w.errors[0], "broken") {
		t.Errorf("%q", w.errors)
	}
}
