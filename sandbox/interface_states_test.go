package sandbox_test

import (
	"slices"
	"testing"
	"time"

	"payapp/sandbox"
)

// interface.md, Behaviour that holds: "The service takes a few minutes after
// the customer completes the payment to validate it", and calls back "whenever
// the payment's status changes": here twice, however long it takes, and not in
// between.
func TestStatesValidationTakesAWhile(t *testing.T) {
	for name, c := range map[string]struct {
		given, takes time.Duration
	}{"a few minutes": {4 * time.Minute, 4 * time.Minute}, "shortened, for whoever tries it": {0, 2 * time.Second}} {
		t.Run(name, func(t *testing.T) {
			f, l := setup(t, func(config *sandbox.Config) { config.Processing = c.given }), listen(t, 0)
			f.createFor(l, "o-1")
			token := f.token("o-1")
			f.play("/scan/o-1", "pay-stay")
			seen := []any{}
			for range 5 { // at once, at each quarter of the time, and when it is over
				f.deliver()
				seen = append(seen, f.status(token, "o-1"), len(l.calls()))
				f.clock.advance(c.takes / 4)
			}
			want := []any{"PROCESSING", 1, "PROCESSING", 1, "PROCESSING", 1, "PROCESSING", 1, "SUCCESS", 2}
			if !slices.Equal(seen, want) {
				t.Errorf("got %v, want %v", seen, want)
			}
		})
	}
}
