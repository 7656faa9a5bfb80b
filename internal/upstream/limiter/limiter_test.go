package limiter

import (
	"context"
	"errors"
	"fmt"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"payapp/internal/upstream/polls"
)

// limitersOf are the limiters at a rate of requests a second, with nothing to
// poll.
func limitersOf(t *testing.T, rate float64) *Limiters {
	t.Helper()
	life, end := context.WithCancel(context.Background())
	t.Cleanup(end)
	return New(life, Config{
		Rate: rate, Queue: polls.NewQueue(time.Now), Ready: func(string) time.Duration { return 0 }, Now: time.Now,
		Store: func(string) Store { return nil },
	})
}

// addressOf is the n-th of many addresses.
func addressOf(n int) string { return fmt.Sprintf("198.%d.%d.%d", 18+n>>16&1, n>>8&255, n&255) }

func TestWhoLeavesTheLineHoldsNoSlot(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		all := limitersOf(t, 1)
		l := all.Of("DEMO")
		ctx, cancel := context.WithCancel(t.Context())
		var left atomic.Int32
		wait := func(ctx context.Context) {
			s, err := l.Wait(ctx, LaneArrival, "", nil)
			if errors.Is(err, context.Canceled) {
				left.Add(1)
			} else if err == nil {
				l.Answered(s)
			}
		}
		for range 3 {
			go wait(ctx)
		}
		synctest.Wait()
		cancel()
		synctest.Wait()
		if left.Load() != 2 {
			t.Errorf("%d left; want 2", left.Load())
		}
		before := time.Now()
		if _, err := l.Wait(t.Context(), LaneQuestion, "", nil); err != nil || time.Since(before) > 1100*time.Millisecond {
			t.Errorf("got %v after %v; want the next slot", err, time.Since(before))
		}
		if _, err := l.Wait(ctx, LaneCreation, "", nil); !errors.Is(err, context.Canceled) {
			t.Errorf("got %v; want context.Canceled", err)
		}
	})
}

// Pages that leave just as their turn comes: the next one uses the slot,
// whichever happens first.
func TestLeavingWhileGranted(t *testing.T) {
	for range 100 {
		synctest.Test(t, func(t *testing.T) {
			all := limitersOf(t, 1)
			l := all.Of("DEMO")
			if _, err := l.Wait(t.Context(), LaneArrival, "", nil); err != nil {
				t.Fatal(err)
			}
			began := time.Now()
			_, _, life := SlotsOf(1)
			hasty, cancel := context.WithTimeout(t.Context(), life)
			defer cancel()
			for range 50 {
				go func() {
					if s, err := l.Wait(hasty, LaneArrival, "", nil); err == nil {
						l.GiveBack(s)
					}
				}()
			}
			synctest.Wait()
			if _, err := l.Wait(t.Context(), LaneArrival, "", nil); err != nil || time.Since(began) > life+10*time.Millisecond {
				t.Errorf("got %v after %v; want the slot at once", err, time.Since(began))
			}
		})
	}
}

func TestLinesAreBounded(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		all := limitersOf(t, 1)
		l := all.Of("DEMO")
		ctx, cancel := context.WithCancel(t.Context())
		var turnedAway atomic.Int32
		wait := func(n int, address string, as Lane) {
			go func() {
				if _, err := l.Wait(ctx, as, address, nil); errors.Is(err, ErrInLine) {
					turnedAway.Add(1)
				}
			}()
		}
		wait(0, "192.0.2.1", LaneArrival) // gets its slot at once
		synctest.Wait()
		for n := range networkMost + 9 {
			wait(n, "192.0.2.1", LaneArrival)
		}
		synctest.Wait()
		if got := turnedAway.Swap(0); got != 9 {
			t.Errorf("%d of an address were turned away; want 9", got)
		}
		for n := range suspectMost + 2 {
			wait(n, "192.0.2.1", LaneSuspect)
		}
		synctest.Wait()
		if got := turnedAway.Swap(0); got != 2 {
			t.Errorf("%d of a suspect network were turned away; want 2", got)
		}
		for n := range lineMost + 1 {
			wait(n, addressOf(n), LaneNewcomer)
		}
		synctest.Wait()
		if got := turnedAway.Swap(0); got != 1 {
			t.Errorf("%d newcomers were turned away; want 1", got)
		}
		cancel()
		synctest.Wait()
		if !l.Idle() {
			t.Error("some wait after all have left")
		}
	})
}

// Whose address is refused meanwhile goes to the suspects, of whom few may wait.
func TestAddressesRefusedWhileInLine(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		all := limitersOf(t, 1)
		l := all.Of("DEMO")
		first, err := l.Wait(t.Context(), LaneNewcomer, "192.0.2.9", nil)
		if err != nil {
			t.Fatal(err)
		}
		var granted, turnedAway atomic.Int32
		for range suspectMost + 3 {
			go func() {
				s, err := l.Wait(t.Context(), LaneNewcomer, "192.0.2.1", nil)
				if errors.Is(err, ErrInLine) {
					turnedAway.Add(1)
				} else if granted.Add(1); s.Lane != LaneSuspect {
					t.Errorf("it goes as a %v", s.Lane)
				}
				l.Answered(s)
			}()
		}
		synctest.Wait()
		all.Judged("192.0.2.1", false)
		l.Answered(first)
		time.Sleep(time.Minute)
		if granted.Load() != suspectMost || turnedAway.Load() != 3 {
			t.Errorf("%d go, %d are turned away", granted.Load(), turnedAway.Load())
		}
	})
}

// Anybody can claim to be a merchant: unused limiters are removed.
func TestClaimedMerchantsAreForgotten(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		all := limitersOf(t, 100)
		for n := range 3 * merchantsKept {
			l := all.Of(fmt.Sprint("MERCHANT-", n))
			s, err := l.Wait(t.Context(), LaneNewcomer, addressOf(n), nil)
			if err != nil {
				t.Fatal(err)
			}
			l.Answered(s)
			time.Sleep(limiterLife / merchantsKept)
		}
		if n := len(all.all); n > 2*merchantsKept {
			t.Errorf("%d limiters are kept", n)
		}
	})
}
