package upstream

import (
	"context"
	"errors"
	"log/slog"
	"strconv"
	"time"

	"payapp/apiclient"
	"payapp/internal/known"
	"payapp/internal/upstream/limiter"
	"payapp/internal/upstream/payment"
)

// Ask is one question: for a payment, or for the ways to pay.
type Ask struct {
	// NotBefore is since when an answer counts; the zero time is any.
	NotBefore time.Time
	// Wait is how long the caller waits if the gateway must be asked; zero is as long
	// as a person does.
	Wait Wait
	// Idle: what is known will do, so the gateway is asked only if the rate is idle.
	Idle bool
	// Old takes also an old "not created": a POST mustn't wait for another call, and
	// if there is a payment, the gateway answers 409.
	Old bool
}

// Wait is how long somebody waits for a call.
type Wait struct {
	Line  time.Duration // for its turn
	Whole time.Duration // for its turn and the answer
	// Held: a page is shown meanwhile. Only mostHeld wait so at once, others as a
	// person does.
	Held bool
}

// How long pages wait before they show what is known, or say that they are in line.
var (
	Person = Wait{Line: 1200 * time.Millisecond, Whole: 2500 * time.Millisecond}
	// AfterWaiting is of the page after one that says that it waits.
	AfterWaiting = Wait{Line: Person.Line, Whole: 8 * time.Second, Held: true}
	// whileIdle is of a question that needn't be asked.
	whileIdle = Wait{Line: 100 * time.Millisecond, Whole: 400 * time.Millisecond}
)

// Within is a wait of at most so long.
func Within(most time.Duration) Wait { return Wait{Line: min(most, Person.Line), Whole: most} }

// An answer takes as long as one request may (apiclient.Timings.Attempt); if it is
// lost, there is time for another request to a quick gateway.
var readLimits = limits{line: time.Minute, answer: 12 * time.Second}

// Fresh is how old an answer may be and still be as good as a new one.
const Fresh = 2 * time.Second

// MissingLife is how long a "not created" counts: the answer to a Pay can be lost on
// its way, and another browser can pay.
const MissingLife = time.Minute

// counts reports whether the reading is an answer to somebody who knows this: not after
// a change, and a "not created" neither for long nor once something was sent.
func (r reading) counts(have known.Payment, ask Ask, now time.Time) bool {
	at := r.AskedAt()
	if at.IsZero() || r.due() {
		return false
	}
	if r.Exists() {
		return true
	}
	young := now.Sub(at) < MissingLife || ask.Old
	return young && have.Merge(r.Payment).View().Existence == known.NotCreated
}

// Payin returns what is known of the payment; have is what the caller knows. The
// gateway is asked if no answer that counts is fresh, or since ask.NotBefore. One read
// serves all who ask for the same payment with the same token at once. If the gateway
// doesn't know the payment, that is an answer (NotCreated), not an error.
//
// With an error comes what was known before, the zero value if nothing was: a
// page can show it with its time. ErrInLine means that the call waits for its
// turn; asking again joins it.
func (c *Client) Payin(ctx context.Context, caller Caller, idPayin string, have known.Payment, ask Ask) (known.Payment, error) {
	key, now := caller.Key(idPayin), c.config.Now()
	last := c.lastReading(ctx, key, have, ask)
	if ask.Idle && !last.Exists() && !have.Exists() {
		last.Payment = last.Merge(have) // a browser's "not created" will do, too
	}
	counts := last.counts(have, ask, now)
	fresh := counts && now.Sub(last.AskedAt()) <= Fresh
	answers := fresh || counts && !last.AskedAt().Before(ask.NotBefore)
	looksAgain := ask.Idle && (last.Exists() || caller.Glances) // a status link has no Pay to wait for
	if fresh || answers && !looksAgain {
		return last.Payment, nil
	}
	if failed := c.readings.failure(key); failed.err != nil && now.Sub(failed.at).Abs() < failureLife && !last.due() {
		return last.Payment, failed.err
	}
	wait := ask.Wait
	switch {
	case !counts && (have.Exists() || !last.AskedAt().IsZero()) && !wait.Held:
		wait = Person // what is known is outdated, so there is nothing to show
	case answers:
		if wait = whileIdle; !c.limiters.Of(c.merchantKey(caller)).Idle() {
			c.takeInterest(caller, idPayin)
			return last.Payment, c.readings.failure(key).err
		}
	}
	lane := limiter.LaneQuestion
	if last.AskedAt().IsZero() {
		lane = limiter.LaneArrival
	}
	asked := request{operation: opRead, subject: key.IDPayin, lane: lane}
	read, _ := c.read(ctx, caller, key, last.renewed, asked)
	_, err := read.await(ctx, c.patient(wait))
	if errors.Is(err, ErrInLine) && counts {
		err = c.readings.failure(key).err // shown with its time; a later reading is announced by events
	}
	return c.readings.get(key).Payment, err
}

