package limiter

import (
	"context"
	"slices"
	"sync"
	"time"
)

// strangers limits the requests with tokens that the gateway hasn't accepted,
// over all merchants: about the rate in total, not counting those that turn out
// to be good. Without it, junk that claims sixty merchants would be sent sixty
// times as fast. Unverified callers wait here in one line, by address, before
// they join the line of the merchant that they claim.
type strangers struct {
	most      int
	penalties *penalties

	mu    sync.Mutex
	turns turns
	lines lines // of the lanes of unverified tokens
	taken []taken
	ids   uint64
	timer *time.Timer // fires when the next one may go
}

func newStrangers(rate float64, penalties *penalties) *strangers {
	s := &strangers{most: max(1, int(rate)), penalties: penalties}
	s.lines[LaneNewcomer].ends = s.most
	return s
}

// wait returns when the ticket's turn has come, with an id for back, never 0.
// It returns ErrInLine if the line is full, or if nobody asked again for the
// call. The ticket's lane may have changed.
func (s *strangers) wait(ctx context.Context, t *ticket) (id uint64, err error) {
	if !s.enter(t) {
		return 0, ErrInLine
	}
	select {
	case id, ok := <-t.called:
		if !ok {
			return 0, ErrInLine
		}
		return id, nil
	case <-ctx.Done():
	}
	s.mu.Lock()
	waited := s.lines[t.lane].remove(t)
	s.mu.Unlock()
	if !waited { // its turn has just come
		if id, ok := <-t.called; ok {
			s.back(id)
		}
	}
	return 0, ctx.Err()
}

// enter gives the ticket a place, if there is one.
func (s *strangers) enter(t *ticket) bool {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.lines[LaneNewcomer].length+s.lines[LaneSuspect].length >= lineMost || !s.lines[t.lane].room(t) {
		return false
	}
	t.called = make(chan uint64, 1)
	s.lines[t.lane].push(t)
	s.call()
	return true
}

// call lets go as many as may, and arranges the next call. s.mu is held.
func (s *strangers) call() {
	now := time.Now()
	s.taken = slices.DeleteFunc(s.taken, func(t taken) bool { return !t.until.After(now) })
	for {
		next, most := s.next()
		if next == LaneCount {
			return
		}
		if len(s.taken) >= most {
			s.later(s.taken[len(s.taken)-most].until.Sub(now))
			return
		}
		t := s.lines[next].pop()
		switch {
		case t.left(now):
			close(t.called)
		case next == LaneNewcomer && s.suspected(t):
		default:
			s.turns.granted(next, s.lines.waiting()|Lanes(next))
			s.ids++
			s.taken = append(s.taken, taken{s.ids, now.Add(time.Second)})
			t.called <- s.ids
		}
	}
}

// next is the lane whose turn it is, and how many requests may be under way for
// it to go. Suspects get at most half, except for their floor.
func (s *strangers) next() (next Lane, most int) {
	waiting := s.lines.waiting()
	next = s.turns.next(waiting)
	if waiting == Lanes(LaneSuspect) {
		return next, max(1, s.most/2)
	}
	return next, s.most
}

// suspected reports whether a newcomer's address got a penalty while it waited.
// The ticket then moves to the suspects, if they have room.
func (s *strangers) suspected(t *ticket) bool {
	if !s.penalties.refuses(t.caller) {
		return false
	}
	suspects := &s.lines[LaneSuspect]
	t.lane = LaneSuspect
	if suspects.room(t) && s.penalties.mayTry(t.caller) {
		suspects.push(t)
	} else {
		close(t.called)
	}
	return true
}

func (s *strangers) later(wait time.Duration) {
	if s.timer != nil {
		s.timer.Stop()
	}
	s.timer = time.AfterFunc(wait, func() {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.call()
	})
}

// back frees the place of a request that wasn't sent or whose token turned out
// to be good.
func (s *strangers) back(id uint64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if i := slices.IndexFunc(s.taken, func(t taken) bool { return t.id == id }); i >= 0 {
		s.taken = slices.Delete(s.taken, i, i+1)
		s.call()
	}
}
