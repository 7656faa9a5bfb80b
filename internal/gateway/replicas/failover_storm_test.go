package replicas

import (
	"math/rand/v2"
	"testing"
	"time"
)

// storm does anything to three replicas and their store, in an order that the
// seed decides.
func storm(t *testing.T, seed uint64, steps int) {
	t.Helper()
	server := startRedis(t)
	var replicas []*replica
	var wires []*wire
	for range 3 {
		w := newWire(t, server.socket)
		wires = append(wires, w)
		replicas = append(replicas, startReplica(t, "unix://"+w.Addr().String(), plainVault{"key"}))
	}
	until(t, "all share", all(replicas, sharing))
	until(t, "shares are agreed", agreed(replicas))
	g := crowd(t, replicas...)
	random := rand.New(rand.NewPCG(seed, 0)) // the same each time
	running, stopped := true, false
	start := func() {
		if stopped {
			server.goOn()
		}
		if !running {
			server.start()
		}
		running, stopped = true, false
	}
	for range steps {
		switch what := random.IntN(7); {
		case what == 0 && running:
			if stopped {
				server.goOn()
			}
			server.kill()
			running, stopped = false, false
		case what == 1 && running && !stopped:
			server.stop()
			stopped = true
		case what == 2 && running && !stopped:
			server.client.FlushAll(t.Context())
		case what == 3 && running && !stopped:
			one := random.IntN(3)
			g.cutOff(t, replicas[one], wires[one], func() {
				time.Sleep(time.Duration(random.IntN(2500)) * time.Millisecond)
			})
		default:
			start()
		}
		time.Sleep(time.Duration(random.IntN(1500)) * time.Millisecond)
	}
	start()
	until(t, "all share again", all(replicas, sharing))
	g.more(t, replicas[:1], 3)
}

func TestFailoverStorm(t *testing.T) {
	t.Parallel()
	storm(t, 1, 10)
}
