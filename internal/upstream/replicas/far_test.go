package replicas

import (
	"container/heap"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"
	"time"

	"payapp/internal/upstream/limiter"
)

// town is replicas at different distances from a real store, in virtual time: the
// store's script runs when an ask arrives there.
type town struct {
	clock  *clock
	random *rand.Rand
	events events
	came   int
	within []time.Time // when requests were let go, of the last second
	most   int         // of them within any one second
	asked  int
}

type event struct {
	at    time.Time
	place int // of those at the same time, the first to be planned
	do    func()
}

// events is a container/heap.
type events []event

func (e events) Len() int      { return len(e) }
func (e events) Swap(i, j int) { e[i], e[j] = e[j], e[i] }
func (e *events) Push(x any)   { *e = append(*e, x.(event)) }
func (e events) Less(i, j int) bool {
	return e[i].at.Before(e[j].at) || e[i].at.Equal(e[j].at) && e[i].place < e[j].place
}

// Pop is for container/heap.
func (e *events) Pop() any {
	last := (*e)[len(*e)-1]
	*e = (*e)[:len(*e)-1]
	return last
}

func (v *town) after(d time.Duration, do func()) {
	v.came++
	heap.Push(&v.events, event{v.clock.time.Add(d), v.came, do})
}

func (v *town) run(lasts time.Duration) {
	for end := v.clock.time.Add(lasts); len(v.events) > 0 && v.events[0].at.Before(end); {
		next := heap.Pop(&v.events).(event)
		v.clock.time = next.at
		next.do()
	}
}

// home is a replica that asks as limiter.Limiter does.
type home struct {
	*town
	shared
	far     time.Duration // there and back
	late    time.Duration // at most, each way
	way     window        // what it learns of that
	waiting limiter.Waiting
	since   [limiter.LaneCount][]time.Time // of those who wait
	waits   [limiter.LaneCount][]time.Duration
	asking  bool
	missed  bool // somebody came while it asked
	timer   int
	endless limiter.Waiting // lanes in which so many always wait
}

// comes is somebody who waits in a lane.
func (h *home) comes(lane limiter.Lane) {
	h.since[lane] = append(h.since[lane], h.clock.time)
	if h.waiting[lane]++; h.waiting[lane] == 1 {
		h.ask()
	}
}

func (h *home) ask() {
	h.timer++
	if h.missed = h.asking; h.asking {
		return
	}
	h.asking = true
	asked := h.clock.time
	h.after(h.under(), func() {
		g := shared.Take(h.shared, limiter.Ask{Rate: testRate, Waiting: h.waiting})
		h.asked++
		h.after(h.under(), func() {
			g.Wait = h.way.sooner(g.Wait, h.clock.time.Sub(asked)) // as window.Take does
			h.told(g)
		})
	})
}

// under is how long a question is under way to the store, or its answer back.
func (h *home) under() time.Duration {
	return h.far/2 + time.Duration(h.random.Int64N(int64(h.late)+1))
}

func (h *home) told(g limiter.Grant) {
	h.asking = false
	if g.OK {
		h.send(g.Slot)
	}
	if g.Wait = max(g.Wait, time.Millisecond); g.OK && g.Wait == time.Millisecond || h.missed {
		g.Wait = 0
	}
	h.timer++
	if timer := h.timer; h.waiting.Any() {
		h.after(g.Wait, func() {
			if timer == h.timer {
				h.ask()
			}
		})
	}
}

// send sends a request: its answer takes 5 to 80 ms.
func (h *home) send(s limiter.Slot) {
	now := h.clock.time
	h.within = slices.DeleteFunc(append(h.within, now), func(at time.Time) bool { return now.Sub(at) >= time.Second })
	h.most = max(h.most, len(h.within))
	h.waits[s.Lane] = append(h.waits[s.Lane], now.Sub(h.since[s.Lane][0]))
	h.since[s.Lane] = h.since[s.Lane][1:]
	if h.waiting[s.Lane]--; h.endless[s.Lane] > h.waiting[s.Lane] {
		h.comes(s.Lane)
	}
	h.after(5*time.Millisecond+time.Duration(h.random.IntN(75_000))*time.Microsecond+h.far/2, func() { h.Answered(s) })
}

func (h *home) crowd(lane limiter.Lane, n int) {
	h.endless[lane] = n
	for range n {
		h.comes(lane)
	}
}

// every is somebody who comes so often.
func (h *home) every(d time.Duration, lane limiter.Lane) {
	h.comes(lane)
	h.after(d, func() { h.every(d, lane) })
}

func townOf(t *testing.T, far ...time.Duration) (*town, []*home) {
	t.Helper()
	v, server := &town{clock: newClock(), random: rand.New(rand.NewPCG(1, 2))}, startRedis(t)
	var homes []*home
	for n, d := range far {
		homes = append(homes, &home{town: v, shared: sharedBy(server.replica(plainVault{"key"}, fmt.Sprint("replica", n), v.clock), "M"), far: d})
	}
	return v, homes
}

