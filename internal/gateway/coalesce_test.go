package gateway

import (
	"context"
	"testing"
	"testing/synctest"
	"time"
)

// A call in line is kept while somebody asks for it, and for a while after. A
// call that stays is always kept.
func TestWhoComesAgainKeepsThePlace(t *testing.T) {
	for _, stays := range []bool{false, true} {
		synctest.Test(t, func(t *testing.T) {
			var calls group[int]
			began := 0
			in := func(ctx context.Context) (int, error) {
				began++
				<-ctx.Done()
				return 0, ctx.Err()
			}
			first := calls.join(t.Context(), "key", limits{time.Minute, time.Minute, stays}, in)
			for range 3 {
				time.Sleep(abandonedAfter - time.Second)
				if first.abandoned(time.Now()) {
					t.Error("it is abandoned though somebody comes")
				}
				if again := calls.join(t.Context(), "key", limits{time.Minute, time.Minute, stays}, in); again != first {
					t.Error("who comes again gets another call")
				}
			}
			time.Sleep(abandonedAfter + time.Second)
			if first.abandoned(time.Now()) == stays {
				t.Errorf("stays %v: abandoned %v when nobody came", stays, !stays)
			}
			<-first.landed
			if began != 1 {
				t.Errorf("%d calls", began)
			}
		})
	}
}
