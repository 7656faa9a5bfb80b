package upstream_test

import (
	"bytes"
	"context"
	"math/rand/v2"
	"net"
	"sync"
	"sync/atomic"
	"time"

	"github.com/alicebob/miniredis/v2"
)

// simulatedStore is the store that the simulated replicas share, in memory and on the virtual
// clock. It runs the real scripts.
type simulatedStore struct {
	redis *miniredis.Miniredis
	calls atomic.Int64 // and connections that were refused

	mu    sync.Mutex
	away  bool
	lines []net.Conn
}

func newSimulatedStore() *simulatedStore {
	return &simulatedStore{redis: miniredis.NewMiniRedis()}
}

// from is how a replica reaches it that is so far away, there and back, and up to so
// much later each way.
func (s *simulatedStore) from(far, late time.Duration) func(context.Context, string, string) (net.Conn, error) {
	return func(context.Context, string, string) (net.Conn, error) {
		s.mu.Lock()
		defer s.mu.Unlock()
		if s.away {
			s.calls.Add(1)
			return nil, &net.OpError{Op: "dial", Err: errNobodyThere}
		}
		line, err := s.redis.Dial()
		if err != nil {
			return nil, err
		}
		s.lines = append(s.lines, line)
		return &farLine{Conn: line, store: s, far: far, late: late}, nil
	}
}

// goAway makes the store forget everything and answer nobody for a while.
func (s *simulatedStore) goAway(lasts time.Duration) {
	s.mu.Lock()
	s.away = true
	for _, line := range s.lines {
		_ = line.Close()
	}
	s.lines = nil
	s.mu.Unlock()
	s.redis.FlushAll()
	time.Sleep(lasts)
	s.mu.Lock()
	s.away = false
	s.mu.Unlock()
}

// farLine is a connection on which a script and its answer take their time. Nothing else does:
// who sleeps while others wait for a lock would stop the virtual clock.
type farLine struct {
	net.Conn
	store     *simulatedStore
	far, late time.Duration
	script    atomic.Bool // was asked for
}

func (l *farLine) way() {
	if far := l.far/2 + rand.N(l.late+1); far > 0 {
		time.Sleep(far)
	}
}

func (l *farLine) Write(data []byte) (int, error) {
	l.store.calls.Add(1)
	l.script.Store(bytes.Contains(data, []byte("evalsha")))
	if l.script.Load() {
		l.way()
	}
	return l.Conn.Write(data)
}

func (l *farLine) Read(data []byte) (int, error) {
	n, err := l.Conn.Read(data)
	if l.script.Swap(false) {
		l.way()
	}
	return n, err
}

// storeAccident takes the store away in the middle of the measured time, and counts
// what it is asked in a second: before, at most afterwards, and from the third second
// after its return.
func (r *run) storeAccident() {
	second := func() int {
		before := r.store.calls.Load()
		time.Sleep(time.Second)
		return int(r.store.calls.Load() - before)
	}
	time.Sleep(r.measured / 4)
	usual := 0
	for range 5 {
		usual = max(usual, second())
	}
	for n := range r.pays {
		r.all.Go(func() {
			caller := r.person(n%r.shops, "pays")
			caller.Verified = true
			r.pressPay(n%r.shops, caller, caller.Token.Reveal(), true)
		})
	}
	time.Sleep(300 * time.Millisecond)
	r.store.goAway(r.storeAway)
	worst, after := 0, 0
	for n := range 10 {
		calls := second()
		worst = max(worst, calls)
		if n >= 2 {
			after = max(after, calls)
		}
	}
	r.mu.Lock()
	defer r.mu.Unlock()
	r.m.storeUsual, r.m.storeWorst, r.m.storeAfter = usual, worst, after
}
