package upstream

import (
	"errors"
	"fmt"
	"sync"
	"time"

	"github.com/sony/gobreaker/v2"

	"payapp/apiclient"
	"payapp/internal/upstream/aged"
)

// breakers stop a merchant's calls of an operation while nearly all of them fail, or
// every customer would wait for a deadline, and a gateway that recovers would meet the
// whole crowd at once. A few calls at a time test it.
type breakers struct {
	mu  sync.Mutex
	all *aged.Map[circuit, *gobreaker.TwoStepCircuitBreaker[struct{}]]
	// rate is the limit in requests a second.
	rate float64
	// changed is called when a circuit opens and when it closes, for logs.
	changed func(c circuit, open bool)
}

// circuit is what fails together: an operation of a merchant, whose acquirer may
// be down while others work.
type circuit struct {
	merchant string // as the token claims
	op       operation
}

// from is the circuit of what comes from an address.
func (c circuit) from(address string) circuit { return circuit{c.merchant + " " + address, c.op} }

const (
	circuitsKept = 1 << 14
	circuitLife  = 10 * time.Minute // since it was made, opened, tried or closed
)

func newBreakers(rate float64, now func() time.Time, changed func(circuit, bool)) *breakers {
	return &breakers{
		all:  aged.New[circuit, *gobreaker.TwoStepCircuitBreaker[struct{}]](circuitsKept, circuitLife, now),
		rate: rate, changed: changed,
	}
}

const (
	breakerWindow = 20 * time.Second // more than twice what a request may take; longer at low rates, so that breakerFew calls fit into it
	breakerFew    = 10
	breakerLeast  = 8   // calls in the window before it may open; half of what the rate allows, if that is less
	attempts      = 3   // of a call that fails, each of which takes a slot
	breakerShare  = 0.8 // of them that failed
	breakerPause  = 3 * time.Second
	breakerTries  = 3 // trial calls that must succeed before it closes
)

var errCircuitOpen = fmt.Errorf("the gateway has failed too often recently: %w", apiclient.ErrUnavailable)

// errStranger is a failure that says nothing of the circuit.
var errStranger = errors.New("what a stranger sent has failed")

// allow says whether a call may be made. Call finish with nil if an answer
// came: any answer but a 5xx shows that the gateway is up.
func (b *breakers) allow(c circuit) (finish func(error), err error) {
	if finish, err = b.of(c).Allow(); err != nil {
		return nil, errCircuitOpen
	}
	return finish, nil
}

// open reports whether a call would be rejected now.
func (b *breakers) open(c circuit) bool {
	breaker := b.of(c)
	switch breaker.State() {
	case gobreaker.StateOpen:
		return true
	case gobreaker.StateHalfOpen:
		return breaker.Counts().Requests >= breakerTries
	default:
		return false
	}
}

// opened is how many merchants' circuits of an operation aren't closed.
func (b *breakers) opened(op operation) (count int) {
	for _, c := range b.all.Keys() {
		if breaker, ok := b.all.Get(c); c.op == op && ok && breaker.State() != gobreaker.StateClosed {
			count++
		}
	}
	return count
}

func (b *breakers) of(c circuit) *gobreaker.TwoStepCircuitBreaker[struct{}] {
	b.mu.Lock()
	defer b.mu.Unlock()
	breaker, ok := b.all.Get(c)
	if ok {
		return breaker
	}
	window := max(breakerWindow, time.Duration(breakerFew*attempts/b.rate*float64(time.Second)))
	least := uint32(min(breakerLeast, b.rate*window.Seconds()/2/attempts))
	breaker = gobreaker.NewTwoStepCircuitBreaker[struct{}](gobreaker.Settings{
		Name: string(c.op), MaxRequests: breakerTries, Interval: window, Timeout: breakerPause,
		IsExcluded: func(err error) bool { return errors.Is(err, errStranger) },
		ReadyToTrip: func(n gobreaker.Counts) bool {
			ended := n.TotalSuccesses + n.TotalFailures // those under way have said nothing yet
			return ended >= least && float64(n.TotalFailures) >= breakerShare*float64(ended)
		},
		OnStateChange: func(_ string, from, to gobreaker.State) {
			b.all.Put(c, breaker)
			if from == gobreaker.StateClosed || to == gobreaker.StateClosed {
				b.changed(c, to != gobreaker.StateClosed)
			}
		},
	})
	b.all.Put(c, breaker)
	return breaker
}
