package limiter

import "time"

// Handover is what a replica tells the others about a merchant when it starts
// to share: the slots in use, and how long the merchant is paused.
type Handover struct {
	Merchant string
	Pause    time.Duration
	Slots    []HandedSlot
}

// HandedSlot is a slot in use.
type HandedSlot struct {
	ID   uint64
	Left time.Duration // until the slot is free
}

// Begin sets the rate and frees all slots. What 429s have taught it stays.
func (a *LocalArbiter) Begin(rate float64) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.rate = rate
	for _, w := range a.windows {
		w.taken = nil
	}
}

// HandOver returns the slots in use and how long merchants are paused, and
// frees the slots.
func (a *LocalArbiter) HandOver() []Handover {
	a.mu.Lock()
	defer a.mu.Unlock()
	now := time.Now()
	var all []Handover
	for merchant, w := range a.windows {
		h := Handover{Merchant: merchant, Pause: max(0, w.pace.pause.Sub(now))}
		for _, t := range w.taken {
			if t.until.After(now) {
				h.Slots = append(h.Slots, HandedSlot{t.id, t.until.Sub(now)})
			}
		}
		w.taken = nil
		if h.Pause > 0 || len(h.Slots) > 0 {
			all = append(all, h)
		}
	}
	return all
}
