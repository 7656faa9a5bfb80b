package upstream

import (
	"errors"
	"fmt"
	"sync"
	"time"

	"payapp/apiclient"
	"payapp/internal/known"
	"payapp/internal/upstream/aged"
	"payapp/internal/upstream/payment"
)

// readings is what is known of payments. It holds only what the gateway said,
// and what was sent to it, so junk can't evict anything.
type readings struct {
	now    func() time.Time
	mu     sync.Mutex
	known  *aged.Map[payment.Key, reading]
	failed *aged.Map[payment.Key, failure] // of payments of which nothing is known
}

// reading is what is known of one payment.
type reading struct {
	known.Payment
	// renewed is when the payment may have been changed; the next question then
	// goes to the gateway, however fresh the reading. Zero = it wasn't.
	renewed time.Time
	// failed is the last read, if it failed.
	failed failure
}

// failure is why a read failed, and when; zero = it didn't. since is when the first of
// those was refused between which none was accepted.
type failure struct {
	err       error
	at, since time.Time
}

// RefusedError is the error of a read that was refused with 401 or 403. One alone may be
// a mistake. For is since when all were, by the times of their calls.
type RefusedError struct {
	error
	For time.Duration
}

// Unwrap is the client's error.
func (e RefusedError) Unwrap() error { return e.error }

// RefusedLong is after how long of that the token is over.
const RefusedLong = 30 * time.Second

// after is the failure that follows another one.
func (f failure) after(last failure) failure {
	if f.since = f.at; !errors.Is(f.err, apiclient.ErrUnauthorized) {
		return f
	}
	if errors.Is(last.err, apiclient.ErrUnauthorized) {
		f.since = last.since
	}
	f.err = RefusedError{f.err, f.at.Sub(f.since)}
	return f
}

// by is the reading by the clock as it is now. What is dated later, by a clock that was
// set back or another replica's, isn't fresh, and is older than any answer to come.
func (r reading) by(now time.Time) reading {
	if ahead := now.Add(Fresh); !r.AskedAt().After(ahead) && !r.renewed.After(ahead) {
		return r
	}
	then := now.Add(-time.Minute) // no answer takes so long
	if r.Payment = r.NotAfter(then); r.renewed.After(then) {
		r.renewed = then
	}
	return r
}

// due reports whether the payment may have been changed since it was read.
func (r reading) due() bool { return !r.renewed.IsZero() && !r.AskedAt().After(r.renewed) }

func newReadings(bytes int, now func() time.Time) *readings {
	return &readings{
		now:    now,
		known:  aged.NewWeighed[payment.Key](readingsKept, bytes, payment.ReadingLife, now, weighReading),
		failed: aged.New[payment.Key, failure](answersKept, failureKept, now),
	}
}

// weighReading is roughly the bytes that a reading takes: the struct, its place in
// the map, and its texts.
func weighReading(r reading) int { return 1400 + len(fmt.Sprint(r.Payment, r.failed.err)) }

// get returns what is known; the zero reading for an unknown payment.
func (r *readings) get(key payment.Key) reading {
	known, _ := r.known.Get(key)
	return known.by(r.now())
}

// failure is the last read, if it failed.
func (r *readings) failure(key payment.Key) failure {
	if known, ok := r.known.Get(key); ok {
		return known.failed
	}
	failed, _ := r.failed.Get(key)
	return failed
}

// fail notes that a read failed, until one succeeds; for a while if nothing is known.
func (r *readings) fail(key payment.Key, err error) {
	r.mu.Lock()
	defer r.mu.Unlock()
	now, ok := r.known.Get(key)
	if !ok { // it may be junk
		last, _ := r.failed.Get(key)
		r.failed.Put(key, failure{err: err, at: r.now()}.after(last))
		return
	}
	now.failed = failure{err: err, at: r.now()}.after(now.failed)
	r.known.Put(key, now)
}

// forgetMissing drops the payments of which only "not created" is known.
func (r *readings) forgetMissing() {
	r.mu.Lock()
	defer r.mu.Unlock()
	for _, key := range r.known.Keys() {
		if known, ok := r.known.Get(key); ok && !known.Exists() && len(known.Sent) == 0 {
			r.known.Drop(key)
		}
	}
}

// outdate says that a change is under way, whose answer may be dated this very moment.
func (r *readings) outdate(key payment.Key) {
	if !r.get(key).AskedAt().IsZero() { // nothing to outdate if unknown, and junk must not be kept
		r.renewAt(key, r.now().Add(-time.Millisecond))
	}
}

// renew says that the payment may have been changed: what is known isn't fresh.
func (r *readings) renew(key payment.Key) { r.renewAt(key, r.now()) }

func (r *readings) renewAt(key payment.Key, at time.Time) {
	r.mu.Lock()
	defer r.mu.Unlock()
	now := r.get(key)
	now.renewed = at.Truncate(time.Millisecond) // as answers are dated
	r.known.Put(key, now)
}

// merge adds what an answer, of ours or to another replica, or a creation says.
// changed is false if it is nothing new.
func (r *readings) merge(key payment.Key, answer known.Payment) (before, merged known.Payment, changed bool) {
	answer = reading{Payment: answer}.by(r.now()).NotAfter(r.now())
	r.mu.Lock()
	defer r.mu.Unlock()
	now := r.get(key)
	before = now.Payment
	now.Payment = before.Merge(answer)
	recovered := false
	if answer.AskedAt().After(before.AskedAt()) {
		recovered, now.failed = now.failed.err != nil, failure{}
	}
	r.known.Put(key, now)
	return before, now.Payment, recovered || !now.View().Same(before.View())
}
