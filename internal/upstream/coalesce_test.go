package upstream

import (
	"context"
	"errors"
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

// Nobody waits for a pause after which the call may send nothing. After a 429 the
// call is in line again, where it may stay for longer than for an answer.
func TestNoPauseBeyondWhatACallMayTake(t *testing.T) {
	type call func(context.Context, *Client) error
	create := func(ctx context.Context, client *Client) error {
		_, err := client.Create(ctx, customer(1), "order-1", payinRequest, payinSent)
		for errors.Is(err, ErrInLine) {
			time.Sleep(100 * time.Millisecond)
			_, err = client.Created(ctx, customer(1), "order-1", payinSent.At)
		}
		return err
	}
	read := func(ctx context.Context, client *Client) error {
		_, err := client.Payin(ctx, customer(1), "order-1", nothing, now())
		for errors.Is(err, ErrInLine) {
			time.Sleep(100 * time.Millisecond)
			_, err = client.Payin(ctx, customer(1), "order-1", nothing, now())
		}
		return err
	}
	for name, c := range map[string]struct {
		do       call
		status   int
		after    string
		requests int
		atMost   time.Duration
	}{
		"a creation, a pause that fits":    {create, 503, "5", 3, 11 * time.Second},
		"a creation, a longer one":         {create, 503, "15", 2, 16 * time.Second},
		"a creation, one that is too long": {create, 503, "30", 1, time.Second},
		"a read, a pause that fits":        {read, 503, "5", 3, 11 * time.Second},
		"a read, one that is too long":     {read, 503, "15", 1, time.Second},
		"a creation that is limited":       {create, 429, "25", 3, 52 * time.Second},
		"a read that is limited":           {read, 429, "25", 3, 52 * time.Second},
	} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				client, gateway, _ := setup(t, Config{})
				gateway.after = c.after
				gateway.fail(c.status)
				began := time.Now()
				err := c.do(t.Context(), client)
				if n := len(gateway.came("token")); err == nil || n != c.requests || time.Since(began) > c.atMost {
					t.Errorf("%v after %v and %d requests", err, time.Since(began), n)
				}
			})
		})
	}
}
