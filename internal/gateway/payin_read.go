package gateway

import (
	"context"
	"errors"
	"time"

	"payapp/apiclient"
	"payapp/internal/gateway/limiter"
	"payapp/internal/gateway/payment"
)

// Ask says how much a page may spend on its reading.
type Ask struct {
	// Person: somebody has just done something (opened a link, came back from
	// the bank, pressed "check now") and waits for the answer. Otherwise the
	// last reading will do, and a new one is requested only if the rate is
	// idle.
	Person bool
	// Exists: the payment was accepted. A "not created" may be older than that
	// and is no answer.
	Exists bool
	// Heard is the time of a reading that the page was told of, possibly by
	// another replica; zero = none. An older reading is no answer, unless it is
	// fresh.
	Heard time.Time
	// Within is how long at most a page waits, in line and for the answer
	// together, if it has something to show without the answer; 0 = as long as
	// a person waits.
	Within time.Duration
	// Since is when a page that is still shown began to wait; zero = none is.
	// Anything read since then is its answer.
	Since time.Time
}

// How long a page waits for its reading before it shows the last one, or says
// that it is in line.
var (
	personPatience = patience{line: 1200 * time.Millisecond, answer: 2500 * time.Millisecond}
	reloadPatience = patience{line: 100 * time.Millisecond, answer: 400 * time.Millisecond}
	// A page is shown already and says so: the next one is held for the
	// answer, but not in line, where calls check whether anybody asks again.
	heldPatience = patience{line: personPatience.line, answer: 8 * time.Second, held: true}
	// An answer takes as long as one request may (apiclient.Timings.Attempt); if
	// it is lost, there is time for another request to a quick gateway.
	readLimits = limits{line: time.Minute, answer: 12 * time.Second}
)

// patience is how long the caller waits for a call.
func (a Ask) patience() patience {
	if !a.Since.IsZero() {
		return heldPatience
	}
	p := personPatience
	p.whole = a.Within
	return p
}

// Payin returns the payment's last reading. A page of a known payment is
// answered at once; Ask says when the gateway is asked. One read serves all who
// ask for the same payment with the same token at once. If the gateway doesn't
// know the payment, that is an answer (Found false), not an error. A payment
// that was seen once isn't lost by a later 404.
//
// With an error comes the last known Reading, zero if there is none: a page can
// show it with its time. ErrInLine means that the call waits for its turn;
// asking again joins it.
func (g *Gateway) Payin(ctx context.Context, caller Caller, idPayin string, ask Ask) (Reading, error) {
	key := caller.Key(idPayin)
	known := g.lastReading(key, ask)
	stale := known.due() || known.At.IsZero() || ask.Exists && !known.Found
	since := !ask.Since.IsZero() && !known.At.Before(ask.Since) && !known.At.Before(ask.Heard)
	if !stale && (since || g.config.Now().Sub(known.At) <= freshness) {
		return known.Reading, nil
	}
	if err := g.readings.failure(key); err != nil && !known.due() {
		return known.Reading, err
	}
	wait := ask.patience()
	if stale && !known.At.IsZero() {
		wait.whole = 0 // the last reading is outdated, so there is nothing to show
	}
	if !stale && !ask.Person && !known.At.Before(ask.Heard) {
		if wait = reloadPatience; !g.idle(caller) {
			g.takeInterest(caller, idPayin)
			return known.Reading, g.readings.lastFailure(key)
		}
	}
	lane := limiter.LaneQuestion
	if known.At.IsZero() {
		lane = limiter.LaneArrival
	}
	reading, err := g.read(ctx, caller, key, known.epoch, lane, nil).await(ctx, g.patient(wait))
	switch {
	case errors.Is(err, ErrInLine) && !stale:
		// Shown with its time; a later reading is announced by events.
		return g.readings.get(key).Reading, g.readings.lastFailure(key)
	case err != nil && reading.At.IsZero():
		return g.readings.get(key).Reading, err // a caller who left early didn't get the call's reading
	}
	return reading, err
}

