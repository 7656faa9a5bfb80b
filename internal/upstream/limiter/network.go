package limiter

import (
	"net/netip"
	"sync"
	"time"

	"payapp/internal/network"
	"payapp/internal/upstream/aged"
)

// networks remembers what the gateway said lately of tokens that came from a network.
// It is suspect while refusals outweigh, and the next accepted token clears it: many
// customers may share it. Suspects go last.
type networks struct {
	mu      sync.Mutex
	balance *aged.Map[netip.Prefix, int] // accepted less refused; suspect below zero
}

const (
	networksKept = 1 << 14
	networkLife  = 2 * time.Minute // since the last answer
	// trustMost bounds what acceptances are worth: so many refusals in a row
	// make any network suspect.
	trustMost = 10
)

func newNetworks(now func() time.Time) *networks {
	return &networks{balance: aged.New[netip.Prefix, int](networksKept, networkLife, now)}
}

// Judged books an answer to an unverified token. An address that isn't the
// customer's is "": there is nobody to judge.
func (n *networks) Judged(address string, accepted bool) {
	if address == "" {
		return
	}
	n.mu.Lock()
	defer n.mu.Unlock()
	network := networkOf(address)
	before, _ := n.balance.Get(network)
	after := max(before-1, -1)
	if accepted {
		after = min(max(before, 0)+1, trustMost)
	}
	n.balance.Put(network, after)
}

// suspect reports whether tokens from the address go last.
func (n *networks) suspect(address string) bool {
	if address == "" {
		return false
	}
	balance, _ := n.balance.Get(networkOf(address))
	return balance < 0
}

// networkOf is what one customer usually has: an IPv4 address, or a /56 of IPv6.
func networkOf(address string) netip.Prefix { return network.Of(address, 56) }
