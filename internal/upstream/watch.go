package upstream

import (
	"context"
	"errors"
	"math/rand/v2"
	"time"

	"payapp/apiclient"
	"payapp/internal/known"
	"payapp/internal/upstream/limiter"
	"payapp/internal/upstream/payment"
	"payapp/internal/upstream/polls"
)

// pageInterest is how long a payment is polled for a page without a stream,
// which asks again.
const pageInterest = 100 * time.Second

// Watch keeps the payment polled until stop is called. ref is its name for Nudge; acted
// is when the customer last did something, which decides how often it is read. notify is
// called after each reading that says something new, once more after stop perhaps, and
// must not block.
func (c *Client) Watch(caller Caller, idPayin, ref string, acted time.Time, notify func()) (stop func()) {
	caller.Merchant = c.merchantKey(caller)                            // the queue uses it too
	c.lastReading(c.life, caller.Key(idPayin), known.Payment{}, Ask{}) // another replica's decides when it is due
	stop = c.queue.Watch(polls.Entry{Caller: caller, IDPayin: idPayin, Ref: ref, Acted: acted}, notify, c.schedule)
	c.pollOf(caller)
	return stop
}

// takeInterest has a payment read in the background when its page couldn't read
// it.
func (c *Client) takeInterest(caller Caller, idPayin string) {
	caller.Merchant = c.merchantKey(caller)
	c.queue.Want(polls.Entry{Caller: caller, IDPayin: idPayin, Until: c.config.Now().Add(pageInterest)}, c.schedule)
	c.pollOf(caller)
}

// pollOf has the merchant's limiter look into the queue. Payments with
// unverified tokens aren't polled.
func (c *Client) pollOf(caller Caller) {
	if c.verified(caller) {
		c.limiters.Of(c.merchantKey(caller)).Poll()
	}
}

// schedule sets when the payment is to be read next: never if it has ended, and
// not before its token is verified.
func (c *Client) schedule(e *polls.Entry) {
	now := c.config.Now()
	last, due := c.readings.get(e.Key()), now
	switch {
	case !c.verified(e.Caller):
		return
	case last.View().Status().Ended(): // its pages ask, when nothing else is due
		e.Due = time.Time{}
		return
	case !last.AskedAt().IsZero():
		e.Read, e.Slow = last.AskedAt(), slow(last.View())
		due = last.AskedAt().Add(spread(c.interval(*e)))
	}
	if e.Due.IsZero() || due.Before(e.Due) {
		e.Due = due
	}
}

// interval is how often the payment is worth a read. With callbacks, polls are
// only a fallback.
func (c *Client) interval(e polls.Entry) time.Duration {
	acted := e.Acted
	if acted.IsZero() {
		acted = c.config.Now().Add(-UnknownAge)
	}
	every := Interval(c.config.Now().Sub(acted), e.Slow)
	if c.config.Relayed {
		every = max(10*every, 30*time.Second)
	}
	return every
}

// slow reports whether little is expected of the payment: its word is
// undocumented.
func slow(v known.View) bool { return v.Existence == known.Described && known.IsStrange(v.Payin) }

// Nudge has the watched payments of a ref read at once, at all replicas, but not
// more often than one that was just paid.
func (c *Client) Nudge(ref string) {
	c.nudge(ref)
	c.others.Nudge(ref)
}

func (c *Client) nudge(ref string) {
	for _, merchant := range c.queue.Nudge(ref) {
		c.limiters.Of(merchant).Poll()
	}
}

// tell passes what is known on to those who wait for it, here and at other
// replicas, and returns it with what those know.
func (c *Client) tell(ctx context.Context, caller Caller, key payment.Key, p known.Payment, changed bool) known.Payment {
	if all := c.others.Save(ctx, key, p, changed); !all.View().Same(p.View()) {
		_, p, _ = c.readings.merge(key, all)
		changed = true
	}
	if changed {
		c.tellHere(key)
	}
	if c.queue.Update(key, c.schedule) { // by this its token may be verified
		c.pollOf(caller)
	}
	return p
}

