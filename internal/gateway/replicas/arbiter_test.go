package replicas

import (
	"errors"
	"strings"
	"testing"
	"testing/synctest"
	"time"

	"github.com/redis/go-redis/v9"

	"payapp/internal/gateway/limiter"
)

// arbiterKinds are the implementations that must behave alike. pass moves the
// clock.
var arbiterKinds = map[string]func(t *testing.T, test func(t *testing.T, a limiter.Arbiter, pass func(time.Duration))){
	"local": func(t *testing.T, test func(*testing.T, limiter.Arbiter, func(time.Duration))) {
		synctest.Test(t, func(t *testing.T) { test(t, limiter.NewLocalArbiter(10), time.Sleep) })
	},
	"redis": func(t *testing.T, test func(*testing.T, limiter.Arbiter, func(time.Duration))) {
		replicas, pass := sharedArbiters(t, 1)
		test(t, replicas[0], pass)
	},
}

// sharedArbiters are replicas that share a store, with a clock of their own.
func sharedArbiters(t *testing.T, n int) (replicas []*Replica, pass func(time.Duration)) {
	t.Helper()
	names := make([]string, n)
	for i := range names {
		names[i] = "key"
	}
	return sharedArbitersOf(t, names...)
}

// sharedArbitersOf are replicas with these naming keys. A replica dies when its
// client is closed.
func sharedArbitersOf(t *testing.T, keys ...string) (replicas []*Replica, pass func(time.Duration)) {
	t.Helper()
	c := newClock()
	server := startRedis(t)
	for i, key := range keys {
		replicas = append(replicas, server.replica(plainVault{key}, string(rune('A'+i)), c))
	}
	beat := func(want string) {
		t.Helper()
		for _, a := range replicas {
			a.arbiter.clock.forget()
			if _, err := a.arbiter.beat(want, 10/float64(len(keys)), nil); err != nil && !errors.Is(err, redis.ErrClosed) {
				t.Fatal(err)
			}
			a.arbiter.clock.forget()
		}
	}
	beat(beatEnter)
	beat(beatWaited)
	beat(beatShare)
	pass = func(d time.Duration) {
		t.Helper()
		for d > 0 {
			step := min(d, 400*time.Millisecond)
			d -= step
			c.time = c.in(step)
			beat(beatShare)
		}
	}
	return replicas, pass
}

func eachArbiter(t *testing.T, test func(t *testing.T, a limiter.Arbiter, pass func(time.Duration))) {
	t.Helper()
	for name, run := range arbiterKinds {
		t.Run(name, func(t *testing.T) { run(t, test) })
	}
}

// take takes all free slots, and returns them and the wait for the next.
func take(t *testing.T, a limiter.Arbiter, waiting limiter.LaneSet) (slots []limiter.Slot, wait time.Duration) {
	t.Helper()
	for {
		s, ok, wait := a.Grant("M", waiting)
		if !ok {
			return slots, wait
		}
		slots = append(slots, s)
	}
}

func TestArbiterWindow(t *testing.T) {
	eachArbiter(t, func(t *testing.T, a limiter.Arbiter, pass func(time.Duration)) {
		slots, wait := take(t, a, limiter.Lanes(limiter.LaneCreation))
		if len(slots) != 10 || wait != limiter.SlotLife {
			t.Fatalf("%d slots, wait %v", len(slots), wait)
		}
		pass(200 * time.Millisecond)
		a.Settle("M", slots[3], 300*time.Millisecond)
		a.Settle("M", slots[4], 900*time.Millisecond)
		a.Settle("M", limiter.Slot{ID: slots[9].ID + 1000}, time.Hour)
		if _, wait = take(t, a, limiter.Lanes(limiter.LaneCreation)); wait != 300*time.Millisecond {
			t.Errorf("wait %v", wait)
		}
		pass(300 * time.Millisecond)
		if slots, wait = take(t, a, limiter.Lanes(limiter.LaneCreation)); len(slots) != 1 || wait != 600*time.Millisecond {
			t.Errorf("%d slots, wait %v", len(slots), wait)
		}
		pass(750 * time.Millisecond)
		if slots, _ = take(t, a, limiter.Lanes(limiter.LaneCreation)); len(slots) != 9 {
			t.Errorf("%d slots", len(slots))
		}
	})
}

func TestArbiterMerchantsApart(t *testing.T) {
	eachArbiter(t, func(t *testing.T, a limiter.Arbiter, _ func(time.Duration)) {
		take(t, a, limiter.Lanes(limiter.LaneBackground))
		if _, ok, wait := a.Grant("N", limiter.Lanes(limiter.LaneBackground)); !ok {
			t.Errorf("wait %v", wait)
		}
	})
}

