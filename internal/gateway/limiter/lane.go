package limiter

import "time"

// Lane is a queue of a merchant's requests. Lower lanes go first, but every
// lane gets at least its floor.
type Lane uint8

// The lanes, first to last.
const (
	LaneCreation   Lane = iota // creations and references
	LaneArrival                // what a verified token needs before its first page
	LaneQuestion               // what a person has just asked for: "check now", back from the bank
	LaneNewcomer               // unverified tokens from addresses without a penalty
	LaneBackground             // polls of payments that somebody waits for
	LaneSuspect                // unverified tokens from addresses with a penalty
	LaneCount
)

var laneNames = [LaneCount]string{"creation", "arrival", "question", "newcomer", "background", "suspect"}

// String is the lane's name in metrics.
func (l Lane) String() string { return laneNames[l] }

// unproven reports whether the lane is for tokens that the gateway hasn't
// accepted yet.
func (l Lane) unproven() bool { return l == LaneNewcomer || l == LaneSuspect }

// spacing is the least time between the last request and one of this lane, at
// so many slots a second. Polls are spread evenly: sent as soon as a slot is
// free they would go in bursts, and the next request would wait for up to a
// second.
func (l Lane) spacing(slots int) time.Duration {
	if l < LaneBackground {
		return 0
	}
	return time.Second / time.Duration(slots)
}

// lanesUnspaced are the lanes without spacing.
const lanesUnspaced = LaneSet(1<<LaneBackground - 1)

// Floors is the least share of a merchant's requests that a lane gets while it
// waits. The rest goes in the order of the lanes.
var Floors = [LaneCount]float64{LaneQuestion: 0.1, LaneNewcomer: 0.25, LaneBackground: 0.2, LaneSuspect: 0.05}

// LaneSet is a set of lanes.
type LaneSet uint8

// Lanes is the set of these lanes.
func Lanes(lanes ...Lane) (s LaneSet) {
	for _, l := range lanes {
		s |= 1 << l
	}
	return s
}

func (s LaneSet) has(l Lane) bool { return s&(1<<l) != 0 }

// first is the lane that goes first; LaneCount if there is none.
func (s LaneSet) first() Lane {
	for l := range LaneCount {
		if s.has(l) {
			return l
		}
	}
	return LaneCount
}

// turns decides which lane is next. A waiting lane earns its floor with every
// request granted to anybody, and goes first once it has earned a whole one.
type turns struct{ earned [LaneCount]float64 }

// next is the lane of the set whose turn it is.
func (t *turns) next(waiting LaneSet) Lane {
	for l := range LaneCount {
		if waiting.has(l) && t.earned[l] >= 1 {
			return l
		}
	}
	return waiting.first()
}

// granted books a request of a lane.
func (t *turns) granted(to Lane, waiting LaneSet) {
	for l := range LaneCount {
		if waiting.has(l) {
			t.earned[l] = min(t.earned[l]+Floors[l], 2)
		} else {
			t.earned[l] = 0
		}
	}
	t.earned[to] = max(0, t.earned[to]-1)
}
