package limiter

import (
	"testing"
	"time"
)

func TestPenaltiesOfNetworks(t *testing.T) {
	const other = "2001:db8:0:500::1" // another /56 of the same /48
	for _, c := range []struct {
		blamed  []string
		ask     string
		refused bool
		why     string
	}{
		{[]string{"192.0.2.1"}, "192.0.2.1", true, "itself"},
		{[]string{"192.0.2.1"}, "::ffff:192.0.2.1", true, "itself in IPv6's words"},
		{[]string{"192.0.2.1"}, "192.0.2.2", false, "a neighbour"},
		{[]string{"2001:db8::1"}, "2001:db8::2", true, "the same /64"},
		{[]string{"2001:db8::1", "2001:db8:0:1::1"}, "2001:db8:0:2::1", false, "two /64 of a /56"},
		{[]string{"2001:db8::1", "2001:db8:0:1::1", "2001:db8:0:2::1"}, "2001:db8:0:3::1", true, "three /64 of a /56"},
		{[]string{"2001:db8::1", "2001:db8:0:1::1", "2001:db8:0:2::1"}, other, false, "one /56 of a /48"},
		{[]string{"2001:db8::1", "2001:db8::2", "2001:db8::3"}, "2001:db8:0:3::1", false, "one /64 three times"},
		{[]string{"nonsense"}, "other nonsense", true, "what can't be read is one"},
	} {
		now := time.Now()
		p := newPenalties(func() time.Time { return now })
		for _, address := range c.blamed {
			p.blame(address)
		}
		if refused := p.refuses(c.ask); refused != c.refused {
			t.Errorf("%s: %s after %v: refused %v", c.why, c.ask, c.blamed, refused)
		}
		now = now.Add(penaltyLife)
		if p.refuses(c.ask) {
			t.Errorf("%s: %s is still refused after %v", c.why, c.ask, penaltyLife)
		}
	}
}
