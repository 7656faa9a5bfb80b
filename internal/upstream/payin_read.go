package upstream

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"strconv"
	"time"

	"payapp/apiclient"
	"payapp/internal/known"
	"payapp/internal/upstream/limiter"
	"payapp/internal/upstream/payment"
)

// Ask says how much a page may spend on its reading.
type Ask struct {
	// Person: somebody has just done something (opened a link, came back from
	// the bank, pressed "check now") and waits for the answer. Otherwise the
	// last reading will do, and a new one is requested only if the rate is
	// idle.
	Person bool
	// Looks: it is a status link's. Who came to pay goes first, until the token
	// is verified.
	Looks bool
	// Exists: the payment was accepted. A "not created" may be older than that
	// and is no answer.
	Exists bool
	// Missing is since when a "not created" is an answer. Meanwhile it may have
	// been created elsewhere.
	Missing time.Time
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
	personPatience = patience{line: 1200 * time.Millisecond, whole: 2500 * time.Millisecond}
	reloadPatience = patience{line: 100 * time.Millisecond, whole: 400 * time.Millisecond}
	// A page is shown already and says so: the next one is held for the
	// answer, but not in line, where calls check whether anybody asks again.
	heldPatience = patience{line: personPatience.line, whole: 8 * time.Second, held: true}
	// An answer takes as long as one request may (apiclient.Timings.Attempt); if
	// it is lost, there is time for another request to a quick gateway.
	readLimits = limits{line: time.Minute, answer: 12 * time.Second}
)

// patience is how long the caller waits for a call.
func (a Ask) patience() patience {
	if !a.Since.IsZero() {
		return heldPatience
	}
	if a.Within > 0 {
		return patience{line: min(a.Within, personPatience.line), whole: a.Within}
	}
	return personPatience
}

// Payin returns what is known of the payment. A page of a known payment is
// answered at once; Ask says when the gateway is asked. One read serves all who
// ask for the same payment with the same token at once. If the gateway doesn't
// know the payment, that is an answer (NotCreated), not an error.
//
// With an error comes what was known before, the zero value if nothing was: a
// page can show it with its time. ErrInLine means that the call waits for its
// turn; asking again joins it.
func (c *Client) Payin(ctx context.Context, caller Caller, idPayin string, ask Ask) (known.Payment, error) {
	key := caller.Key(idPayin)
	last := c.lastReading(key, ask)
	stale := last.stale(ask)
	since := !ask.Since.IsZero() && !last.AskedAt().Before(ask.Since) && !last.AskedAt().Before(ask.Heard)
	if !stale && (since || c.config.Now().Sub(last.AskedAt()) <= freshness) {
		return last.Payment, nil
	}
	if failed := c.lastFailure(key); failed.err != nil && c.config.Now().Sub(failed.at).Abs() < failureLife && !last.due() {
		return last.Payment, failed.err
	}
	if stale && !last.AskedAt().IsZero() {
		ask.Within = 0 // the last reading is outdated, so there is nothing to show
	}
	wait := ask.patience()
	if !stale && !ask.Person && !last.AskedAt().Before(ask.Heard) {
		if wait = reloadPatience; !c.limiters.Of(c.merchantKey(caller)).Idle() {
			c.takeInterest(caller, idPayin)
			return last.Payment, c.lastFailure(key).err
		}
	}
	lane := limiter.LaneQuestion
	if last.AskedAt().IsZero() {
		lane = limiter.LaneArrival
	}
	asked := request{operation: opRead, subject: key.IDPayin, lane: lane, looks: ask.Looks}
	read, _ := c.read(ctx, caller, key, last.renewed, asked)
	_, err := read.await(ctx, c.patient(wait))
	if errors.Is(err, ErrInLine) && !stale {
		err = c.lastFailure(key).err // shown with its time; a later reading is announced by events
	}
	if errors.Is(err, errUnproven) {
		err = c.lastFailure(key).err // the options may have come meanwhile
	}
	return c.lastKnown(key).Payment, err
}

// freshness is how old an answer may be and still be as good as a new one.
const freshness = 2 * time.Second

// lastReading is what this replica knows, or another.
func (c *Client) lastReading(key payment.Key, ask Ask) reading {
	last := c.lastKnown(key)
	if !last.stale(ask) && c.config.Now().Sub(last.AskedAt()) <= freshness && !last.AskedAt().Before(ask.Heard) {
		return last
	}
	if shared, ok := c.news.Load(key); ok {
		c.readings.learn(key, shared)
		return c.lastKnown(key)
	}
	return last
}