// Higher lanes go first, but each waiting lane gets its floor.
func TestArbiterFloors(t *testing.T) {
	eachArbiter(t, func(t *testing.T, a limiter.Arbiter, pass func(time.Duration)) {
		var got [limiter.LaneCount]int
		total := 0
		for range 1500 {
			slots, _ := take(t, a, limiter.Lanes(limiter.LaneCreation, limiter.LaneNewcomer, limiter.LaneBackground, limiter.LaneSuspect))
			for _, s := range slots {
				got[s.Lane]++
				total++
			}
			pass(20 * time.Millisecond)
		}
		if total < 200 {
			t.Errorf("%d in all", total)
		}
		for l, floor := range limiter.Floors {
			if l := limiter.Lane(l); l == limiter.LaneQuestion {
				floor = 0
			}
			if got[l] < int(floor*float64(total))-2 {
				t.Errorf("%v got %d of %d, want %v", limiter.Lane(l), got[l], total, floor)
			}
		}
		if got[limiter.LaneCreation] < total*48/100 || got[limiter.LaneArrival]+got[limiter.LaneQuestion] > 0 {
			t.Errorf("got %v", got)
		}
	})
}

// Polls are spread over the second.
func TestArbiterSpacing(t *testing.T) {
	eachArbiter(t, func(t *testing.T, a limiter.Arbiter, pass func(time.Duration)) {
		if slots, wait := take(t, a, limiter.Lanes(limiter.LaneBackground)); len(slots) != 1 || wait != 100*time.Millisecond {
			t.Errorf("%d slots, wait %v", len(slots), wait)
		}
		pass(60 * time.Millisecond)
		if _, ok, wait := a.Grant("M", limiter.Lanes(limiter.LaneArrival)); !ok {
			t.Errorf("wait %v", wait)
		}
		if slots, wait := take(t, a, limiter.Lanes(limiter.LaneSuspect)); len(slots) != 0 || wait != 100*time.Millisecond {
			t.Errorf("%d slots, wait %v", len(slots), wait)
		}
	})
}

// A poll whose floor is due but which must wait for its spacing delays nobody
// else, and keeps its slot.
func TestArbiterSpacingHoldsNobody(t *testing.T) {
	eachArbiter(t, func(t *testing.T, a limiter.Arbiter, pass func(time.Duration)) {
		take(t, a, limiter.Lanes(limiter.LaneCreation, limiter.LaneBackground)) // waiting lanes earn their floor
		pass(2 * limiter.SlotLife)
		both := limiter.Lanes(limiter.LaneCreation, limiter.LaneBackground)
		slots, wait := take(t, a, both)
		if len(slots) != 9 || slots[0].Lane != limiter.LaneBackground || wait != 100*time.Millisecond {
			t.Fatalf("%d slots, the first for %v, wait %v; want all but the one of the poll that is due again",
				len(slots), slots[0].Lane, wait)
		}
		pass(wait)
		if slots, _ = take(t, a, both); len(slots) != 1 || slots[0].Lane != limiter.LaneBackground {
			t.Errorf("then %v, want the poll", slots)
		}
	})
}

// A 429 pauses the merchant and takes slots, which come back one by one.
func TestArbiterSlow(t *testing.T) {
	eachArbiter(t, func(t *testing.T, a limiter.Arbiter, pass func(time.Duration)) {
		slow := func(pause time.Duration) { a.Slow("M", pause) }
		slow(2 * time.Second)
		slow(time.Second) // for a request that was under way
		if slots, wait := take(t, a, limiter.Lanes(limiter.LaneCreation)); len(slots) != 0 || wait != 2*time.Second {
			t.Errorf("%d slots, wait %v", len(slots), wait)
		}
		pass(2 * time.Second)
		recovers := func(wants ...int) {
			t.Helper()
			for i, want := range wants {
				if slots, _ := take(t, a, limiter.Lanes(limiter.LaneCreation)); len(slots) != want {
					t.Errorf("%d intervals: %d slots, want %d", i, len(slots), want)
				}
				pass(limiter.PaceInterval)
			}
		}
		recovers(9, 10, 10) // a single 429 may be an accident of the network
		slow(0)
		pass(time.Second)
		slow(time.Second) // a second one isn't
		pass(time.Second)
		recovers(6, 7, 8, 9, 10, 10)
		for range 30 {
			slow(0)
			pass(time.Second)
		}
		if slots, _ := take(t, a, limiter.Lanes(limiter.LaneCreation)); len(slots) != 1 {
			t.Errorf("%d slots, want 1", len(slots))
		}
	})
}

