package limiter

import (
	"errors"
	"slices"
	"time"
)

// Store has the slots that replicas share of one merchant's rate.
type Store interface {
	// Take takes a slot and names it. After an error it isn't known whether it did,
	// unless that is ErrNotAsked.
	Take(ask Ask, slot uint64) (Grant, error)
	// Hold says how long from now slots stay taken, whether it knew them or not;
	// 0 = they are free.
	Hold(slots []Held) error
	// Part is how much of a rate this replica sends by itself.
	Part(rate float64) float64
	// Back is when the store was last found again, by whoever asks it regularly.
	Back() time.Time
	// Tell says that this replica shares no more, or again.
	Tell(shares bool, err error)
}

// Held is how long a slot stays taken.
type Held struct {
	ID  uint64
	For time.Duration
}

// ErrNotAsked means that the store wasn't asked.
var ErrNotAsked = errors.New("the store wasn't asked")

// link is what a window knows of its store.
type link struct {
	since   time.Time // since when it hasn't answered; zero = it has
	apart   bool      // this replica grants its part of the rate by itself
	tries   int       // calls in a row that failed
	asked   time.Time // when it was last asked, of the calls that are over
	again   time.Time // not before then, unless the store is found again
	telling bool      // what is untold is on its way
	phase   float64   // from 0 to 1: windows don't ask all at once
}

const (
	silence     = time.Second           // nothing is sent for a merchant when its window is lost or found: what others sent is over by then
	againFirst  = 20 * time.Millisecond // a store that doesn't answer is asked again, each time after twice as long
	againMost   = 4 * time.Second
	foundWithin = 500 * time.Millisecond // windows look for a store that is found again, not all at once
	toldMost    = 100                    // slots of which the store is told at once
)

// works notes that the store has answered.
func (l *link) works(now time.Time) { l.since, l.tries, l.asked, l.again = time.Time{}, 0, now, now }

// fails notes that it hasn't what it was asked at a time. Windows don't ask again all at
// once.
func (l *link) fails(asked, now time.Time) {
	wait := min(againFirst<<min(l.tries, 10), againMost)
	if l.apart {
		wait = max(wait, silence)
	}
	l.tries++
	l.asked, l.again = asked, now.Add(wait/2+time.Duration(l.phase*float64(wait/2)))
}

// takeHere answers without the store while that is the rule; ok is false if the
// store is to be asked. A window whose store doesn't answer grants nothing for a
// second, and then a part of the rate. When it answers again nothing is granted for a
// second, either, in which all others come back and tell what they have sent. w.mu is
// held.
func (w *Window) takeHere(ask Ask, now time.Time) (g Grant, ok bool) {
	switch {
	case w.store == nil:
		return w.takeOwn(ask, now), true
	case w.link.apart && w.backForLong(now):
		w.link.apart = false
		w.store.Tell(true, nil)
	case w.link.apart:
		ask.Rate = w.store.Part(ask.Rate)
		w.tell()
		g = w.takeOwn(ask, now)
		g.Wait = min(g.Wait, foundWithin/2) // so that all find the store in time
		return g, true
	case now.Before(w.link.again):
		return Grant{Wait: w.link.again.Sub(now)}, true
	}
	return Grant{}, false
}

// backForLong reports whether a window that is apart has been asked for nothing since
// the store was found again, and all others have come back since. w.mu is held.
func (w *Window) backForLong(now time.Time) bool {
	back := w.store.Back()
	return !back.Before(w.link.asked) && now.Sub(back) > foundWithin+silence
}

// failed is what to do after the store didn't answer. asked is when it was asked.
// w.mu is held.
func (w *Window) failed(ask Ask, slot uint64, asked time.Time, err error) Grant {
	now := time.Now()
	if !errors.Is(err, ErrNotAsked) { // it may have been granted
		w.own = append(w.own, own{Slot: Slot{ID: slot, granted: asked}, until: asked, state: answered, stored: true, untold: true})
	}
	if w.link.since.IsZero() || asked.Sub(w.link.asked) > silence { // unasked, it may have answered others meanwhile
		w.link.since, w.link.tries = asked, 0
	}
	w.link.fails(asked, now)
	if lost := w.link.since.Add(silence); now.Before(lost) {
		if w.link.again.After(lost) {
			w.link.again = lost
		}
		return Grant{Wait: w.link.again.Sub(now)}
	}
	w.link.apart, w.link.again = true, now.Add(silence)
	for i := range w.own { // it may come back empty
		w.own[i].untold = true
	}
	w.store.Tell(false, err)
	ask.Rate = w.store.Part(ask.Rate)
	return w.takeOwn(ask, now)
}

// tell tells the store in the background of slots of which it doesn't know; by its
// answer it is found again. w.mu is held.
func (w *Window) tell() {
	now := time.Now()
	if w.store == nil || w.link.telling || !w.due(now) {
		return
	}
	var held []Held
	for i, o := range w.own {
		if o.untold && len(held) < toldMost {
			held = append(held, Held{o.ID, max(0, o.until.Sub(now))})
			w.own[i].untold, w.own[i].stored = false, true
		}
	}
	if len(held) == 0 && !w.link.apart {
		return
	}
	w.link.telling = true
	go func() {
		if err := w.store.Hold(held); w.told(held, now, err) {
			w.freed()
		}
	}()
}

// told notes whether the store was told, and reports whether a slot is free by that.
func (w *Window) told(held []Held, asked time.Time, err error) (back bool) {
	w.mu.Lock()
	defer w.mu.Unlock()
	now := time.Now()
	w.link.telling = false
	if err != nil {
		for _, h := range held {
			if i := w.find(Slot{ID: h.ID}); i >= 0 {
				w.own[i].untold = true
			}
		}
		w.link.fails(asked, now)
		return false
	}
	w.link.works(now)
	if w.link.apart {
		w.link.apart, w.link.again = false, now.Add(silence)
		w.store.Tell(true, nil)
	}
	w.tell()
	return slices.ContainsFunc(held, func(h Held) bool { return h.For == 0 })
}

// due reports whether the store may be told of slots now. w.mu is held.
func (w *Window) due(now time.Time) bool {
	due := w.link.again
	if w.link.apart {
		if back := w.store.Back(); !back.Before(w.link.asked) {
			due = back.Add(time.Duration(w.link.phase * float64(foundWithin)))
		}
	}
	return !now.Before(due)
}
