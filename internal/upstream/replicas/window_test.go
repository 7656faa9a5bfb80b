package replicas

import (
	"errors"
	"fmt"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"payapp/internal/upstream/limiter"
	"payapp/internal/upstream/payment"
	"payapp/internal/upstream/polls"
)

const testRate = 10

// asking is who waits in these lanes, further ones of the same lane each time that it
// is named.
func asking(lanes ...limiter.Lane) (ask limiter.Ask) {
	ask.Rate = testRate
	for _, l := range lanes {
		ask.Waiting[l]++
	}
	return ask
}

var (
	page = asking(limiter.LaneQuestion)
	poll = asking(limiter.LaneBackground, limiter.LaneBackground)
	both = asking(limiter.LaneQuestion, limiter.LaneBackground, limiter.LaneBackground)
)

// hold is how long a slot is taken after its answer; life, without one.
var _, hold, life = limiter.SlotsOf(testRate)

// slots are a merchant's, in the store or here.
type slots interface {
	Take(ask limiter.Ask) limiter.Grant
	Answered(s limiter.Slot)
	GiveBack(s limiter.Slot)
}

// eachWindow tests the windows that must behave alike. pass moves the clock.
func eachWindow(t *testing.T, test func(t *testing.T, w slots, pass func(time.Duration))) {
	t.Helper()
	t.Run("local", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) { test(t, limiter.NewWindow(nil, func() {}), time.Sleep) })
	})
	t.Run("redis", func(t *testing.T) {
		t.Parallel()
		c := newClock()
		test(t, sharedBy(startRedis(t).replica(plainVault{"key"}, "A", c), "M"), func(d time.Duration) { c.time = c.time.Add(d) })
	})
}

// shared is a window in the store, whatever the wall clock says.
type shared struct {
	*window
	named *uint64
}

func sharedBy(r *Replica, merchant string) shared {
	return shared{r.Store(merchant).(*window), new(uint64)}
}

func (s shared) Take(ask limiter.Ask) limiter.Grant {
	s.clock, s.quick = storeClock{}, 0 // nothing is late, however busy the machine is
	*s.named++
	g, err := s.window.Take(ask, *s.named)
	if err != nil {
		s.config.Logger.Error("take", "error", err)
	}
	if g.OK {
		g.Slot.ID = *s.named
	}
	return g
}

// Answered is done when it returns.
func (s shared) Answered(slot limiter.Slot) { s.free(slot, hold) }
func (s shared) GiveBack(slot limiter.Slot) { s.free(slot, 0) }

func (s shared) free(slot limiter.Slot, after time.Duration) {
	if err := s.Hold([]limiter.Held{{ID: slot.ID, For: after}}); err != nil {
		s.config.Logger.Error("hold", "error", err)
	}
}

// all takes all slots that there are, and returns them and the last answer.
func all(t *testing.T, w slots, ask limiter.Ask) (taken []limiter.Grant, last limiter.Grant) {
	t.Helper()
	for range 100 {
		g := w.Take(ask)
		if !g.OK {
			return taken, g
		}
		taken = append(taken, g)
	}
	t.Fatal("there is no end of slots")
	return nil, limiter.Grant{}
}

func TestWindow(t *testing.T) {
	eachWindow(t, func(t *testing.T, w slots, pass func(time.Duration)) {
		taken, none := all(t, w, page)
		if len(taken) != 10 || none.Wait != hold {
			t.Fatalf("%d slots, wait %v; want 10, and that an answer comes now", len(taken), none.Wait)
		}
		w.Answered(taken[3].Slot)
		pass(600 * time.Millisecond)
		w.Answered(taken[4].Slot)
		if _, none := all(t, w, page); none.Wait != hold-600*time.Millisecond {
			t.Errorf("wait %v", none.Wait)
		}
		pass(hold - 600*time.Millisecond)
		if more, none := all(t, w, page); len(more) != 1 || none.Wait != 600*time.Millisecond {
			t.Errorf("%d slots, wait %v", len(more), none.Wait)
		}
		w.GiveBack(taken[5].Slot)
		if more, _ := all(t, w, page); len(more) != 1 {
			t.Errorf("%d slots for the one given back", len(more))
		}
		pass(life) // those that nobody answered
		if more, _ := all(t, w, page); len(more) != 10 {
			t.Errorf("%d slots", len(more))
		}
	})
}

