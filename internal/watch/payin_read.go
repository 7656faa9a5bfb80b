package watch

import (
	"context"
	"errors"
	"strconv"
	"time"

	"payapp/apiclient"
)

// Reading is one payment as it was read, or created, At. Found is false where
// the gateway doesn't know it (not created yet). The answer of a creation
// usually has no status.
type Reading struct {
	Payin apiclient.Payin
	Found bool
	At    time.Time
}

// Payin reads a payment, or reuses an answer no older than maxAge; one read
// serves all who ask for the same payment with the same token at once. That
// the gateway doesn't know the payment is an answer (Found false), not an
// error; a payment that was seen once isn't lost by a later 404.
//
// With an error comes the last known Reading, which is zero where nothing is
// known: a page can show it with its time.
func (g *Gateway) Payin(ctx context.Context, caller Caller, idPayin string, maxAge time.Duration) (Reading, error) {
	key := paymentKey{caller.identity(), idPayin}
	known := g.readings.get(key)
	now := g.now()
	if !known.due && !known.At.IsZero() && now.Sub(known.At) <= maxAge && known.failure == nil {
		return known.Reading, nil
	}
	if known.failure != nil && !known.due && now.Sub(known.failedAt) < failureLife {
		return known.Reading, known.failure
	}
	flight := string(key.token[:]) + strconv.FormatUint(known.epoch, 16) + " " + idPayin
	reading, err := g.payinFlights.do(ctx, flight, readLimit, func(ctx context.Context) (Reading, error) {
		return g.readPayin(ctx, caller, key, known.epoch)
	})
	if err != nil && reading.At.IsZero() {
		// Who left early hasn't got the flight's reading.
		reading = g.readings.get(key).Reading
	}
	return reading, err
}

// Seen reports whether this process knows that the payment exists, from a
// creation or a read. It asks nobody, so false says nothing.
func (g *Gateway) Seen(caller Caller, idPayin string) bool {
	return g.readings.found(paymentKey{caller.identity(), idPayin})
}

// readPayin asks the gateway.
func (g *Gateway) readPayin(ctx context.Context, caller Caller, key paymentKey, epoch uint64) (Reading, error) {
	payin, err := call(ctx, g, caller, ordinary, "read "+key.idPayin, func(ctx context.Context) (apiclient.Payin, error) {
		return g.client.GetPayin(ctx, caller.Token, key.idPayin)
	})
	now := g.now()
	merged := g.readings.merge(key, epoch, func(known reading) reading {
		switch {
		case err == nil:
			return reading{Reading: g.stillPaid(ctx, known.Reading, Reading{payin, true, now})}
		case !errors.Is(err, apiclient.ErrNotFound):
			return reading{Reading: known.Reading, failure: err, failedAt: now}
		case known.Found:
			g.logger.WarnContext(ctx, "gateway doesn't find a payment it knew", "idPayin", key.idPayin)
			return reading{Reading: Reading{known.Payin, true, now}}
		default:
			return reading{Reading: Reading{At: now}}
		}
	})
	return merged.Reading, merged.failure
}

// stillPaid keeps a payment paid that was: the gateway may correct itself, a
// customer who has seen "paid" has not. It does so for everybody who asks this
// process; scenarios.Work.Known does the same for the browser that has seen
// it, at every replica and after a restart.
func (g *Gateway) stillPaid(ctx context.Context, before, after Reading) Reading {
	if before.Payin.Status != apiclient.StatusSuccess || after.Payin.Status == apiclient.StatusSuccess {
		return after
	}
	g.logger.ErrorContext(ctx, "payment went from SUCCESS to another status; shown as paid",
		"idPayin", after.Payin.IDPayin, "status", after.Payin.Status)
	return Reading{before.Payin, true, after.At}
}
