package limiter

import (
	"context"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// Suspects get half of the strangers' limit while nobody else waits, and a
// floor while others do.
func TestSuspectsShare(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		ctx, leave := context.WithCancel(t.Context())
		s := newStrangers(10, newPenalties(time.Now))
		var called [LaneCount]atomic.Int32
		come := func(as Lane, n int) {
			go func() {
				if _, err := s.wait(ctx, &ticket{lane: as, address: turnOf(addressOf(n))}); err == nil {
					called[as].Add(1)
				}
			}()
		}
		for n := range 40 {
			come(LaneSuspect, n)
		}
		synctest.Wait()
		if got := called[LaneSuspect].Load(); got != 5 {
			t.Errorf("%d suspects may go at once; want 5", got)
		}
		for n := range 300 {
			come(LaneNewcomer, n)
		}
		time.Sleep(20*time.Second + time.Millisecond)
		if suspects, newcomers := called[LaneSuspect].Load()-5, called[LaneNewcomer].Load(); suspects < 8 || suspects > 12 || newcomers < 185 {
			t.Errorf("%d suspects and %d newcomers went in 20 s; want 10 and 195", suspects, newcomers)
		}
		leave()
	})
}