// A higher lane at one replica goes before a lower lane at another, except for
// the floors.
func TestArbiterLanesOfReplicas(t *testing.T) {
	replicas, pass := sharedArbiters(t, 2)
	a, b := replicas[0], replicas[1]
	take(t, a, limiter.Lanes(limiter.LaneCreation))
	take(t, b, limiter.Lanes(limiter.LaneCreation))
	pass(limiter.SlotLife)
	if slots, wait := take(t, a, limiter.Lanes(limiter.LaneBackground)); len(slots) != 0 || wait > askSoon {
		t.Errorf("a poll got %d before a creation, wait %v", len(slots), wait)
	}
	creations, polls := 0, 0
	for range 1500 {
		slots, _ := take(t, a, limiter.Lanes(limiter.LaneBackground))
		polls += len(slots)
		slots, _ = take(t, b, limiter.Lanes(limiter.LaneCreation))
		creations += len(slots)
		pass(20 * time.Millisecond)
	}
	if all := creations + polls; all < 200 || polls < all*18/100 || polls > all*22/100 {
		t.Errorf("%d creations and %d polls: want the polls' floor of a fifth", creations, polls)
	}
}

// A replica that died or no longer wants a slot delays nobody.
func TestArbiterDemandExpires(t *testing.T) {
	replicas, pass := sharedArbiters(t, 2)
	a, b := replicas[0], replicas[1]
	take(t, a, limiter.Lanes(limiter.LaneCreation))
	take(t, b, limiter.Lanes(limiter.LaneCreation))
	pass(limiter.SlotLife)
	if slots, _ := take(t, a, limiter.Lanes(limiter.LaneArrival)); len(slots) != 0 {
		t.Fatalf("got %d", len(slots))
	}
	pass(200 * time.Millisecond)
	if slots, _ := take(t, a, limiter.Lanes(limiter.LaneArrival)); len(slots) != 10 {
		t.Errorf("got %d", len(slots))
	}
}

// A replica that went quiet may be sending alone: the others leave its share to
// it until it is presumed dead.
func TestArbiterLeavesShare(t *testing.T) {
	replicas, pass := sharedArbiters(t, 2)
	_ = replicas[1].arbiter.client.Close()
	for _, want := range []struct {
		after time.Duration
		slots int
	}{{0, 10}, {limiter.SlotLife, 5}, {limiter.SlotLife, 5}, {memberGone, 10}} {
		pass(want.after)
		if slots, _ := take(t, replicas[0], limiter.Lanes(limiter.LaneCreation)); len(slots) != want.slots {
			t.Errorf("after %v more: %d slots, want %d", want.after, len(slots), want.slots)
		}
	}
	script := luaText("members")
	if !strings.Contains(script, "fresh, gone = 450000, 3000000") || micro(memberFresh) != 450000 || micro(memberGone) != 3000000 {
		t.Error("members.lua and failover.go disagree")
	}
}

// While keys are being changed there are two windows; together they have the
// rate.
func TestArbiterOtherNames(t *testing.T) {
	replicas, pass := sharedArbitersOf(t, "old", "old", "new", "old")
	total := 0
	for _, a := range replicas {
		slots, _ := take(t, a, limiter.Lanes(limiter.LaneCreation))
		total += len(slots)
	}
	if total != 9 { // 7.5 and 2.5, rounded to whole slots
		t.Errorf("%d slots", total)
	}
	_ = replicas[2].arbiter.client.Close()
	pass(memberGone + limiter.SlotLife)
	if slots, _ := take(t, replicas[0], limiter.Lanes(limiter.LaneCreation)); len(slots) != 10 {
		t.Errorf("%d slots", len(slots))
	}
}

// No replica gets more alone than the others leave to it, however often anybody
// asks.
func TestArbiterShares(t *testing.T) {
	replicas, pass := sharedArbiters(t, 3)
	shares := map[string]float64{}
	for i := range 200 {
		a := replicas[i%3]
		a.arbiter.clock.forget()
		p, err := a.arbiter.beat(beatShare, float64(i*7%11), nil)
		if err != nil {
			t.Fatal(err)
		}
		shares[a.arbiter.replica] = p.share
		if all := shares["A"] + shares["B"] + shares["C"]; i > 2 && all > 10.000001 {
			t.Fatalf("%v", shares)
		}
	}
	pass(time.Second)
	for _, a := range replicas {
		p, err := a.arbiter.beat(beatShare, 10./3, nil)
		if err != nil || p.share < 3.33 || p.share > 3.34 || len(p.others) != 2 {
			t.Errorf("%+v, %v", p, err)
		}
	}
}
