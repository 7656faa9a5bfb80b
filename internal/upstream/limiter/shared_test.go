package limiter

import (
	"errors"
	"slices"
	"sync"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"
)

// fakeStore is a store in memory that has slots for everybody, dies and returns. It
// counts what it is asked.
type fakeStore struct {
	mu      sync.Mutex
	dead    error // of its calls; nil = it answers
	after   time.Duration
	part    int // of how many replicas
	back    time.Time
	held    map[uint64]time.Time
	takes   int // calls
	holds   int
	failed  int
	largest int
	taken   []int     // what asks said of it
	told    time.Time // when it was last told whether it is shared
	shares  atomic.Bool
}

var errDead = errors.New("no answer")

func newFakeStore() *fakeStore {
	s := &fakeStore{part: 3, held: map[uint64]time.Time{}}
	s.shares.Store(true)
	return s
}

func (s *fakeStore) call() error {
	s.mu.Lock()
	after := s.after
	s.mu.Unlock()
	time.Sleep(after)
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.dead != nil {
		s.failed++
	}
	return s.dead
}

func (s *fakeStore) Take(ask Ask, slot uint64) (g Grant, err error) {
	if err := s.call(); err != nil {
		s.mu.Lock()
		defer s.mu.Unlock()
		s.takes++
		return g, err
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	s.takes++
	s.taken = append(s.taken, ask.Taken)
	now := time.Now()
	most, hold, life := SlotsOf(ask.Rate)
	taken := 0
	for _, until := range s.held {
		if until.After(now) {
			taken++
		}
	}
	if taken >= most {
		return Grant{Wait: hold / 10}, nil
	}
	s.held[slot] = now.Add(life)
	var t turns
	return Grant{OK: true, Slot: Slot{Lane: t.next(ask.Waiting)}}, nil
}

func (s *fakeStore) Hold(slots []Held) error {
	err := s.call()
	s.mu.Lock()
	defer s.mu.Unlock()
	s.holds++
	s.largest = max(s.largest, len(slots))
	if err == nil {
		for _, h := range slots {
			s.held[h.ID] = time.Now().Add(h.For)
		}
	}
	return err
}

func (s *fakeStore) Part(rate float64) float64 { return rate / float64(s.part) }

func (s *fakeStore) Tell(shares bool, _ error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.shares.Store(shares)
	s.told = time.Now()
}

func (s *fakeStore) Back() time.Time {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.back
}

func (s *fakeStore) dies(err error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.dead = err
	s.takes, s.holds, s.failed = 0, 0, 0
}

// returns makes it answer again, without what it had; beats find it at once.
func (s *fakeStore) returns() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.dead, s.back, s.held = nil, time.Now(), map[uint64]time.Time{}
	s.takes, s.holds, s.failed = 0, 0, 0
}

func (s *fakeStore) calls() (takes, holds, failed int) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.takes, s.holds, s.failed
}

var creation = Ask{Rate: 10, Waiting: waitingIn(LaneCreation)}

// takesFor takes slots for so long, each answered after a while, and returns when.
func takesFor(w *Window, d, answers time.Duration) (times []time.Time) {
	for end := time.Now().Add(d); time.Now().Before(end); {
		g := w.Take(creation)
		if g.OK {
			times = append(times, time.Now())
			time.AfterFunc(answers, func() { w.Answered(g.Slot) })
			continue
		}
		time.Sleep(max(g.Wait, time.Millisecond))
	}
	return times
}

// A replica that goes apart counts what it has under way: with ten unanswered it sends
// none until one is answered.
func TestGoingApartCountsWhatIsUnderWay(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store := newFakeStore()
		w := NewWindow(store, func() {})
		var slots []Slot
		for range 10 {
			slots = append(slots, w.Take(creation).Slot)
		}
		store.dies(errDead)
		if times := takesFor(w, 5*time.Second, time.Hour); len(times) != 0 || store.shares.Load() {
			t.Fatalf("%d more while ten are under way; shared: %v", len(times), store.shares.Load())
		}
		for _, s := range slots[:8] {
			w.Answered(s)
		}
		if times := takesFor(w, time.Second, time.Hour); len(times) != 0 {
			t.Errorf("%d within a second of the answers", len(times))
		}
		if times := takesFor(w, 200*time.Millisecond, time.Hour); len(times) != 1 {
			t.Errorf("then %d; want one, of a part of three with two under way", len(times))
		}
	})
}

// The store is told of slots that it must know: neither of those that are free by the
// time when the question comes there, nor of those that were given back.
func TestTheStoreIsToldHowManyItMustKnow(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store := newFakeStore()
		w := NewWindow(store, func() {})
		first, second := w.Take(creation), w.Take(creation)
		w.Take(creation)
		w.Answered(first.Slot)
		w.GiveBack(second.Slot)
		w.Take(creation)
		time.Sleep(600 * time.Millisecond)
		w.Take(creation)
		if want := []int{0, 1, 2, 2, 2}; !slices.Equal(store.taken, want) {
			t.Errorf("told %v; want %v", store.taken, want)
		}
		time.Sleep(time.Minute)
	})
}

