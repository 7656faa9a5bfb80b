package gateway

import (
	"sync"
	"time"

	"payapp/internal/gateway/aged"
	"payapp/internal/gateway/payment"
)

// readings is the last known state of payments. It holds only what the gateway
// said, so junk can't evict anything.
//
// An epoch guards against stale answers. Whatever changes a payment starts a
// new epoch; a read from an older one is returned to those who waited for it
// but not remembered.
type readings struct {
	now    func() time.Time
	mu     sync.Mutex
	known  *aged.Map[payment.Key, reading]
	failed *aged.Map[payment.Key, error] // reads that failed just now
	epochs uint64
}

// reading is what is known of one payment.
type reading struct {
	Reading
	epoch uint64
	// renewed is when the payment may have been changed since this reading; the
	// next question then goes to the gateway, however fresh the reading. Zero =
	// it wasn't.
	renewed time.Time
}

func (r reading) due() bool { return !r.renewed.IsZero() }

func newReadings(now func() time.Time) *readings {
	return &readings{
		now:    now,
		known:  aged.NewWeighed[payment.Key](readingsKept, readingsBytes, payment.ReadingLife, now, weighReading),
		failed: aged.New[payment.Key, error](answersKept, failureKept, now),
	}
}

// get returns what is known; the zero reading for an unknown payment.
func (r *readings) get(key payment.Key) reading {
	known, _ := r.known.Get(key)
	return known
}

// failure is the error of a read that failed within failureLife.
func (r *readings) failure(key payment.Key) error {
	err, _ := r.failed.Within(key, failureLife)
	return err
}

// lastFailure is why the last read failed; nil if it didn't.
func (r *readings) lastFailure(key payment.Key) error {
	err, _ := r.failed.Get(key)
	return err
}

// outdate says that a change of the payment is under way.
func (r *readings) outdate(key payment.Key) {
	if !r.get(key).At.IsZero() { // nothing to outdate if unknown, and junk must not be kept
		r.renew(key)
	}
}

// renew starts a new epoch: the payment was, or may have been, changed. What is
// known stays, but isn't fresh.
func (r *readings) renew(key payment.Key) {
	r.update(key, func(known *reading) { known.renewed = r.now() })
}

// replace starts a new epoch with a known state.
func (r *readings) replace(key payment.Key, state Reading) {
	r.update(key, func(known *reading) { *known = reading{Reading: state} })
}

func (r *readings) update(key payment.Key, change func(*reading)) {
	r.mu.Lock()
	defer r.mu.Unlock()
	known, _ := r.known.Get(key)
	change(&known)
	r.epochs++
	known.epoch = r.epochs
	r.known.Put(key, known)
	r.failed.Drop(key)
}

// merge combines a read's answer with what is known by then. The result is
// remembered unless the read's epoch has ended.
func (r *readings) merge(key payment.Key, epoch uint64, combine func(known Reading) Reading) (merged Reading, kept, changed bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	known, _ := r.known.Get(key)
	merged = combine(known.Reading)
	_, recovered := r.failed.Get(key)
	r.failed.Drop(key)
	if known.epoch != epoch {
		return merged, false, false
	}
	r.known.Put(key, reading{Reading: merged, epoch: epoch})
	return merged, true, recovered || !merged.Same(known.Reading)
}

// fail remembers that a read failed.
func (r *readings) fail(key payment.Key, err error) { r.failed.Put(key, err) }

// hear takes another replica's reading, unless a later one is known or the
// payment may have been changed here since. Reads under way continue: they are
// later still.
func (r *readings) hear(key payment.Key, heard Reading) (changed bool) {
	r.mu.Lock()
	defer r.mu.Unlock()
	known, _ := r.known.Get(key)
	if !heard.At.After(known.At) || !heard.At.After(known.renewed) || known.Found && !heard.Found {
		return false
	}
	r.known.Put(key, reading{Reading: heard, epoch: known.epoch})
	_, recovered := r.failed.Get(key)
	r.failed.Drop(key)
	return recovered || !heard.Same(known.Reading)
}
