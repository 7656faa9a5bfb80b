package replicas

import (
	"context"
	"fmt"
	"strconv"
	"strings"
	"time"

	"payapp/internal/upstream/limiter"
)

// members is what the other replicas say of themselves.
type members struct {
	most        int       // how many there were at most within countsKept, this one included
	at          time.Time // when there were so many
	differences Differences
}

// member is what another replica says of itself, beside how it is set up.
type member struct {
	marks    string // of the session keys that it can open, newest first
	admitted bool   // it has customers, or may have
}

const (
	countsKept = time.Minute     // too many replicas is safe when each sends its own part, too few isn't
	aloneAmong = 5               // the number for one that has never seen the others
	clocksMost = 2 * time.Second // by which two replicas' clocks may differ
)

// Differences is how many other replicas are set up differently, by what: each of
// them is a mistake, unless it is being deployed now.
type Differences struct {
	Keys   int // the session key: they can't read this one's cookies
	Clocks int
	Rates  int
}

// beatOn says every 300 ms that this replica is there.
func (r *Replica) beatOn() {
	timer := time.NewTicker(beatEvery)
	defer timer.Stop()
	for {
		r.beat()
		select {
		case <-r.life.Done():
			return
		case <-timer.C:
		}
	}
}

func (r *Replica) beat() {
	asked := time.Now()
	ours := r.ahead()
	admitted := r.Admission() == Admitted
	says := fmt.Sprintf("%s %g %d %s %t", r.config.Vault.Names(), r.config.Rate, ours, strings.Join(r.config.Vault.Marks(), ","), admitted)
	answer, err := soon(r.patience.slot, func(ctx context.Context) ([]string, error) {
		return r.scripts.beat.Run(ctx, r.client, []string{membersKey}, r.name, says, millis(goneAfter)).StringSlice()
	})
	if err != nil || len(answer) == 0 {
		r.mu.Lock()
		r.missed, r.missedBy = true, err
		r.mu.Unlock()
		return
	}
	var differences Differences
	var others []member
	for _, theirs := range answer[1:] {
		var name, key string
		var rate float64
		var ahead time.Duration
		var other member
		_, _ = fmt.Sscan(theirs, &name, &key, &rate, &ahead, &other.marks, &other.admitted) // what can't be read is odd
		others = append(others, other)
		if key != r.config.Vault.Names() {
			differences.Keys++
		}
		if rate != r.config.Rate {
			differences.Rates++
		}
		if (ahead - ours).Abs() > clocksMost {
			differences.Clocks++
		}
	}
	at, _ := strconv.ParseInt(answer[0], 10, 64) // the script's
	r.mu.Lock()
	before := r.members.differences
	if r.beaten = time.Now(); r.missed {
		r.missed, r.back = false, r.beaten
	}
	r.members.met(r.beaten, len(answer), differences)
	r.clock = storeClock{asked, at} // from now on slots are taken
	earlier := r.admission
	r.judge(others)
	admission := r.admission
	r.mu.Unlock()
	r.tellAdmission(earlier, admission, len(answer))
	if admission == Admitted && !admitted {
		r.beat() // the others should know at once
	}
	if differences != before && differences != (Differences{}) {
		r.config.Logger.Error("replicas are set up differently",
			"other_session_key", differences.Keys, "other_clock", differences.Clocks, "other_rate", differences.Rates, "replicas", len(answer))
	}
}

// unanswered is why the store's time isn't known: what became of the last beat.
func (r *Replica) unanswered() error {
	r.mu.Lock()
	defer r.mu.Unlock()
	if r.missedBy == nil {
		return fmt.Errorf("%w: its time isn't known yet", limiter.ErrNotAsked)
	}
	return fmt.Errorf("%w: its time isn't known yet: %w", limiter.ErrNotAsked, r.missedBy)
}

// met books how many replicas there are.
func (m *members) met(now time.Time, all int, differences Differences) {
	if m.at.IsZero() || all >= m.most || now.Sub(m.at) > countsKept {
		m.most, m.at = all, now
	}
	m.differences = differences
}

// Differences is how many other replicas are set up differently.
func (r *Replica) Differences() Differences {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.members.differences
}

// storeClock estimates the store's time, to give scripts a deadline: later the replica
// has given up on them, so they must have no effect.
type storeClock struct {
	asked time.Time
	time  int64 // of the store in ms, at asked or later; 0 = unknown
}

// deadline is the last time, by the store's clock, at which a script sent now may
// run, but for what an answer takes; ok is false if that clock isn't known.
func (c storeClock) deadline() (at int64, ok bool) {
	return c.time + millis(time.Since(c.asked)+slotPatience), c.time != 0
}

// clockOfBeats is the clock of the node that has membersKey.
func (r *Replica) clockOfBeats() storeClock {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.clock
}

// ahead is how far this process's clock is ahead of the store's.
func (r *Replica) ahead() time.Duration {
	clock := r.clockOfBeats()
	if clock.time == 0 {
		return 0
	}
	return r.config.Now().Sub(time.UnixMilli(clock.time).Add(time.Since(clock.asked)))
}
