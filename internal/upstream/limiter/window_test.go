package limiter

import (
	"testing"
	"testing/synctest"
	"time"
)

// A slot is taken for a second after its answer: the gateway counts when a request
// arrived, and that may have been just before it answered.
func TestASlotOutlivesItsAnswer(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := NewWindow(nil, func() {})
		ask := Ask{Rate: 2, Waiting: waitingIn(LaneCreation)}
		first, second := w.Take(ask), w.Take(ask)
		if !first.OK || !second.OK {
			t.Fatalf("got %+v and %+v of two slots", first, second)
		}
		time.Sleep(4 * time.Second)
		if third := w.Take(ask); third.OK {
			t.Error("a slot is free while its request is under way")
		}
		w.Answered(first.Slot)
		third := w.Take(ask)
		if third.OK || third.Wait != time.Second+slotMargin {
			t.Errorf("at the answer: %+v; want a wait of a second and the margin", third)
		}
		time.Sleep(third.Wait)
		if third = w.Take(ask); !third.OK {
			t.Errorf("a second after the answer: %+v", third)
		}
		time.Sleep(answerMost + time.Second) // nobody says when the others are answered
		if fourth := w.Take(ask); !fourth.OK {
			t.Errorf("a request without an answer keeps its slot: %+v", fourth)
		}
	})
}

// Below one a second there is one slot, for longer.
func TestSlotsOfARate(t *testing.T) {
	for rate, want := range map[float64]struct {
		most int
		hold time.Duration
	}{0.5: {1, 2 * time.Second}, 1: {1, time.Second}, 12.5: {12, time.Second}} {
		if most, hold, life := SlotsOf(rate); most != want.most || hold != want.hold+slotMargin || life != answerMost+hold {
			t.Errorf("%v a second: %d slots, %v after the answer, %v without", rate, most, hold, life)
		}
	}
}
