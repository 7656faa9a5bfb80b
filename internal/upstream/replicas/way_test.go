package replicas

import (
	"testing"
	"time"
)

// A question is asked sooner by what the quickest of the last eight took, but not by
// what any takes: once one was slow, the next may be quick.
func TestWayIsTheQuickestOfTheLast(t *testing.T) {
	const ms = time.Millisecond
	var w way
	for _, took := range []time.Duration{5 * ms, 300 * ms, 20 * ms, 40 * ms, 300 * ms, 300 * ms, 50 * ms, 300 * ms, 300 * ms} {
		w.note(took) // the first is forgotten
	}
	for span, want := range map[time.Duration]time.Duration{100 * ms: 100*ms - 20*ms + wayLeast, 10 * ms: 0, 0: 0} {
		if got := w.sooner(span); got != want {
			t.Errorf("%v becomes %v; want %v", span, got, want)
		}
	}
}
