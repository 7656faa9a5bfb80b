package gateway

import (
	"fmt"
	"sync"
	"time"

	"github.com/sony/gobreaker/v2"

	"payapp/apiclient"
)

// breakers stop calls of an operation while nearly all of them fail. Otherwise
// every customer would wait for a deadline, and a gateway that recovers would
// meet the whole crowd at once. A few calls at a time test whether it has
// recovered.
type breakers struct {
	mu  sync.Mutex
	all map[operation]*gobreaker.TwoStepCircuitBreaker[struct{}]
	// rate is the limit in requests a second.
	rate float64
	// changed is called when a circuit opens and when it closes, for metrics
	// and logs. It isn't called for the trial calls in between.
	changed func(op operation, open bool)
}

const (
	breakerWindow = 20 * time.Second // twice what a request may take; longer at low rates, so that breakerFew calls fit into it
	breakerFew    = 10
	breakerLeast  = 20  // calls in the window before it may open; half of what the rate allows, if that is less
	breakerShare  = 0.8 // of them that failed
	breakerPause  = 3 * time.Second
	breakerTries  = 3 // trial calls that must succeed before it closes
)

var errCircuitOpen = fmt.Errorf("the gateway has failed too often recently: %w", apiclient.ErrUnavailable)

// allow says whether a request may be sent. Call finish with nil if an answer
// came: any answer, also an error status, shows that the gateway is up.
func (b *breakers) allow(op operation) (finish func(error), err error) {
	if finish, err = b.of(op).Allow(); err != nil {
		return nil, errCircuitOpen
	}
	return finish, nil
}

// open reports whether a call of the operation would be rejected now.
func (b *breakers) open(op operation) bool {
	breaker := b.of(op)
	switch breaker.State() {
	case gobreaker.StateOpen:
		return true
	case gobreaker.StateHalfOpen:
		return breaker.Counts().Requests >= breakerTries
	default:
		return false
	}
}

func (b *breakers) of(op operation) *gobreaker.TwoStepCircuitBreaker[struct{}] {
	b.mu.Lock()
	defer b.mu.Unlock()
	breaker, ok := b.all[op]
	if ok {
		return breaker
	}
	window := max(breakerWindow, time.Duration(breakerFew/b.rate*float64(time.Second)))
	least := uint32(min(breakerLeast, b.rate*window.Seconds()/2))
	breaker = gobreaker.NewTwoStepCircuitBreaker[struct{}](gobreaker.Settings{
		Name: string(op), MaxRequests: breakerTries, Interval: window, Timeout: breakerPause,
		ReadyToTrip: func(n gobreaker.Counts) bool {
			ended := n.TotalSuccesses + n.TotalFailures // those under way have said nothing yet
			return ended >= least && float64(n.TotalFailures) >= breakerShare*float64(ended)
		},
		OnStateChange: func(_ string, from, to gobreaker.State) {
			if from == gobreaker.StateClosed || to == gobreaker.StateClosed {
				b.changed(op, to != gobreaker.StateClosed)
			}
		},
	})
	if b.all == nil {
		b.all = map[operation]*gobreaker.TwoStepCircuitBreaker[struct{}]{}
	}
	b.all[op] = breaker
	return breaker
}