// Each merchant has a window, and replicas share it.
func TestWindowOfEachMerchant(t *testing.T) {
	t.Parallel()
	c, server := newClock(), startRedis(t)
	a, b := server.replica(plainVault{"key"}, "A", c), server.replica(plainVault{"another"}, "B", c)
	all(t, sharedBy(a, "M"), page)
	if g := sharedBy(b, "M").Take(page); g.OK {
		t.Error("a slot that another replica has taken")
	}
	if g := sharedBy(b, "N").Take(page); !g.OK {
		t.Errorf("another merchant waits %v", g.Wait)
	}
}

// Below one request a second there is one slot, for longer.
func TestWindowBelowOne(t *testing.T) {
	eachWindow(t, func(t *testing.T, w slots, pass func(time.Duration)) {
		ask := page
		ask.Rate = 0.5
		_, longer, longest := limiter.SlotsOf(ask.Rate)
		g := w.Take(ask)
		again := w.Take(ask)
		if !g.OK || again.OK || again.Wait != longer || longer < 2*time.Second {
			t.Errorf("%+v, then %+v", g, again)
		}
		pass(longest)
		if g := w.Take(ask); !g.OK {
			t.Errorf("wait %v", g.Wait)
		}
	})
}

// Polls are spread over the second. A page doesn't wait for that, but leaves a
// poll that has earned it its slot.
func TestWindowSpreads(t *testing.T) {
	spacing := hold / 10
	eachWindow(t, func(t *testing.T, w slots, pass func(time.Duration)) {
		taken, none := all(t, w, poll)
		if len(taken) != 1 || taken[0].Slot.Lane != limiter.LaneBackground || taken[0].Wait != spacing || none.Wait != spacing {
			t.Fatalf("%+v, then %+v; want one, and the next a tenth of a second later", taken, none)
		}
		pass(60 * time.Millisecond)
		taken, _ = all(t, w, both) // after five pages it is a poll's turn
		if len(taken) != 8 || slices.ContainsFunc(taken, func(g limiter.Grant) bool { return g.Slot.Lane != limiter.LaneQuestion }) {
			t.Errorf("%d slots: %+v; want all but the poll's", len(taken), taken)
		}
		pass(spacing)
		if taken, _ := all(t, w, both); len(taken) != 1 || taken[0].Slot.Lane != limiter.LaneBackground {
			t.Errorf("then %+v; want the poll", taken)
		}
	})
}

// Lanes go in their order, wherever they wait, but each has its least share.
func TestWindowHasLanes(t *testing.T) {
	eachWindow(t, func(t *testing.T, w slots, pass func(time.Duration)) {
		got, granted := map[limiter.Lane]int{}, 0
		for range 5000 { // 50 s
			taken, _ := all(t, w, asking(limiter.LaneCreation, limiter.LaneNewcomer, limiter.LaneGlance, limiter.LaneBackground))
			for _, g := range taken {
				got[g.Slot.Lane]++
				granted++
				w.Answered(g.Slot)
			}
			pass(10 * time.Millisecond)
		}
		for _, lane := range []limiter.Lane{limiter.LaneNewcomer, limiter.LaneGlance, limiter.LaneBackground} {
			if least := float64(granted) * limiter.Floors[lane]; float64(got[lane]) < least*0.97 {
				t.Errorf("%v gets %d of %d", lane, got[lane], granted)
			}
		}
		if granted < 490 || got[limiter.LaneCreation] < granted*43/100 {
			t.Errorf("%v; want creations to get what the others' shares leave", got)
		}
	})
}