func worst(waits []time.Duration) (median, p99, most time.Duration) {
	slices.Sort(waits)
	return waits[len(waits)/2], waits[len(waits)*99/100], waits[len(waits)-1]
}

// Who presses Pay goes first, however far that replica is from the store or how late its
// questions come, and whoever comes to the others.
func TestPayGoesFirstAtAnyDistance(t *testing.T) {
	const ms = time.Millisecond
	for _, row := range []struct{ farther, late, median, worst time.Duration }{
		{0, 0, 500 * ms, time.Second}, {2 * ms, 0, 500 * ms, time.Second}, {3 * ms, 0, 500 * ms, time.Second},
		{5 * ms, 0, 500 * ms, time.Second}, {10 * ms, 0, 500 * ms, time.Second},
		{20 * ms, 0, 500 * ms, time.Second}, {80 * ms, 0, 500 * ms, time.Second}, {120 * ms, 0, 500 * ms, 1300 * ms},
		{3 * ms, 150 * ms, time.Second, 2500 * ms},
	} {
		t.Run(fmt.Sprint(row.farther, ", up to ", row.late, " late"), func(t *testing.T) {
			t.Parallel()
			const near = 200 * time.Microsecond
			v, homes := townOf(t, near+row.farther, near, near, near)
			homes[0].late = row.late
			for _, h := range homes[1:] {
				h.crowd(limiter.LaneNewcomer, 50)
			}
			v.run(30 * time.Second) // the first ten go at once, and so do the next for a while
			homes[0].every(1700*time.Millisecond, limiter.LaneCreation)
			v.run(5 * time.Minute)
			pays := homes[0].waits[limiter.LaneCreation]
			median, p99, most := worst(pays)
			t.Logf("%d creations: median %v, p99 %v, worst %v; %d asked, %d newcomers", len(pays), median, p99, most, v.asked, len(homes[1].waits[limiter.LaneNewcomer]))
			if len(pays) < 170 || median > row.median || most > row.worst {
				t.Errorf("%d creations: median %v, worst %v", len(pays), median, most)
			}
			if v.most > testRate {
				t.Errorf("%d in a second", v.most)
			}
		})
	}
}

// Nor does a newcomer at a far replica wait for the crowd of a near one.
func TestAFarReplicaHasItsTurn(t *testing.T) {
	t.Parallel()
	v, homes := townOf(t, 5*time.Millisecond, 200*time.Microsecond)
	homes[1].crowd(limiter.LaneNewcomer, 60)
	homes[0].every(1900*time.Millisecond, limiter.LaneNewcomer)
	v.run(5 * time.Minute)
	pages := homes[0].waits[limiter.LaneNewcomer]
	median, p99, most := worst(pages)
	t.Logf("%d newcomers: median %v, p99 %v, worst %v", len(pages), median, p99, most)
	if len(pages) < 150 || p99 > 1500*time.Millisecond || v.most > testRate {
		t.Errorf("%d newcomers: median %v, p99 %v; %d in a second", len(pages), median, p99, v.most)
	}
}

// Polls at one replica leave pages at a far one their slots, and keep their share.
func TestAFarReplicaBesidePolls(t *testing.T) {
	t.Parallel()
	v, homes := townOf(t, 5*time.Millisecond, 200*time.Microsecond, 10*time.Millisecond)
	homes[1].crowd(limiter.LaneBackground, 2)
	homes[2].crowd(limiter.LaneBackground, 2)
	homes[0].every(700*time.Millisecond, limiter.LaneNewcomer)
	v.run(time.Minute)
	_, p99, _ := worst(homes[0].waits[limiter.LaneNewcomer])
	near, far := len(homes[1].waits[limiter.LaneBackground]), len(homes[2].waits[limiter.LaneBackground])
	t.Logf("page p99 %v; %d and %d polls, %d asks", p99, near, far, v.asked)
	if p99 > 300*time.Millisecond || near+far < 440 || far < near*9/10 || v.most > testRate {
		t.Errorf("page p99 %v; %d polls near, %d far; %d in a second", p99, near, far, v.most)
	}
}

// Together they send no more than the rate, and each in its turn: whoever is told when
// to come again gets its slot then. Of ten each waits for the very slot that it has just
// got, and asks once more.
func TestReplicasTakeTurns(t *testing.T) {
	for replicas, most := range map[int]float64{2: 1.1, 10: 2.1} {
		t.Run(fmt.Sprint(replicas), func(t *testing.T) {
			t.Parallel()
			v, homes := townOf(t, slices.Repeat([]time.Duration{200 * time.Microsecond}, replicas)...)
			for _, h := range homes {
				h.crowd(limiter.LaneBackground, 2)
			}
			v.run(time.Minute)
			all, least := 0, 1000
			for _, h := range homes {
				all += len(h.waits[limiter.LaneBackground])
				least = min(least, len(h.waits[limiter.LaneBackground]))
			}
			if all < 550 || least < all/replicas*9/10 || float64(v.asked) > float64(all)*most || v.most > testRate {
				t.Errorf("%d polls, %d at least at one, %d asked; %d in a second", all, least, v.asked, v.most)
			}
		})
	}
}
