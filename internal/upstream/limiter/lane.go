package limiter

// Lane is a queue of a merchant's requests. Lower lanes go first, but every
// lane gets at least its floor.
type Lane uint8

// The lanes, first to last.
const (
	LaneCreation   Lane = iota // creations and references
	LaneArrival                // what a verified token needs before its first page
	LaneQuestion               // what a person has just asked for: "check now", back from the bank
	LaneNewcomer               // unverified tokens of customers who came to pay
	LaneGlance                 // unverified tokens of status links: who only looks
	LaneBackground             // polls of payments that somebody waits for
	LaneSuspect                // unverified tokens that have expired, or come from a suspect network
	LaneCount
)

var laneNames = [LaneCount]string{"creation", "arrival", "question", "newcomer", "glance", "background", "suspect"}

// String is the lane's name in metrics.
func (l Lane) String() string { return laneNames[l] }

// Floors is the least share of a merchant's requests that a lane gets while it
// waits. The rest goes in the order of the lanes.
var Floors = [LaneCount]float64{LaneQuestion: 0.1, LaneNewcomer: 0.25, LaneGlance: 0.1, LaneBackground: 0.2, LaneSuspect: 0.1}

// LaneSet is a set of lanes.
type LaneSet uint8

// spreadLanes are the lanes whose requests are spread evenly over the second:
// sent as soon as a slot is free, they would go in bursts, and a page's request
// would wait for up to a second.
const spreadLanes = LaneSet(1<<LaneBackground | 1<<LaneSuspect)

// Lanes is the set of these lanes.
func Lanes(lanes ...Lane) (s LaneSet) {
	for _, l := range lanes {
		s |= 1 << l
	}
	return s
}

func (s LaneSet) has(l Lane) bool { return s&(1<<l) != 0 }

// turns decides which lane is next. A waiting lane earns its floor with every
// request granted to anybody, and goes first once it has earned a whole one.
type turns struct{ earned [LaneCount]float64 }

// next is the lane of the set whose turn it is; LaneCount if the set is empty.
func (t *turns) next(waiting LaneSet) Lane {
	first := LaneCount
	for l := range LaneCount {
		switch {
		case waiting.has(l) && t.earned[l] >= 1:
			return l
		case waiting.has(l):
			first = min(first, l)
		}
	}
	return first
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