func (c *Client) tellHere(key payment.Key) {
	for _, notify := range c.queue.Watchers(key) {
		notify()
	}
}

// poll reads a payment in the background with the slot it has, and puts it back
// into the queue.
func (c *Client) poll(l *limiter.Limiter, e polls.Entry, s limiter.Slot) {
	key := e.Key()
	began := c.config.Now()
	late := began.Sub(e.Due)
	c.metrics.lateness.Observe(max(0, late).Seconds())
	if !e.Read.IsZero() {
		c.metrics.age.Observe(began.Sub(e.Read).Seconds())
	}
	slot := make(chan limiter.Slot, 1)
	slot <- s
	asked := request{operation: opRead, subject: key.IDPayin, lane: limiter.LaneBackground, slot: slot}
	read, joins := c.read(c.life, e.Caller, key, c.readings.get(key).renewed, asked)
	if joins {
		l.GiveBack(<-slot) // that read may be in line for it
	}
	reading, err := read.await(c.life, Wait{Line: time.Minute, Whole: time.Minute})
	select {
	case unused := <-slot:
		l.GiveBack(unused) // no request could be made
	default:
	}
	now := c.config.Now()
	c.queue.Done(key, func(e *polls.Entry) {
		switch {
		case errors.Is(err, ErrInLine):
			e.Due = now.Add(polls.LeastInterval) // not read, but nothing failed
			return
		case refusedOnce(err):
			e.Due = now.Add(RefusedLong)
		case errors.Is(err, apiclient.ErrUnauthorized), err == nil && reading.View().Status().Ended():
			e.Due = time.Time{}
		case err != nil:
			e.Failed++
			e.Due = now.Add(backOff(e.Failed))
		default:
			// It will wait about as long for its turn as it did now: that counts
			// towards its interval.
			e.Failed, e.Slow = 0, slow(reading.View())
			e.Due = began.Add(spread(max(polls.LeastInterval, c.interval(*e)-late)))
		}
		e.Read = now
	})
	if errors.Is(err, apiclient.ErrUnauthorized) || err != nil && e.Failed == 0 && !errors.Is(err, ErrInLine) {
		c.tellHere(key)
	}
	l.Poll()
}

// refusedOnce reports whether a read was refused that may be accepted again.
func refusedOnce(err error) bool {
	refused, ok := errors.AsType[RefusedError](err)
	return ok && refused.For < RefusedLong
}

// readElsewhere puts a payment back that another replica has read.
func (c *Client) readElsewhere(e polls.Entry, ago time.Duration) {
	nudged := e.Nudged
	c.queue.Done(e.Key(), func(e *polls.Entry) {
		e.Read, e.Failed = c.config.Now().Add(-ago), 0
		e.Due = e.Read.Add(spread(c.interval(*e)))
		if e.Nudged = e.Nudged || nudged; e.Nudged { // what that read was told may be older
			e.Due = e.Read.Add(polls.LeastInterval)
		}
	})
}

// Interval is the time to leave between reads of a payment if the rate allows.
// age is the time since the customer last acted (paid, returned from the bank,
// said to have paid, set the reference); slow says that little is
// expected of it.
func Interval(age time.Duration, slow bool) time.Duration {
	switch {
	case slow && age < 10*time.Minute:
		return 10 * time.Second
	case age < 2*time.Minute:
		return 2 * time.Second
	case age < 10*time.Minute:
		return 5 * time.Second
	case age < time.Hour:
		return 20 * time.Second
	default:
		return 2 * time.Minute
	}
}

// UnknownAge is taken if nobody knows when the customer last acted: Interval
// makes a middling interval of it.
const UnknownAge = 2 * time.Minute

// backOff is how long to leave a payment alone after failed reads.
func backOff(failures int) time.Duration {
	return spread(min(2*time.Second<<min(failures, 10), time.Minute))
}

// spread varies a duration, so that payments due together don't stay together.
func spread(d time.Duration) time.Duration {
	return d + rand.N(d/5+1) - d/10 //nolint:gosec // jitter needs no secret
}
