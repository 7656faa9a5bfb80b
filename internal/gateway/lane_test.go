package gateway

import "testing"

// shares is how many of a thousand requests go to each lane while all lanes of
// the set wait.
func shares(waiting laneSet) (got [laneCount]int) {
	var t turns
	for range 1000 {
		l := t.next(waiting)
		t.granted(l, waiting)
		got[l]++
	}
	return got
}

func TestLanesInOrder(t *testing.T) {
	for first := range laneCount {
		var waiting laneSet
		for l := first; l < laneCount; l++ {
			waiting = waiting.with(l)
		}
		var fresh turns
		if got := fresh.next(waiting); got != first {
			t.Errorf("of %v and those after it, %v goes first", first, got)
		}
	}
}

func TestLanesHaveFloors(t *testing.T) {
	all := set(laneCreation, laneArrival, laneQuestion, laneNewcomer, laneBackground, laneSuspect)
	got := shares(all)
	for l, floor := range floors {
		if want := int(1000 * floor); got[l] < want-2 || floor > 0 && got[l] > want+2 {
			t.Errorf("%v gets %d of 1000; want %d", lane(l), got[l], want)
		}
	}
	if got[laneCreation] < 390 || got[laneArrival] != 0 {
		t.Errorf("creations get %d, arrivals %d of 1000; want what the floors leave, creations first", got[laneCreation], got[laneArrival])
	}
	// A floor is a minimum share; the other lanes get the rest.
	if got := shares(set(laneCreation, laneBackground)); got[laneBackground] < 198 || got[laneBackground] > 202 {
		t.Errorf("polls get %d of 1000 beside creations; want 200", got[laneBackground])
	}
	if got := shares(set(laneNewcomer, laneBackground)); got[laneNewcomer] < 790 {
		t.Errorf("newcomers get %d of 1000 beside polls; want what their floor leaves", got[laneNewcomer])
	}
}

// A lane that doesn't wait saves up nothing.
func TestLanesDoNotSaveUp(t *testing.T) {
	var fresh turns
	for range 100 {
		fresh.granted(laneCreation, set(laneCreation))
	}
	both := set(laneCreation, laneBackground)
	if got := fresh.next(both); got != laneCreation {
		t.Errorf("%v goes first; want a creation", got)
	}
	// Nor does one that waits long while there are no slots: two at most.
	for range 100 {
		fresh.granted(laneCreation, both)
	}
	polls := 0
	for fresh.next(both) == laneBackground {
		fresh.granted(laneBackground, both)
		polls++
	}
	if polls > 3 {
		t.Errorf("%d polls in a row", polls)
	}
}