// pair are two replicas on one clock.
func pair(t *testing.T) (a, b shared, pass func(time.Duration)) {
	t.Helper()
	t.Parallel()
	c, server := newClock(), startRedis(t)
	a, b = sharedBy(server.replica(plainVault{"key"}, "A", c), "M"), sharedBy(server.replica(plainVault{"key"}, "B", c), "M")
	return a, b, func(d time.Duration) { c.time = c.time.Add(d) }
}

// While a roll-out changes the rate, or one has heard of a 429 that the other hasn't,
// the replicas share the smaller one: whoever may use fewer slots would find them
// taken for ever. When that one has gone, the other has its own again.
func TestReplicasWithDifferentRates(t *testing.T) {
	a, b, pass := pair(t)
	fewer := page
	fewer.Rate = 8
	asks := map[string]limiter.Ask{"A": page, "B": fewer}
	granted := map[string]int{}
	next := map[string]time.Duration{}
	for now := time.Duration(0); now < 60*time.Second; now += time.Millisecond {
		for name, w := range map[string]shared{"A": a, "B": b} {
			if now < next[name] || name == "B" && now >= 30*time.Second {
				continue
			}
			g := w.Take(asks[name])
			if g.OK {
				if now >= 35*time.Second {
					name += " alone"
				}
				granted[name]++
				w.Answered(g.Slot)
			}
			next[name] = now + max(g.Wait, time.Millisecond)
		}
		pass(time.Millisecond)
	}
	if granted["B"] < 60 || granted["A alone"] < 240 {
		t.Errorf("%v slots in half a minute, and in 25 s alone", granted)
	}
}

// A replica that died or no longer wants a slot delays nobody for longer than it is
// waited for.
func TestReplicaThatDoesNotCome(t *testing.T) {
	for name, late := range map[string]time.Duration{"in time": 0, "late before": 200 * time.Millisecond, "very late before": 900 * time.Millisecond} {
		t.Run(name, func(t *testing.T) {
			a, b, pass := pair(t)
			pass(a.Take(poll).Wait + late)
			told := a.Take(poll) // and then it doesn't come
			began, g := b.config.Now(), b.Take(poll)
			for !g.OK && b.config.Now().Sub(began) < 2*time.Second {
				pass(g.Wait)
				g = b.Take(poll)
			}
			want := told.Wait + min(max(100*time.Millisecond, late*3/2), 500*time.Millisecond)
			if got := b.config.Now().Sub(began); !g.OK || got > want+10*time.Millisecond || got < want-hold/10 {
				t.Errorf("it waits %v for the one that was told to come in %v; want %v", got, told.Wait, want)
			}
		})
	}
}

// A slot that is free sooner than its replica was told to come is had by who comes.
func TestReplicaThatComesLater(t *testing.T) {
	a, b, _ := pair(t)
	taken, told := all(t, a, page)
	if told.Wait != hold {
		t.Fatalf("told to come in %v", told.Wait)
	}
	a.GiveBack(taken[0].Slot)
	if g := b.Take(page); !g.OK {
		t.Errorf("a slot stands free and the other replica waits %v for it", g.Wait)
	}
}