// A shop asks a store that doesn't answer ever less often, and what a failed call
// leaves behind is told in one call, however long the store was away.
func TestAShopAsksADeadStoreLessOften(t *testing.T) {
	for name, dead := range map[string]error{"refused": ErrNotAsked, "lost": errDead} {
		t.Run(name, func(t *testing.T) {
			synctest.Test(t, func(t *testing.T) {
				store := newFakeStore()
				w := NewWindow(store, func() {})
				takesFor(w, 5*time.Second, 50*time.Millisecond)
				store.dies(dead)
				takesFor(w, time.Second, 50*time.Millisecond)
				if takes, holds, _ := store.calls(); takes+holds > 16 {
					t.Errorf("%d and %d calls in the first second", takes, holds)
				}
				takesFor(w, 59*time.Second, 50*time.Millisecond)
				takes, holds, _ := store.calls()
				if takes+holds > 40 {
					t.Errorf("%d and %d calls in a minute", takes, holds)
				}
				store.returns()
				takesFor(w, 2*time.Second, 50*time.Millisecond)
				takes, holds, _ = store.calls()
				if !store.shares.Load() || store.largest > 20 || takes+holds > 50 {
					t.Errorf("after 2 s: shared: %v; up to %d slots told at once; %d and %d calls", store.shares.Load(), store.largest, takes, holds)
				}
				time.Sleep(time.Minute)
				w.Take(creation)
				if n := len(w.own); n != 1 {
					t.Errorf("%d slots are remembered", n)
				}
			})
		})
	}
}

// Who finds the store again grants nothing for a second, in which all others find it and
// tell what they have sent; then it has the whole rate.
func TestComingBackIsASecondOfSilence(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store := newFakeStore()
		store.part = 10
		w := NewWindow(store, func() {})
		takesFor(w, time.Second, 50*time.Millisecond)
		store.dies(errDead)
		if times := takesFor(w, 6*time.Second, 50*time.Millisecond); len(times) < 4 || len(times) > 5 {
			t.Errorf("%d in 6 s without the store; want one a second after the first", len(times))
		}
		store.returns()
		returned := time.Now()
		times := takesFor(w, 2*time.Second, 50*time.Millisecond)
		store.mu.Lock()
		found := store.told
		store.mu.Unlock()
		times = slices.DeleteFunc(times, func(at time.Time) bool { return !at.After(found) })
		if found.Sub(returned) > 3*foundWithin/2 || len(times) < 10 || times[0].Before(found.Add(silence)) || times[9].After(found.Add(silence+150*time.Millisecond)) {
			t.Errorf("found after %v; then %d, the first ten of them after %v to %v", found.Sub(returned), len(times), times[0].Sub(found), times[min(9, len(times)-1)].Sub(found))
		}
		time.Sleep(time.Minute)
	})
}

// Shops find a store that is back one after another, not all at once.
func TestShopsFindTheStoreOneByOne(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		var stores []*fakeStore
		for range 100 {
			store := newFakeStore()
			stores = append(stores, store)
			go takesFor(NewWindow(store, func() {}), 10*time.Second, 50*time.Millisecond)
		}
		time.Sleep(time.Second)
		for _, s := range stores {
			s.dies(errDead)
		}
		time.Sleep(5 * time.Second)
		for _, s := range stores {
			s.returns()
		}
		time.Sleep(2 * time.Second)
		var found []time.Time
		synctest.Wait()
		for _, s := range stores {
			found = append(found, s.told)
		}
		slices.SortFunc(found, time.Time.Compare)
		if all, half := found[99].Sub(found[0]), found[74].Sub(found[25]); all > time.Second || half < foundWithin/4 {
			t.Errorf("all find it within %v, half of them within %v", all, half)
		}
		time.Sleep(time.Minute)
	})
}

// A shop that was quiet while the store was away, and for long after, asks it at once:
// nothing that anybody sent without it can matter any more.
func TestAQuietShopPaysForNoOutage(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store := newFakeStore()
		store.part = 10
		w := NewWindow(store, func() {})
		takesFor(w, time.Second, 50*time.Millisecond)
		store.dies(errDead)
		takesFor(w, 5*time.Second, 50*time.Millisecond)
		store.returns()
		time.Sleep(2 * time.Hour)
		began := time.Now()
		times := takesFor(w, time.Second, 50*time.Millisecond)
		if len(times) != 10 || times[9] != began || !store.shares.Load() {
			t.Errorf("%d requests in a second, the last of them at %v; shared: %v", len(times), times[len(times)-1].Sub(began), store.shares.Load())
		}
	})
}

// An answer waits for the store as little as who gives a slot back, who is told
// when it is free.
func TestNoAnswerWaitsForTheStore(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		store, freed := newFakeStore(), atomic.Int64{}
		w := NewWindow(store, func() { freed.Add(1) })
		first, second := w.Take(creation), w.Take(creation)
		store.after = 400 * time.Millisecond
		go w.Take(creation) // holds nobody up
		synctest.Wait()
		began := time.Now()
		w.Answered(first.Slot)
		w.GiveBack(second.Slot)
		if waited := time.Since(began); waited != 0 || freed.Load() != 0 {
			t.Errorf("they waited %v; freed: %d", waited, freed.Load())
		}
		time.Sleep(2 * time.Second)
		if freed.Load() != 1 {
			t.Errorf("who waits was told %d times", freed.Load())
		}
		time.Sleep(time.Minute)
	})
}

// A request that was given up keeps its slot until the gateway has answered a later
// one. The last one under way frees its own, by which the limiter finds out.
func TestGivenUpRequestsKeepTheirSlots(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		w := NewWindow(nil, func() {})
		var slots []Slot
		for range 10 {
			slots = append(slots, w.Take(creation).Slot)
		}
		time.Sleep(9 * time.Second)
		for _, s := range slots {
			w.GivenUp(s)
		}
		time.Sleep(2 * time.Second)
		trial := w.Take(creation)
		if next := w.Take(creation); !trial.OK || next.OK {
			t.Fatalf("after ten that were given up: %+v, then %+v; want one", trial, next)
		}
		w.Answered(trial.Slot)
		time.Sleep(time.Second + slotMargin)
		for n := range 10 {
			if g := w.Take(creation); !g.OK {
				t.Errorf("after an answer slot %d: %+v", n, g)
			}
		}
	})
}