// freshness is how old an answer may be and still be as good as a new one.
const freshness = 2 * time.Second

// lastReading is the last reading of this replica or another.
func (g *Gateway) lastReading(key payment.Key, ask Ask) reading {
	known := g.readings.get(key)
	fresh := !known.At.IsZero() && !known.due() && g.config.Now().Sub(known.At) <= freshness
	if fresh && (known.Found || !ask.Exists) && !known.At.Before(ask.Heard) {
		return known
	}
	if heard, ok := g.news.Load(key); ok && g.readings.hear(key, heard) {
		return g.readings.get(key)
	}
	return known
}

// Last returns the last reading without a call; ok is false if there is none.
// err is why the last attempt to read it failed, nil if it didn't.
func (g *Gateway) Last(caller Caller, idPayin string) (last Reading, ok bool, err error) {
	key := caller.Key(idPayin)
	known := g.readings.get(key)
	return known.Reading, !known.At.IsZero(), g.readings.lastFailure(key)
}

// Seen reports whether this process knows that the payment exists, from a
// creation or a read. It makes no call: false means unknown.
func (g *Gateway) Seen(caller Caller, idPayin string) bool {
	return g.readings.get(caller.Key(idPayin)).Found
}

// read asks the gateway, once for all who ask at the same time.
func (g *Gateway) read(ctx context.Context, caller Caller, key payment.Key, epoch uint64, in limiter.Lane, t *turn) *underway[Reading] {
	return g.reads.join(ctx, flightOf(key, epoch), readLimits, func(ctx context.Context) (Reading, error) {
		payin, err := call(ctx, g, caller, request{opRead, key.IDPayin, in, t}, func(ctx context.Context) (apiclient.Payin, error) {
			return g.client.GetPayin(ctx, caller.Token, key.IDPayin)
		})
		return g.learn(ctx, key, epoch, payin, err)
	})
}

// learn remembers the outcome of a read.
func (g *Gateway) learn(ctx context.Context, key payment.Key, epoch uint64, payin apiclient.Payin, err error) (Reading, error) {
	now := g.config.Now()
	found := err == nil
	if !found && !errors.Is(err, apiclient.ErrNotFound) {
		if !errors.Is(err, ErrInLine) {
			g.readings.fail(key, err)
		}
		return g.readings.get(key).Reading, err
	}
	merged, kept, changed := g.readings.merge(key, epoch, func(known Reading) Reading {
		switch {
		case found:
			told := withOperator(payin, known.Payin.MethodCode, known.Payin.Operator)
			return g.stillPaid(ctx, known, Reading{Payin: told, Found: true, At: now})
		case known.Found:
			g.once(key, func() {
				g.config.Logger.WarnContext(ctx, "gateway doesn't find a payment it knew", "idPayin", key.IDPayin)
			})
			return Reading{Payin: known.Payin, Found: true, At: now}
		default:
			return Reading{At: now}
		}
	})
	if kept {
		g.tell(key, merged, changed)
	}
	return merged, nil
}

// stillPaid keeps a paid payment paid. The gateway may correct itself, but the
// customer has seen "paid". It covers everybody who asks this process;
// scenarios.Progress.Known covers a browser that has seen it, at every replica
// and after a restart.
func (g *Gateway) stillPaid(ctx context.Context, before, after Reading) Reading {
	if before.Payin.Status != apiclient.StatusSuccess || after.Payin.Status == apiclient.StatusSuccess {
		return after
	}
	g.once(payment.Key{IDPayin: after.Payin.IDPayin}, func() {
		g.config.Logger.ErrorContext(ctx, "payment went from SUCCESS to another status; shown as paid",
			"idPayin", after.Payin.IDPayin, "status", after.Payin.Status)
	})
	return Reading{Payin: before.Payin, Found: true, At: after.At}
}