// A store whose clock goes back, as that of another master may, soon grants what it
// did, and never more than the rate.
func TestStoreClockGoesBack(t *testing.T) {
	for _, back := range []time.Duration{600 * time.Millisecond, 5 * time.Second, time.Minute, time.Hour} {
		t.Run(back.String(), func(t *testing.T) {
			t.Parallel()
			const accident, tick = 3 * time.Second, 10 * time.Millisecond
			c := newClock()
			start, w := c.time, sharedBy(startRedis(t).replica(plainVault{"key"}, "A", c), "M")
			answers := map[limiter.Slot]time.Duration{} // of requests that are under way or were answered within a second
			pages, polled := 0, 0
			for now := time.Duration(0); now < 3*accident; now += tick {
				ask := poll // evenly until then
				if c.time = start.Add(now); now >= accident {
					c.time = c.time.Add(-back)
					ask = []limiter.Ask{page, poll, both}[now/tick%3]
				}
				for slot, answer := range answers {
					if now == answer {
						w.Answered(slot)
					}
					if now >= answer+time.Second {
						delete(answers, slot)
					}
				}
				g := w.Take(ask)
				if !g.OK {
					continue
				}
				answers[g.Slot] = now + tick
				switch {
				case now >= accident && g.Slot.Lane == limiter.LaneBackground:
					polled++
				case now >= accident:
					pages++
				case now >= accident-300*time.Millisecond: // answered when the clock goes back
					answers[g.Slot] = accident
				case now >= accident-600*time.Millisecond: // or later than a slot is held
					answers[g.Slot] = accident + 2500*time.Millisecond
				}
				if len(answers) > testRate {
					t.Fatalf("%d at %v", len(answers), now)
				}
			}
			if pages < 20 || polled < 8 || pages+polled < 45 {
				t.Errorf("%d pages and %d polls in the %v after it", pages, polled, 2*accident)
			}
		})
	}
}

// A store that has lost a replica's slots has lost others', too: all are taken for a
// while. Nobody else's question does that, nor a slot that the store knows.
func TestAStoreThatForgotGrantsNothing(t *testing.T) {
	a, b, pass := pair(t)
	having := func(taken int) limiter.Ask {
		ask := page
		ask.Taken = taken
		return ask
	}
	for n := range 4 {
		a.Take(having(n))
	}
	if g := b.Take(having(0)); !g.OK {
		t.Errorf("before: %+v", g)
	}
	if err := a.client.(universal).FlushAll(t.Context()).Err(); err != nil {
		t.Fatal(err)
	}
	if g := a.Take(having(4)); g.OK || g.Wait != hold {
		t.Errorf("%+v; want that all are taken for %v", g, hold)
	}
	pass(hold - 1)
	if g := b.Take(having(0)); g.OK {
		t.Errorf("%+v, although others may have sent ten", g)
	}
	pass(time.Millisecond)
	if taken, _ := all(t, b, having(0)); len(taken) != testRate-1 { // and one is kept for A, who was told to come now
		t.Errorf("then %d", len(taken))
	}
}

// Nodes of a Cluster have a clock each: a shop whose node is ahead of the one that
// beats go to is shared nevertheless.
func TestNodeWithAnotherClock(t *testing.T) {
	t.Parallel()
	c := newClock()
	r := startRedis(t).replica(plainVault{"key"}, "A", c)
	r.clock = storeClock{time.Now(), c.time.Add(-time.Hour).UnixMilli()}
	w := r.Store("M")
	if g, err := w.Take(page, 1); g.OK || !errors.Is(err, limiter.ErrNotAsked) {
		t.Errorf("the node's clock isn't known yet: %+v, %v", g, err)
	}
	if g, err := w.Take(page, 2); !g.OK || err != nil {
		t.Errorf("then: %+v, %v; want a slot", g, err)
	}
}

