package replicas

import (
	"testing"
	"time"
)

// A store that is late now and then doesn't make replicas part, however often.
// One that is late much of the time does.
func TestLapses(t *testing.T) {
	for _, c := range []struct {
		why           string
		lasted, every time.Duration
		parts         bool
	}{
		{"one in a while, as long as it may be", silence, time.Minute, false},
		{"short ones, five a second", 40 * time.Millisecond, 200 * time.Millisecond, false},
		{"half a second each three", 500 * time.Millisecond, 3 * time.Second, false},
		{"half of the time", 500 * time.Millisecond, time.Second, true},
		{"short ones, without an end", 50 * time.Millisecond, 100 * time.Millisecond, true},
	} {
		var l lapses
		now, parted := time.Unix(0, 0), false
		for range 200 {
			parted = parted || !l.bearable(now)
			now = now.Add(c.lasted)
			l.end(now, c.lasted)
			now = now.Add(c.every - c.lasted)
		}
		if parted != c.parts {
			t.Errorf("%s: parts %t", c.why, parted)
		}
		if now = now.Add(20 * time.Second); !l.bearable(now) {
			t.Errorf("%s: after a quiet while another one isn't waited for", c.why)
		}
	}
}
