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

// Spread are the lanes whose requests are spread evenly over the second: sent as
// soon as a slot is free, they would go in bursts, and a page's request would
// wait for up to a second.
var Spread = [LaneCount]bool{LaneBackground: true, LaneSuspect: true}

// Waiting is how many requests wait in each lane.
type Waiting [LaneCount]int

// Any reports whether somebody waits.
func (w Waiting) Any() bool { return w != Waiting{} }

// turns decides which lane is next. A waiting lane earns its floor with every
// request granted to anybody, and goes first once it has earned a whole one.
type turns struct{ earned [LaneCount]float64 }

// next is the lane whose turn it is; LaneCount if nobody waits.
func (t *turns) next(waiting Waiting) Lane {
	first := LaneCount
	for l, n := range waiting {
		switch {
		case n > 0 && t.earned[l] >= 1:
			return Lane(l)
		case n > 0:
			first = min(first, Lane(l))
		}
	}
	return first
}

// granted books a request of a lane.
func (t *turns) granted(to Lane, waiting Waiting) {
	for l, n := range waiting {
		if n > 0 {
			t.earned[l] = min(t.earned[l]+Floors[l], 2)
		} else {
			t.earned[l] = 0
		}
	}
	t.earned[to] = max(0, t.earned[to]-1)
}