// Last returns what is known without a call; the zero value if nothing is. err
// is why the last attempt to read it failed, nil if it didn't.
func (c *Client) Last(caller Caller, idPayin string) (known.Payment, error) {
	key := caller.Key(idPayin)
	return c.lastKnown(key).Payment, c.lastFailure(key).err
}

// read asks the gateway, once for all who ask at the same time: since the last
// change of the payment, if any is known of. joins: somebody was asking already.
func (c *Client) read(
	ctx context.Context, caller Caller, key payment.Key, renewed time.Time, asked request,
) (read *underway[known.Payment], joins bool) {
	by := "page"
	if asked.lane == limiter.LaneBackground {
		by = "poll"
	}
	since := string(key.Token[:]) + strconv.FormatInt(renewed.UnixNano(), 36) + " " + key.IDPayin
	return c.reads.joined(ctx, since, readLimits, func(ctx context.Context) (known.Payment, error) {
		at := c.config.Now()
		asked.at = &at
		payin, err := call(ctx, c, caller, asked, func(ctx context.Context) (apiclient.Payin, error) {
			return c.client.GetPayin(ctx, caller.Token, key.IDPayin)
		})
		switch {
		case err == nil:
			return c.learn(ctx, caller, key, known.Read(payin, at), by), nil
		case errors.Is(err, apiclient.ErrNotFound) && c.proven.Load() == 0:
			c.readings.learn(key, known.Missed(at))
			c.readings.fail(key, errUnproven)
			return c.lastKnown(key).Payment, errUnproven
		case errors.Is(err, apiclient.ErrNotFound):
			return c.learn(ctx, caller, key, known.Missed(at), by), nil
		case !errors.Is(err, ErrInLine):
			c.readings.fail(key, err)
		}
		return c.readings.get(key).Payment, err
	})
}

// errUnproven is the error of a 404 that may be about our version: the interface
// has it for that alone, and no other answer has shown yet that ours is taken. It
// says nothing of the payment. The options, or a creation, will tell.
var errUnproven = fmt.Errorf("a 404 that may be about our version: %w", apiclient.ErrVersion)

// provenWithin is how long after a 404 another answer shows that it wasn't about
// our version: a page asks for the options as soon as it has read.
const provenWithin = 10 * time.Second

// lastKnown is what this replica knows of the payment, without a "not created" that
// nothing proves.
func (c *Client) lastKnown(key payment.Key) reading {
	last := c.readings.get(key)
	if !last.Exists() && !c.proves(last.AskedAt()) {
		last.Payment = last.Since(last.AskedAt().Add(time.Millisecond))
	}
	return last
}

// proves reports whether a 404 of then isn't about our version.
func (c *Client) proves(then time.Time) bool {
	at := c.proven.Load()
	return at != 0 && then.Add(provenWithin).UnixNano() > at
}

// lastFailure is the last read, if it failed, and nothing has made good of that.
func (c *Client) lastFailure(key payment.Key) failure {
	failed := c.readings.failure(key)
	if errors.Is(failed.err, errUnproven) && !c.lastKnown(key).AskedAt().IsZero() {
		return failure{}
	}
	return failed
}

// learn adds what was said to what is known, writes down what changed, and tells
// those who watch. by is how it was learnt.
func (c *Client) learn(ctx context.Context, caller Caller, key payment.Key, told known.Payment, by string) known.Payment {
	before, merged, changed := c.readings.learn(key, told)
	was, is := before.View(), merged.View()
	switch from, to := was.Status(), is.Status(); {
	case told.Denies(before):
		c.TakenBack(key.IDPayin, told)
	case was.Existence == known.Described && told.View().Existence == known.NotCreated:
		if c.alarms.First("lost " + key.IDPayin + " " + string(key.Token[:])) {
			c.config.Logger.WarnContext(ctx, "gateway doesn't find a payment it knew", "order", key.IDPayin)
		}
	case from != to:
		c.metrics.changes.WithLabelValues(string(from), string(to)).Inc()
		c.config.Logger.LogAttrs(ctx, slog.LevelInfo, "payment changed",
			slog.String("order", key.IDPayin), slog.String("merchant", caller.Merchant),
			slog.String("from", string(from)), slog.String("to", string(to)),
			slog.String("word", is.Payin.Status), slog.String("reason", is.Payin.FailureReason), slog.String("by", by))
	}
	return c.tell(caller, key, merged, changed)
}

// TakenBack tells that the gateway denies a success that it said before, to this
// replica or, by a browser's cookie, to another. Pages show the payment as paid;
// it is for a person to look into.
func (c *Client) TakenBack(idPayin string, denied known.Payment) {
	if c.alarms.First("taken back " + idPayin) {
		c.config.Logger.Error("gateway takes back a success; it stays shown as paid", "order", idPayin, "word", denied.View().Payin.Status)
	}
}
