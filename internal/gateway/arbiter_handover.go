package gateway

import "time"

// handover is what a replica says of a merchant when it begins to share: what
// it sent lately, and how long the merchant pauses.
type handover struct {
	merchant string
	pause    time.Duration
	slots    []handedSlot
}

type handedSlot struct {
	id   uint64
	left time.Duration // for which it is still taken
}

// begin starts with a rate and without any slot taken; what was learnt from
// 429s stays.
func (a *localArbiter) begin(rate float64) {
	a.mu.Lock()
	defer a.mu.Unlock()
	a.rate = rate
	for _, w := range a.windows {
		w.taken = nil
	}
}

// handOver gives the slots that are taken, and forgets them.
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
