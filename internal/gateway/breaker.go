package gateway

import (
	"fmt"
	"sync"
	"time"

	"github.com/sony/gobreaker/v2"

	"payapp/apiclient"
)

// breakers stop calls of an operation that the gateway answers with nothing but
// failures: everybody would wait for a deadline that is sure to come, and a
// gateway that comes back would find a crowd. A few calls now and then try
// whether it is well again.
type breakers struct {
	mu  sync.Mutex
	all map[operation]*gobreaker.TwoStepCircuitBreaker[struct{}]
	// rate is the requests a second that there may be.
	rate float64
	// changed is told when calls fail, and when they do again, for metrics and
	// logs; not of each time that a few are tried.
	changed func(op operation, open bool)
}

const (
	breakerWindow = 10 * time.Second // longer where the rate allows fewer than breakerFew within it
	breakerFew    = 10
	breakerLeast  = 20  // calls within the window before anything is concluded, or half of what the rate allows
	breakerShare  = 0.8 // of them failed
	breakerPause  = 3 * time.Second
	breakerTries  = 3 // calls that must do before all may again
)

var errCircuitOpen = fmt.Errorf("the gateway has failed too often just now: %w", apiclient.ErrUnavailable)

// allow says whether a request may be sent; finish is told whether there was an
// answer. Whatever the gateway answers, it is there.
func (b *breakers) allow(op operation) (finish func(ok bool), err error) {
	done, err := b.of(op).Allow()
	if err != nil {
		return nil, errCircuitOpen
	}
	return func(ok bool) {
		if ok {
			done(nil)
		} else {
			done(apiclient.ErrUnavailable)
		}
	}, nil
}

// open reports whether a call of the operation wouldn't be made just now.
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
			return n.Requests >= least && float64(n.TotalFailures) >= breakerShare*float64(n.Requests)
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
