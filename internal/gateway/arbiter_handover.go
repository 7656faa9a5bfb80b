package gateway

import "time"

// handover is what a replica tells the others about a merchant when it starts
// to share: the slots in use, and how long the merchant is paused.
type handover struct {
	merchant string
	pause    time.Duration
	slots    []handedSlot
}

type handedSlot struct {
	id   uint64
	left time.Duration // until the slot is free
}

// begin sets the rate and frees all slots. What 429s have taught it stays.
func (a *localArbiter) begin(rate float64) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.rate = rate
	for _, w := range a.windows {
		w.taken = nil
	}
}

// handOver returns the slots in use and how long merchants are paused, and
// frees the slots.
func (a *localArbiter) handOver() []handover {
	a.mu.Lock()
	defer a.mu.Unlock()
	now := time.Now()
	var all []handover
	for merchant, w := range a.windows {
		h := handover{merchant: merchant, pause: max(0, w.pace.pause.Sub(now))}
		for _, t := range w.taken {
			if t.until.After(now) {
				h.slots = append(h.slots, handedSlot{t.id, t.until.Sub(now)})
			}
		}
		w.taken = nil
		if h.pause > 0 || len(h.slots) > 0 {
			all = append(all, h)
		}
	}
	return all
}
