package watch

import (
	"sync"
	"time"
)

// readings is the last known state of payments.
//
// An epoch guards against stale answers: whatever changes a payment begins a
// new one, and a read that was under way in an older epoch is told to those
// who waited for it but not remembered.
type readings struct {
	mu     sync.Mutex
	known  *aged[paymentKey, reading]
	epochs uint64
}

type paymentKey struct {
	token   identity
	idPayin string
}

// reading is what is known of one payment.
type reading struct {
	Reading
	epoch uint64
	// due says that the next question goes to the gateway, however young this
	// is.
	due bool
	// failure is the last read's error, if it failed.
	failure  error
	failedAt time.Time
}

func newReadings(now func() time.Time) *readings {
	return &readings{known: newAged[paymentKey, reading](readingsKept, readingLife, now)}
}

// get is what is known; the zero Reading of a payment that is new here.
func (r *readings) get(key paymentKey) reading {
	r.mu.Lock()
	defer r.mu.Unlock()
	return r.obtain(key)
}

func (r *readings) obtain(key paymentKey) reading {
	known, ok := r.known.get(key)
	if !ok {
		r.epochs++
		known = reading{epoch: r.epochs}
		r.known.put(key, known)
	}
	return known
}

// found reports whether the payment was read or created.
func (r *readings) found(key paymentKey) bool {
	known, _ := r.known.get(key)
	return known.Found
}

// renew begins a new epoch: the payment has been, or may have been, changed.
// What was known of it stays known, but isn't fresh any more.
func (r *readings) renew(key paymentKey) {
	r.update(key, func(known *reading) { known.due = true })
}

// replace begins a new epoch with a known state.
func (r *readings) replace(key paymentKey, state Reading) {
	r.update(key, func(known *reading) { *known = reading{Reading: state} })
}

func (r *readings) update(key paymentKey, change func(*reading)) {
	r.mu.Lock()
	defer r.mu.Unlock()
	known := r.obtain(key)
	change(&known)
	r.epochs++
	known.epoch = r.epochs
	r.known.put(key, known)
}

// merge brings a read's outcome of an epoch together with what is known then,
// and remembers the result unless that epoch has ended.
func (r *readings) merge(key paymentKey, epoch uint64, combine func(known reading) reading) reading {
	r.mu.Lock()
	defer r.mu.Unlock()
	known := r.obtain(key)
	merged := combine(known)
	if known.epoch == epoch {
		merged.epoch = epoch
		r.known.put(key, merged)
	}
	return merged
}
