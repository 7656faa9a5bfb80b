package replicas

import (
	"context"
	"fmt"
	"slices"
	"testing"
	"testing/synctest"
	"time"

	"github.com/redis/go-redis/v9"

	"payapp/internal/upstream/limiter"
	"payapp/internal/upstream/payment"
	"payapp/internal/upstream/polls"
)

const testRate = 10

var (
	page  = limiter.Ask{Rate: testRate, Urgent: true}
	poll  = limiter.Ask{Rate: testRate, Spread: true, More: true}
	both  = limiter.Ask{Rate: testRate, Urgent: true, Spread: true, More: true}
	floor = limiter.Ask{Rate: testRate, Urgent: true, Spread: true, SpreadFirst: true, More: true}
)

// hold is how long a slot is taken after its answer; life, without one.
var _, hold, life = limiter.SlotsOf(testRate)

// eachWindow tests the windows that must behave alike. pass moves the clock.
func eachWindow(t *testing.T, test func(t *testing.T, w limiter.Window, pass func(time.Duration))) {
	t.Helper()
	t.Run("local", func(t *testing.T) {
		synctest.Test(t, func(t *testing.T) { test(t, &limiter.LocalWindow{}, time.Sleep) })
	})
	t.Run("redis", func(t *testing.T) {
		t.Parallel()
		c := newClock()
		test(t, sharedBy(startRedis(t).replica(plainVault{"key"}, "A", c), "M"), func(d time.Duration) { c.time = c.time.Add(d) })
	})
}

// shared is a window in the store, whatever the wall clock says.
type shared struct{ *window }

func sharedBy(r *Replica, merchant string) shared {
	return shared{r.Window(merchant).(*window)}
}

func (s shared) Take(ask limiter.Ask) limiter.Grant {
	s.clock = storeClock{} // nothing is late
	g, err := s.take(ask)
	if err != nil {
		s.replica.config.Logger.Error("take", "error", err)
	}
	return g
}

// Free is done when it returns.
func (s shared) Free(slot limiter.Slot, after time.Duration) { s.free(slot, after) }

// slots takes all slots that there are, and returns them and the last answer.
func slots(t *testing.T, w limiter.Window, ask limiter.Ask) (all []limiter.Grant, last limiter.Grant) {
	t.Helper()
	for range 100 {
		g := w.Take(ask)
		if !g.OK {
			return all, g
		}
		all = append(all, g)
	}
	t.Fatal("there is no end of slots")
	return nil, limiter.Grant{}
}

func TestWindow(t *testing.T) {
	eachWindow(t, func(t *testing.T, w limiter.Window, pass func(time.Duration)) {
		taken, none := slots(t, w, page)
		if len(taken) != 10 || none.Wait != hold {
			t.Fatalf("%d slots, wait %v; want 10, and that an answer comes now", len(taken), none.Wait)
		}
		pass(200 * time.Millisecond)
		w.Free(taken[3].Slot, 300*time.Millisecond)
		w.Free(taken[4].Slot, 900*time.Millisecond)
		w.Free(limiter.Slot{ID: taken[9].Slot.ID + 1000}, time.Hour)
		if _, none := slots(t, w, page); none.Wait != 300*time.Millisecond {
			t.Errorf("wait %v", none.Wait)
		}
		pass(300 * time.Millisecond)
		if more, none := slots(t, w, page); len(more) != 1 || none.Wait != 600*time.Millisecond {
			t.Errorf("%d slots, wait %v", len(more), none.Wait)
		}
		w.Free(taken[5].Slot, 0) // given back
		if more, _ := slots(t, w, page); len(more) != 1 {
			t.Errorf("%d slots for the one given back", len(more))
		}
		pass(life) // those that nobody answered
		if more, _ := slots(t, w, page); len(more) != 10 {
			t.Errorf("%d slots", len(more))
		}
	})
}

