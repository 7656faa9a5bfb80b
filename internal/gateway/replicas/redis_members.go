package replicas

import (
	"errors"
	"strconv"
	"sync"
	"time"

	"payapp/internal/gateway/limiter"
)

// What the store answers to a replica that may not continue as it does.
var (
	errForgotten = gone(errors.New("replica isn't known any more"))
	errLate      = gone(errors.New("too late"))
)

func denied(r reply) error {
	switch r.number(0) {
	case -1:
		return errForgotten
	case -2:
		return errLate
	default:
		return nil
	}
}

const membersKey = keys + "replicas"

// What a replica tells the store (lua/beat.lua).
const (
	beatEnter  = "enter"
	beatWaited = "waited"
	beatShare  = "share"
	beatApart  = "apart"
	beatLeave  = "leave"
)

// member is a replica as the store knows it.
type member struct {
	id    string
	share float64 // requests a second that it may send alone while the store is gone
	// watched is how many payments it watches.
	watched int
}

// presence is the answer to a replica's beat.
type presence struct {
	sharing bool
	share   float64
	known   bool // the store knew it already
	others  []member
}

// members is one replica's place among those that share the rate.
type members struct {
	*store
	replica string
	rate    float64
	watched func() int // payments watched here
	clock   storeClock
}

// beat says that the replica is there, and what it wants. known are replicas
// that may be sending alone, in case the store has lost them.
func (m *members) beat(want string, share float64, known []member) (presence, error) {
	args := []any{want, m.replica, m.clock.deadline(), m.vault.Names(), m.rate, share, m.watched()}
	for _, other := range known {
		args = append(args, other.id, other.share)
	}
	asked := time.Now()
	r, err := m.run(m.scripts.beat, []string{membersKey}, args...)
	if err != nil {
		return presence{}, err
	}
	if err := denied(r); err != nil {
		m.clock.forget() // the store may have moved to a server whose clock is ahead
		return presence{}, err
	}
	m.clock.set(asked, r.number(1))
	p := presence{sharing: r.number(0) == 1, share: number(r.text(2)), known: r.number(3) == 1}
	for i := 4; i+2 < len(r); i += 3 {
		p.others = append(p.others, member{r.text(i), number(r.text(i + 1)), int(r.number(i + 2))})
	}
	return p, nil
}

// probe asks whether the store still has its data from when this replica last
// shared, and can be written to.
func (m *members) probe() (same bool, err error) {
	asked := time.Now()
	r, err := m.run(m.scripts.probe, []string{membersKey, keys + "probe:" + m.replica}, m.replica)
	if err != nil {
		return false, err
	}
	m.clock.set(asked, r.number(1))
	return r.number(0) == 1, nil
}

// join moves the slots in use here into the shared windows; from then on the
// replica shares.
func (m *members) join(share float64, handed []limiter.Handover) error {
	on := []string{membersKey}
	args := []any{m.replica, m.clock.deadline(), m.vault.Names(), share, micro(windowKept)}
	for _, h := range handed {
		on = append(on, m.window(h.Merchant), m.state(h.Merchant))
		args = append(args, micro(h.Pause), len(h.Slots))
		for id, left := range h.Slots {
			args = append(args, m.slotName(id), micro(left))
		}
	}
	r, err := m.run(m.scripts.join, on, args...)
	if err != nil {
		return err
	}
	return denied(r)
}

func (m *members) window(merchant string) string { return keys + "window:" + m.merchant(merchant) }
func (m *members) state(merchant string) string  { return keys + "state:" + m.merchant(merchant) }

func (m *members) slotName(id uint64) string { return m.replica + ":" + strconv.FormatUint(id, 16) }

func micro(d time.Duration) int64 { return d.Microseconds() }

func number(text string) float64 {
	n, err := strconv.ParseFloat(text, 64)
	if err != nil {
		return 0
	}
	return n
}

// storeClock estimates the store's time, to give scripts a deadline. A script
// that runs later, for example after the store was stopped for a while, must
// have no effect: the replica has given up on it.
type storeClock struct {
	mu    sync.Mutex
	asked time.Time
	time  int64 // of the store in µs, at asked or later
}

// lateAfter is how long after it was sent a script may run; the time that an
// answer takes is added.
const lateAfter = 2 * storePatience

func (c *storeClock) set(asked time.Time, micro int64) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.asked, c.time = asked, micro
}

// deadline is the last time, by the store's clock, at which a script sent now
// may run; 0 if that clock isn't known.
func (c *storeClock) deadline() int64 {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.time == 0 {
		return 0
	}
	return c.time + micro(time.Since(c.asked)+lateAfter)
}

// forget says that the store's time isn't known.
func (c *storeClock) forget() { c.set(time.Time{}, 0) }
