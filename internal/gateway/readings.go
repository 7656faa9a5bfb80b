package gateway

import (
	"sync"
	"time"
)

// readings is the last known state of payments. Only what the gateway said is
// kept: junk can't push it out.
//
// An epoch guards against stale answers: whatever changes a payment begins a
// new one, and a read that was under way in an older epoch is told to those
// who waited for it but not remembered.
type readings struct {
	now    func() time.Time
	mu     sync.Mutex
	known  *aged[paymentKey, reading]
	failed *aged[paymentKey, error] // reads that failed just now
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
	// renewed is when the payment may have been changed since, so that the next
	// question goes to the gateway, however young this is; zero = it wasn't.
	renewed time.Time
}

func (r reading) due() bool { return !r.renewed.IsZero() }

func newReadings(now func() time.Time) *readings {
	return &readings{
		now:    now,
		known:  newWeighed[paymentKey](readingsKept, readingsBytes, readingLife, now, weighReading),
		failed: newAged[paymentKey, error](answersKept, failureKept, now),
	}
}

// get is what is known; the zero Reading of a payment that is new here.
func (r *readings) get(key paymentKey) reading {
	known, _ := r.known.get(key)
	return known
}

// failure is the error of a read that failed within the last failureLife.
func (r *readings) failure(key paymentKey) error {
	err, _ := r.failed.within(key, failureLife)
	return err
}

// lastFailure is why the last read failed; nil if it didn't.
func (r *readings) lastFailure(key paymentKey) error {
	err, _ := r.failed.get(key)
	return err
}

// outdate says that what is known may change just now.
func (r *readings) outdate(key paymentKey) {
	if !r.get(key).At.IsZero() { // what isn't known can't be outdated, and junk must not be kept
		r.renew(key)
	}
}

// renew begins a new epoch: the payment has been, or may have been, changed.
// What was known of it stays known, but isn't fresh any more.
func (r *readings) renew(key paymentKey) {
	r.update(key, func(known *reading) { known.renewed = r.now() })
}

// replace begins a new epoch with a known state.
func (r *readings) replace(key paymentKey, state Reading) {
	r.update(key, func(known *reading) { *known = reading{Reading: state} })
}

func (r *readings) update(key paymentKey, change func(*reading)) {
	r.mu.Lock()
	defer r.mu.Unlock()
	known, _ := r.known.get(key)
	change(&known)
	r.epochs++
	known.epoch = r.epochs
	r.known.put(key, known)
	r.failed.drop(key)
}

// merge brings a read's answer of an epoch together with what is known then.
// It is kept unless that epoch has ended.
func (r *readings) merge(key paymentKey, epoch uint64, combine func(known Reading) Reading) (merged Reading, kept, changed bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	known, _ := r.known.get(key)
	merged = combine(known.Reading)
	_, recovered := r.failed.get(key)
	r.failed.drop(key)
	if known.epoch != epoch {
		return merged, false, false
	}
	r.known.put(key, reading{Reading: merged, epoch: epoch})
	return merged, true, recovered || !merged.same(known.Reading)
}

// fail remembers that a read failed.
func (r *readings) fail(key paymentKey, err error) { r.failed.put(key, err) }

// hear takes another replica's reading, unless a later one is known, or the
// payment may have been changed here since. Reads under way go on: theirs is
// later still.
func (r *readings) hear(key paymentKey, heard Reading) (changed bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	known, _ := r.known.get(key)
	if !heard.At.After(later(known.At, known.renewed)) || known.Found && !heard.Found {
		return false
	}
	r.known.put(key, reading{Reading: heard, epoch: known.epoch})
	_, recovered := r.failed.get(key)
	r.failed.drop(key)
	return recovered || !heard.same(known.Reading)
}