// An answer doesn't wait until the store knows of it. Who gives a slot back does,
// since somebody asks for it at once.
func TestAnswersDoNotWaitForTheStore(t *testing.T) {
	t.Parallel()
	c, server := newClock(), startRedis(t)
	r := server.replica(plainVault{"key"}, "A", c)
	goOn := make(chan struct{})
	r.client.(universal).AddHook(beforeEach(func(_ context.Context, cmd redis.Cmder) {
		if slices.Contains(cmd.Args(), any(r.scripts.free.Hash())) {
			<-goOn
		}
	}))
	w := r.Window("M").(*window)
	taken, _ := slots(t, w, page)
	w.Free(taken[0].Slot, hold)
	w.mu.Lock()
	if len(w.unfreed) > 0 {
		t.Error("it has waited until the store was too late")
	}
	w.mu.Unlock()
	close(goOn)
	until(t, "the store knows of it", func() bool {
		free := server.client.ZScore(t.Context(), merchantKey("M", "window"), w.slotName(taken[0].Slot.ID)).Val()
		return free == float64(c.time.Add(hold).UnixMicro())
	})
	w.Free(taken[1].Slot, 0)
	if g := w.Take(page); !g.OK {
		t.Errorf("a slot that was given back: %+v", g)
	}
}

// Each merchant has a window, and replicas share it.
func TestWindowOfEachMerchant(t *testing.T) {
	t.Parallel()
	c, server := newClock(), startRedis(t)
	a, b := server.replica(plainVault{"key"}, "A", c), server.replica(plainVault{"another"}, "B", c)
	slots(t, sharedBy(a, "M"), page)
	if g := sharedBy(b, "M").Take(page); g.OK {
		t.Error("a slot that another replica has taken")
	}
	if g := sharedBy(b, "N").Take(page); !g.OK {
		t.Errorf("another merchant waits %v", g.Wait)
	}
}

// Below one request a second there is one slot, for longer.
func TestWindowBelowOne(t *testing.T) {
	eachWindow(t, func(t *testing.T, w limiter.Window, pass func(time.Duration)) {
		ask := limiter.Ask{Rate: 0.5, Urgent: true}
		g := w.Take(ask)
		w.Free(g.Slot, g.Slot.Hold)
		if again := w.Take(ask); !g.OK || again.OK || again.Wait != g.Slot.Hold || again.Wait < 2*time.Second {
			t.Errorf("%+v, then %+v", g, again)
		}
		pass(g.Slot.Hold)
		if g := w.Take(ask); !g.OK {
			t.Errorf("wait %v", g.Wait)
		}
	})
}

// Polls are spread over the second. A page doesn't wait for that, but leaves a
// poll whose floor is due its slot.
func TestWindowSpreads(t *testing.T) {
	spacing := hold / 10
	eachWindow(t, func(t *testing.T, w limiter.Window, pass func(time.Duration)) {
		taken, none := slots(t, w, poll)
		if wait := max(none.Wait, taken[0].Wait); len(taken) != 1 || !taken[0].Spread || wait != spacing {
			t.Fatalf("%d slots, wait %v", len(taken), wait)
		}
		pass(60 * time.Millisecond)
		if g := w.Take(page); !g.OK || g.Spread {
			t.Errorf("a page waits: %+v", g)
		}
		taken, _ = slots(t, w, floor)
		if len(taken) != 7 || taken[0].Spread {
			t.Errorf("%d slots, the first for a poll: %v; want all but the poll's", len(taken), taken[0].Spread)
		}
		pass(spacing)
		if taken, _ = slots(t, w, floor); len(taken) != 1 || !taken[0].Spread {
			t.Errorf("then %+v; want the poll", taken)
		}
	})
}