// A payment that two replicas watch is read by one of them, in turn.
func TestPaymentReadElsewhere(t *testing.T) {
	t.Parallel()
	c, server := newClock(), startRedis(t)
	a, b := sharedBy(server.replica(plainVault{"key"}, "A", c), "M"), sharedBy(server.replica(plainVault{"key"}, "B", c), "M")
	e := polls.Entry{Caller: payment.Caller{Merchant: "M"}, IDPayin: "p"}
	ask := func(w shared, read time.Time, nudged bool) limiter.Grant {
		e := e
		e.Read, e.Nudged = read, nudged
		ask := asking(limiter.LaneBackground)
		ask.Poll = &e
		g := w.Take(ask)
		w.GiveBack(g.Slot)
		c.time = c.time.Add(time.Second)
		return g
	}
	first := c.time
	if g := ask(a, time.Time{}, false); !g.OK {
		t.Fatalf("nobody has read it: %+v", g)
	}
	if g := ask(b, time.Time{}, false); !g.Elsewhere || g.Ago != time.Second {
		t.Errorf("just read elsewhere: %+v", g)
	}
	if g := ask(b, time.Time{}, true); !g.OK {
		t.Errorf("a callback came since: %+v", g)
	}
	if g := ask(a, first, true); !g.Elsewhere {
		t.Errorf("a callback, read elsewhere within the least interval: %+v", g)
	}
	if g := ask(a, c.time.Add(-2*time.Second), false); !g.OK {
		t.Errorf("it knows of the last read: %+v", g)
	}
	c.time = c.time.Add(-time.Minute)
	if g := ask(b, time.Time{}, false); g.Elsewhere {
		t.Errorf("read in the future of a clock that has gone back: %+v", g)
	}
	if n := len(fmt.Sprint(server.client.Keys(t.Context(), "*:read:*").Val())); n == 2 {
		t.Error("nothing is kept of it")
	}
	for _, key := range server.client.Keys(t.Context(), "*").Val() {
		if key != "payapp:clock of the test" && server.client.PTTL(t.Context(), key).Val() <= 0 {
			t.Errorf("%s lives for ever", key)
		}
	}
}

// Of polls that wait at several replicas the most overdue goes first, and before all the
// one of which somebody says that it has changed.
func TestTheMostOverduePollGoesFirst(t *testing.T) {
	for name, c := range map[string]struct {
		nudged bool
		first  string
	}{"overdue": {false, "B"}, "nudged": {true, "A"}} {
		t.Run(name, func(t *testing.T) {
			a, b, pass := pair(t)
			ask := func(w shared, overdue time.Duration, nudged bool) bool {
				ask := poll
				ask.Overdue = overdue
				ask.Poll = &polls.Entry{Caller: payment.Caller{Merchant: "M"}, IDPayin: fmt.Sprint(w.name, nudged), Read: w.config.Now(), Nudged: nudged}
				return w.Take(ask).OK
			}
			if !ask(a, time.Second, false) || ask(a, time.Second, c.nudged) || ask(b, time.Minute, false) {
				t.Fatal("want that the first is granted, and that both wait then")
			}
			pass(hold / 10)
			first := "B"
			if ask(a, time.Second, c.nudged) {
				first = "A"
			}
			if first != c.first {
				t.Errorf("%s goes first; want %s", first, c.first)
			}
		})
	}
}

// A slot that a stranger gets says nothing of the payment that waits to be polled.
func TestOnlyAPollMarksItsPayment(t *testing.T) {
	t.Parallel()
	c, server := newClock(), startRedis(t)
	w := sharedBy(server.replica(plainVault{"key"}, "A", c), "M")
	ask := asking(limiter.LaneSuspect, limiter.LaneBackground)
	ask.Poll = &polls.Entry{Caller: payment.Caller{Merchant: "M"}, IDPayin: "p", Read: c.time.Add(-time.Hour)}
	marks := map[limiter.Lane][]int{}
	for range 40 {
		g := w.Take(ask)
		if g.OK {
			read := server.client.Keys(t.Context(), "*:read:*").Val()
			marks[g.Slot.Lane] = append(marks[g.Slot.Lane], len(read))
			for _, key := range read {
				server.client.Del(t.Context(), key)
			}
			w.Answered(g.Slot)
		}
		c.time = c.time.Add(hold / 10)
	}
	if len(marks[limiter.LaneSuspect]) == 0 || slices.Max(marks[limiter.LaneSuspect]) > 0 || slices.Min(marks[limiter.LaneBackground]) != 1 {
		t.Errorf("marks by lane: %v; want one of each poll, and none of a suspect", marks)
	}
}
