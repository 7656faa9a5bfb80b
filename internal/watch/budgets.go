package watch

import (
	"context"
	"fmt"
	"net/netip"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"payapp/apiclient"
)

// What tokens may spend before the gateway has accepted them, as shares of the
// rate. Of a payment's five calls or so the first is made unproven; a new
// customer at the door shouldn't wait for long either.
const (
	unprovenShare = 0.3
	// Of one address; mobile networks put many customers behind one.
	addressShare = 0.5
	addressBurst = 2 // seconds' worth of the full rate
	// Of all unproven tokens together, whichever merchants they claim.
	strangersShare = 5
	// Of one address, for tokens that turn out to be refused. It is well
	// below unprovenShare: a single address must not be able to keep a
	// merchant's new customers waiting.
	refusedShare = 0.1
	refusedBurst = 1 // seconds' worth of the full rate
)

// What one token may spend, proven or not: twice what a customer does who
// waits, and all that one does who pays. Whoever has one good link could
// otherwise ask so often that the merchant's other customers can't pay.
const (
	tokenShare = 0.1
	tokenLeast = 0.7 // calls a second, however small the rate is
	tokenBurst = 15  // calls
)

// budgets finds the budget that a call draws on.
type budgets struct {
	rate   float64
	global bool

	mu     sync.Mutex // two askers at once must get the same budget
	proven *aged[string, *budget]
	// unproven is by claimed merchant, so that junk in one merchant's name
	// doesn't keep another's customers out, and apart from proven, so that it
	// can't spend anything of the merchant's own.
	unproven  *aged[string, *budget]
	strangers *rate.Limiter
	addresses *aged[netip.Prefix, *rate.Limiter]
	refused   *aged[netip.Prefix, *rate.Limiter]
	tokens    *aged[identity, *rate.Limiter]
}

func newBudgets(perSecond float64, global bool, now func() time.Time) *budgets {
	return &budgets{
		rate:      perSecond,
		global:    global,
		proven:    newAged[string, *budget](merchantsKept, time.Hour, now),
		unproven:  newAged[string, *budget](merchantsKept, time.Hour, now),
		strangers: rate.NewLimiter(rate.Limit(perSecond*strangersShare), max(1, int(perSecond*strangersShare))),
		addresses: newAged[netip.Prefix, *rate.Limiter](addressesKept, time.Hour, now),
		refused:   newAged[netip.Prefix, *rate.Limiter](addressesKept, time.Hour, now),
		tokens:    newAged[identity, *rate.Limiter](identityKept, time.Hour, now),
	}
}

// limiter allows a share of the rate, and so many seconds' worth of the rate
// at once.
func (b *budgets) limiter(share, burst float64) *rate.Limiter {
	return rate.NewLimiter(rate.Limit(b.rate*share), max(1, int(b.rate*burst)))
}

// of is the budget that the call draws on, unless its token, or for one that
// isn't proven its address or all strangers together, asks for too much. A
// token that is refused isn't kept, nor is what it claims: junk would push out
// what is kept of others.
func (b *budgets) of(caller Caller, proven bool) (*budget, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	token := caller.identity()
	if limiter, ok := b.tokens.get(token); ok && limiter.Tokens() < 1 {
		return nil, fmt.Errorf("too many calls with one token: %w", apiclient.ErrRateLimited)
	}
	if !proven && !b.allowStranger(caller) {
		return nil, fmt.Errorf("too many calls with unproven tokens: %w", apiclient.ErrRateLimited)
	}
	obtain(b.tokens, token, b.ofToken).Allow()
	if proven {
		return obtain(b.proven, b.key(caller), b.ofMerchant), nil
	}
	return obtain(b.unproven, b.key(caller), b.ofClaim), nil
}

func (b *budgets) ofMerchant() *budget { return newBudget(b.rate) }

func (b *budgets) ofClaim() *budget {
	share := b.rate * unprovenShare
	return &budget{limiter: rate.NewLimiter(rate.Limit(share), max(1, int(share)))}
}

func (b *budgets) ofToken() *rate.Limiter {
	return rate.NewLimiter(rate.Limit(max(tokenLeast, b.rate*tokenShare)), max(tokenBurst, int(b.rate)))
}

// refusals is what an address may still try out.
func (b *budgets) refusals(caller Caller) *rate.Limiter {
	return obtain(b.refused, network(caller.Address), func() *rate.Limiter { return b.limiter(refusedShare, refusedBurst) })
}

// blame books an unproven token that was refused on the address it came from.
func (b *budgets) blame(caller Caller) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.refusals(caller).Reserve() // into debt, for those that were under way together
}

// merchant is the budget of proven tokens. Those without a merchant claim
// share one, which is careful: they may all be one merchant's.
func (b *budgets) merchant(caller Caller) *budget {
	b.mu.Lock()
	defer b.mu.Unlock()
	return obtain(b.proven, b.key(caller), b.ofMerchant)
}

// allowStranger books a call of a token that isn't proven, unless its address
// or all strangers together ask for too much, or too many of the address's
// tokens were refused.
func (b *budgets) allowStranger(caller Caller) bool {
	limiter := obtain(b.addresses, network(caller.Address), func() *rate.Limiter { return b.limiter(addressShare, addressBurst) })
	return b.refusals(caller).Tokens() >= 1 && limiter.Allow() && b.strangers.Allow()
}

func (b *budgets) key(caller Caller) string {
	if b.global {
		return ""
	}
	return caller.Merchant
}

// obtain gets or makes an entry, and keeps it young while it is used.
func obtain[K comparable, V any](from *aged[K, V], key K, build func() V) V {
	value, ok := from.get(key)
	if !ok {
		value = build()
	}
	from.put(key, value)
	return value
}

// network is what one customer can hold: a single IPv4 address, a /64 of IPv6.
func network(address string) netip.Prefix {
	ip, err := netip.ParseAddr(address)
	if err != nil {
		return netip.Prefix{} // all unreadable ones together
	}
	ip = ip.Unmap().WithZone("")
	bits := ip.BitLen()
	if ip.Is6() {
		bits = 64
	}
	prefix, _ := ip.Prefix(bits) // bits fit by construction
	return prefix
}

// gate is a budget as the client asks it before each request.
type gate struct {
	budget *budget
	level  urgency
}

func (g gate) Wait(ctx context.Context) error { return g.budget.wait(ctx, g.level) }
func (g gate) Limited(wait time.Duration)     { g.budget.pause(wait) }