// Without a floor that is due, pages go first.
func TestWindowPagesFirst(t *testing.T) {
	eachWindow(t, func(t *testing.T, w limiter.Window, _ func(time.Duration)) {
		taken, _ := slots(t, w, both)
		for i, g := range taken {
			if g.Spread {
				t.Errorf("slot %d is a poll's", i)
			}
		}
		if len(taken) != 10 {
			t.Errorf("%d slots", len(taken))
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

// Together they send no more than the rate, and each in its turn: whoever is
// told when to come again gets its slot then, also if answers take a while.
func TestReplicasTakeTurns(t *testing.T) {
	for _, c := range []struct {
		replicas int
		takes    time.Duration // a request and its answer
		most     float64       // how often one may ask for a slot
	}{
		{2, 0, 1.1}, {2, 30 * time.Millisecond, 1.1},
		// Each waits for the very slot that it has just got, and asks once more.
		{10, 30 * time.Millisecond, 2.1}, {10, 90 * time.Millisecond, 2.1},
	} {
		t.Run(fmt.Sprint(c.replicas, " replicas, ", c.takes), func(t *testing.T) {
			t.Parallel()
			clock, server := newClock(), startRedis(t)
			type turn struct {
				shared
				granted int
				next    time.Duration
				under   limiter.Slot // way to the gateway and back
				back    time.Duration
			}
			var turns []*turn
			for n := range c.replicas {
				turns = append(turns, &turn{shared: sharedBy(server.replica(plainVault{"key"}, fmt.Sprint("replica", n), clock), "M")})
			}
			const lasts = time.Minute
			asked, all := 0, 0
			for now := time.Duration(0); now < lasts; now += time.Millisecond {
				for _, w := range turns {
					if w.under.ID != 0 && now >= w.back {
						w.Free(w.under, w.under.Hold)
						w.under = limiter.Slot{}
					}
					if now < w.next {
						continue
					}
					asked++
					g := w.Take(poll)
					if g.OK {
						w.granted++
						all++
						w.under, w.back = g.Slot, now+c.takes
					}
					w.next = now + max(g.Wait, time.Millisecond)
				}
				clock.time = clock.time.Add(time.Millisecond)
			}
			best := int(lasts/(hold+c.takes)) * testRate
			for n, w := range turns {
				if fair := all / c.replicas; all > best+testRate || all < best*96/100 || w.granted < fair*9/10 {
					t.Errorf("replica %d has %d of %d slots; %d would be best", n, w.granted, all, best)
				}
			}
			if float64(asked) > float64(all)*c.most {
				t.Errorf("%d asked for %d slots", asked, all)
			}
		})
	}
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
				w.Free(g.Slot, g.Slot.Hold)
			}
			next[name] = now + max(g.Wait, time.Millisecond)
		}
		pass(time.Millisecond)
	}
	if granted["B"] < 60 || granted["A alone"] < 240 {
		t.Errorf("%v slots in half a minute, and in 25 s alone", granted)
	}
}

// A page at one replica goes before the polls of another, except for their
// floor.
func TestReplicasPagesFirst(t *testing.T) {
	a, b, pass := pair(t)
	pages, polled := 0, 0
	for range 3000 {
		taken, _ := slots(t, a, page)
		for _, g := range taken {
			a.Free(g.Slot, hold)
		}
		pages += len(taken)
		taken, _ = slots(t, b, poll)
		for _, g := range taken {
			b.Free(g.Slot, hold)
		}
		polled += len(taken)
		pass(20 * time.Millisecond)
	}
	if all := pages + polled; all < 560 || polled < all*18/100 || polled > all*25/100 {
		t.Errorf("%d pages and %d polls; want the polls' floor of a fifth", pages, polled)
	}
}

// A replica that died or no longer wants a slot delays nobody for long.
func TestReplicaThatDoesNotCome(t *testing.T) {
	a, b, pass := pair(t)
	a.Take(poll)
	b.Take(poll)
	pass(hold)
	for range 20 {
		g := b.Take(limiter.Ask{Rate: testRate, Spread: true})
		if g.OK {
			return
		}
		pass(g.Wait)
	}
	t.Error("it waits for ever")
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
					ask = []limiter.Ask{page, poll, floor}[now/tick%3]
				}
				for slot, answer := range answers {
					if now == answer {
						w.Free(slot, slot.Hold)
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
				case now >= accident && g.Spread:
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

// Nodes of a Cluster have a clock each: a shop whose node is ahead of the one that
// beats go to is shared nevertheless.
func TestNodeWithAnotherClock(t *testing.T) {
	t.Parallel()
	c := newClock()
	r := startRedis(t).replica(plainVault{"key"}, "A", c)
	r.clock = storeClock{time.Now(), c.time.Add(-time.Hour).UnixMicro()}
	w := r.Window("M")
	if g := w.Take(page); g.OK || g.Wait != askSoon {
		t.Errorf("the node's clock isn't known yet: %+v", g)
	}
	if g := w.Take(page); !g.OK || g.Slot.ID&slotLocal != 0 {
		t.Errorf("then: %+v; want a slot of the store", g)
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
		g := w.Take(limiter.Ask{Rate: testRate, Spread: true, Poll: &e})
		w.Free(g.Slot, 0)
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