// lastReading is what this replica knows, or another.
func (c *Client) lastReading(ctx context.Context, key payment.Key, have known.Payment, ask Ask) reading {
	last, now := c.readings.get(key), c.config.Now()
	if last.counts(have, ask, now) && now.Sub(last.AskedAt()) <= Fresh && !last.AskedAt().Before(ask.NotBefore) {
		return last
	}
	if shared, ok := c.others.Load(ctx, key); ok {
		c.readings.merge(key, shared)
		return c.readings.get(key)
	}
	return last
}

// Last returns what is known without a call; the zero value if nothing is. err
// is why the last attempt to read it failed, nil if it didn't.
func (c *Client) Last(caller Caller, idPayin string) (known.Payment, error) {
	key := caller.Key(idPayin)
	return c.readings.get(key).Payment, c.readings.failure(key).err
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
			return c.merge(ctx, caller, key, known.Read(payin, at), by), nil
		case errors.Is(err, apiclient.ErrNotFound) && c.takesVersion.Load():
			return c.merge(ctx, caller, key, known.Missed(at), by), nil
		case errors.Is(err, apiclient.ErrNotFound):
			err = UnprovenError{at}
		case errors.Is(err, apiclient.ErrVersion):
			c.Differs("missing-or-version")
		case errors.Is(err, apiclient.ErrInvalid), errors.Is(err, apiclient.ErrConflict), errors.Is(err, apiclient.ErrRefused):
			c.Differs("unborn-read")
		}
		if !errors.Is(err, ErrInLine) {
			c.readings.fail(key, err)
			err = c.readings.failure(key).err
		}
		return c.readings.get(key).Payment, err
	})
}

// UnprovenError is the error of a 404 that may be about our version, for which alone the
// interface has it. It says nothing of the payment, unless TakesVersion says soon that it
// wasn't about that.
type UnprovenError struct{ At time.Time }

func (UnprovenError) Error() string { return "a 404 that may be about our version" }

// Unwrap is the error that it may be.
func (UnprovenError) Unwrap() error { return apiclient.ErrVersion }

// TakesVersion reports whether an answer has shown that the gateway takes our version.
func (c *Client) TakesVersion() bool { return c.takesVersion.Load() }

// merge adds what was said to what is known, writes down what changed, and tells
// those who watch. by is which call it was.
func (c *Client) merge(ctx context.Context, caller Caller, key payment.Key, answer known.Payment, by string) known.Payment {
	before, merged, changed := c.readings.merge(key, answer)
	was, is := before.View(), merged.View()
	if known.IsStrange(answer.View().Payin) {
		c.Differs("waiting-words")
	}
	switch from, to := was.Status(), is.Status(); {
	case answer.Denies(before):
		c.TakenBack(key.IDPayin, answer)
	case was.Existence == known.Described && answer.View().Existence == known.NotCreated:
		c.Differs("not-found-yet")
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
	return c.tell(ctx, caller, key, merged, changed)
}

// TakenBack tells that the gateway denies a success that it said before. Pages show the
// payment as paid; it is for a person to look into.
func (c *Client) TakenBack(idPayin string, denied known.Payment) {
	c.Differs("ends")
	if c.alarms.First("taken back " + idPayin) {
		c.config.Logger.Error("gateway takes back a success; it stays shown as paid", "order", idPayin, "word", denied.View().Payin.Status)
	}
}
