package gateway

import (
	"errors"
	"testing"
	"testing/synctest"
	"time"

	"payapp/internal/gateway/limiter"
)

// A slot that grew old while the process stood still isn't used: it may be
// somebody else's when the request arrives.
func TestSlotsThatLayAboutGoBack(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		g, _, _ := setup(t, Config{})
		l := g.limiters.Of("DEMO")
		way := &gate{g: g, limiter: l, caller: customer(1), operation: opRead, lane: limiter.LaneBackground}
		for _, c := range []struct {
			age  time.Duration
			want error
		}{{0, nil}, {(limiter.SlotLife - time.Second) / 2, nil}, {limiter.SlotLife - time.Second, ErrInLine}} {
			s, err := l.Wait(t.Context(), limiter.LaneCreation, "", nil)
			if err != nil {
				t.Fatal(err)
			}
			time.Sleep(c.age)
			way.given = &turn{slot: s}
			if err := way.Wait(t.Context()); !errors.Is(err, c.want) {
				t.Errorf("with a slot of %v: %v, want %v", c.age, err, c.want)
			}
		}
	})
}
