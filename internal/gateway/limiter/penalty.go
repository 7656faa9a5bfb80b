package limiter

import (
	"net/netip"
	"slices"
	"sync"
	"time"

	"golang.org/x/time/rate"

	"payapp/internal/gateway/aged"
)

// penalties remembers which addresses brought tokens that the gateway refused.
// One IPv6 line has many addresses: several refused /64 make their /56 refused,
// and several of those their /48.
type penalties struct {
	mu      sync.Mutex
	refused *aged.Map[netip.Prefix, penalty]
	now     func() time.Time
}

// penalty is what is known of a network that brought refused tokens.
type penalty struct {
	refused bool           // in force: an address, or a network with enough refused parts
	parts   []netip.Prefix // refused networks inside it, as many as it takes
	tries   *rate.Limiter
}

const (
	addressesKept = 1 << 14
	penaltyLife   = 10 * time.Minute
	// penaltyInterval is how often a refused network may try another token, so
	// that an honest customer who shares its address still gets in.
	penaltyInterval = 10 * time.Second
	// penaltyBurst is how many it may try at once: a customer with an expired
	// link comes back from the shop with a new one.
	penaltyBurst = 3
	partsRefused = 3
)

func newPenalties(now func() time.Time) *penalties {
	return &penalties{refused: aged.New[netip.Prefix, penalty](addressesKept, penaltyLife, now), now: now}
}

// blame books a refused token on its address.
func (p *penalties) blame(address string) {
	p.mu.Lock()
	defer p.mu.Unlock()
	networks := networksOf(address)
	var inner netip.Prefix
	for i, network := range networks {
		known, _ := p.refused.Get(network)
		switch {
		case i == 0:
			known.refused = true
		default:
			if !slices.Contains(known.parts, inner) {
				known.parts = append(known.parts, inner)
			}
			known.refused = known.refused || len(known.parts) >= partsRefused
		}
		if known.refused && known.tries == nil {
			known.tries = rate.NewLimiter(rate.Every(penaltyInterval), penaltyBurst)
		}
		p.refused.Put(network, known)
		if !known.refused {
			return // a wider network counts only once this one does
		}
		inner = network
	}
}

// refuses reports whether the address, or a network around it, is refused.
func (p *penalties) refuses(address string) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	_, ok := p.widest(address)
	return ok
}

// widest is the penalty of the widest refused network of the address.
func (p *penalties) widest(address string) (penalty, bool) {
	networks := networksOf(address)
	for i := len(networks) - 1; i >= 0; i-- {
		if known, ok := p.refused.Get(networks[i]); ok && known.refused {
			return known, true
		}
	}
	return penalty{}, false
}

// mayTry reports whether an address may try a token now, and books it. An
// address without a penalty always may.
func (p *penalties) mayTry(address string) bool {
	p.mu.Lock()
	defer p.mu.Unlock()
	known, ok := p.widest(address)
	return !ok || known.tries.AllowN(p.now(), 1)
}

// networksOf are the networks that one customer may hold, narrowest first: one
// IPv4 address; a /64, a /56 and a /48 of IPv6.
func networksOf(address string) []netip.Prefix {
	ip, err := netip.ParseAddr(address)
	if err != nil {
		return []netip.Prefix{{}} // one for all unreadable addresses
	}
	ip = ip.Unmap().WithZone("")
	widths := []int{ip.BitLen()}
	if ip.Is6() {
		widths = []int{64, 56, 48}
	}
	var networks []netip.Prefix
	for _, bits := range widths {
		prefix, _ := ip.Prefix(bits) // bits are always in range
		networks = append(networks, prefix)
	}
	return networks
}

// turnOf is the unit that takes turns in a line: an IPv4 address, or the IPv6
// network that one customer usually gets.
func turnOf(address string) netip.Prefix {
	networks := networksOf(address)
	return networks[min(1, len(networks)-1)]
}
