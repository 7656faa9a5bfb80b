package limiter

import "testing"

// waitingIn is one request in each of these lanes.
func waitingIn(lanes ...Lane) (w Waiting) {
	for _, l := range lanes {
		w[l] = 1
	}
	return w
}

// shares is how many of a thousand requests go to each lane while all lanes of
// the set wait.
func shares(waiting Waiting) (got [LaneCount]int) {
	var t turns
	for range 1000 {
		l := t.next(waiting)
		t.granted(l, waiting)
		got[l]++
	}
	return got
}

func TestLanesInOrder(t *testing.T) {
	for first := range LaneCount {
		var waiting Waiting
		for l := first; l < LaneCount; l++ {
			waiting[l] = 1
		}
		var fresh turns
		if got := fresh.next(waiting); got != first {
			t.Errorf("of %v and those after it, %v goes first", first, got)
		}
	}
}

func TestLanesHaveFloors(t *testing.T) {
	all := waitingIn(LaneCreation, LaneArrival, LaneQuestion, LaneNewcomer, LaneGlance, LaneBackground, LaneSuspect)
	got := shares(all)
	for l, floor := range Floors {
		if want := int(1000 * floor); got[l] < want-2 || floor > 0 && got[l] > want+2 {
			t.Errorf("%v gets %d of 1000; want %d", Lane(l), got[l], want)
		}
	}
	if got[LaneCreation] < 240 || got[LaneArrival] != 0 {
		t.Errorf("creations get %d, arrivals %d of 1000; want what the floors leave, creations first", got[LaneCreation], got[LaneArrival])
	}
	// A floor is a minimum share; the other lanes get the rest.
	if got := shares(waitingIn(LaneCreation, LaneBackground)); got[LaneBackground] < 198 || got[LaneBackground] > 202 {
		t.Errorf("polls get %d of 1000 beside creations; want 200", got[LaneBackground])
	}
	if got := shares(waitingIn(LaneNewcomer, LaneBackground)); got[LaneNewcomer] < 790 {
		t.Errorf("newcomers get %d of 1000 beside polls; want what their floor leaves", got[LaneNewcomer])
	}
}

// A lane that doesn't wait saves up nothing.
func TestLanesDoNotSaveUp(t *testing.T) {
	var fresh turns
	for range 100 {
		fresh.granted(LaneCreation, waitingIn(LaneCreation))
	}
	both := waitingIn(LaneCreation, LaneBackground)
	if got := fresh.next(both); got != LaneCreation {
		t.Errorf("%v goes first; want a creation", got)
	}
	// Nor does one that waits long while there are no slots: two at most.
	for range 100 {
		fresh.granted(LaneCreation, both)
	}
	polls := 0
	for fresh.next(both) == LaneBackground {
		fresh.granted(LaneBackground, both)
		polls++
	}
	if polls > 3 {
		t.Errorf("%d polls in a row", polls)
	}
}
