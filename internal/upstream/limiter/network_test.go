package limiter

import (
	"testing"
	"time"
)

func TestNetworksAreSuspectWhileRefusalsOutweigh(t *testing.T) {
	now := time.Now()
	n := newNetworks(func() time.Time { return now })
	const address = "192.0.2.1"
	judge := func(accepted bool, times int) {
		for range times {
			n.Judged(address, accepted)
		}
	}
	for _, step := range []struct {
		accepted bool
		times    int
		suspect  bool
		why      string
	}{
		{false, 1, true, "a refusal where nothing was accepted"},
		{false, 100, true, "many"},
		{true, 1, false, "an accepted token clears"},
		{false, 1, false, "one refusal, one accepted"},
		{false, 1, true, "two refusals"},
		{true, 5000, false, "a carrier"},
		{false, trustMost, false, "some of its customers"},
		{false, 1, true, "too many in a row"},
	} {
		judge(step.accepted, step.times)
		if got := n.suspect(address); got != step.suspect {
			t.Errorf("%s: suspect %v", step.why, got)
		}
	}
	if n.suspect("192.0.2.2") {
		t.Error("another address is suspect")
	}
	now = now.Add(networkLife)
	if n.suspect(address) {
		t.Error("it is suspect for ever")
	}
	n.Judged("2001:db8:0:1::1", false)
	if !n.suspect("2001:db8:0:2::1") || n.suspect("2001:db8:1::1") {
		t.Error("a /56 is one customer's")
	}
	if n.Judged("", false); n.suspect("") {
		t.Error("somebody is to blame for an address that nobody knows")
	}
}
