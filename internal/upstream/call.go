package upstream

import (
	"context"
	"errors"
	"log/slog"
	"time"

	"payapp/apiclient"
	"payapp/internal/known"
	"payapp/internal/tracing"
	"payapp/internal/upstream/limiter"
)

// operation is a call of the interface, as metrics and logs name it.
type operation string

// The operations that pages need.
const (
	opCreate    operation = "create"
	opRead      operation = "read"
	opOptions   operation = "options"
	opReference operation = "reference"
	opMerchant  operation = "merchant-info"
)

var operations = []operation{opCreate, opRead, opOptions, opReference, opMerchant}

// request is one call before it is made.
type request struct {
	operation operation
	subject   string            // what the call is about: a key for remembered refusals
	content   string            // what is sent, if a refusal may be about that
	lane      limiter.Lane      // for a verified token
	slot      chan limiter.Slot // has the slot of a poll, until a request takes it
	at        *time.Time        // set to the moment before each of its requests; nil = nobody wants it
}

// call makes one call of the client once its turn has come; none if the gateway has
// just refused the same one, or if the circuit is open.
func call[T any](ctx context.Context, c *Client, caller Caller, r request, do func(context.Context) (T, error)) (value T, err error) {
	ctx = tracing.WithRequestID(ctx, "")
	token := caller.Identity()
	if err := c.tokens.refusalOf(token, r); err != nil {
		return value, err
	}
	merchant, verified := c.merchantKey(caller), c.verified(caller)
	lane, expired := r.lane, false
	if !verified {
		expired = c.expired(caller)
		lane = c.limiters.LaneOfUnverified(judgedBy(caller), caller.Glances, expired)
	} else if r.slot == nil && !c.tokens.mayAsk(token) {
		return value, errTokenTooOften
	}
	way := &gate{
		client: c, limiter: c.limiters.Of(merchant), caller: caller, circuit: circuit{merchant, r.operation}, lane: lane,
		verified: verified, unknown: !verified && !c.config.Global && !c.tokens.knows(merchant), given: r.slot, at: r.at,
	}
	if c.breakers.open(way.circuit) || !verified && judgedBy(caller) != "" && c.strangers.open(way.circuit.from(judgedBy(caller))) {
		c.metrics.called(r.operation, "circuit-open", 0)
		return value, errCircuitOpen // don't queue for a call that would be rejected
	}
	began := time.Now()
	value, err = guarded(apiclient.WithGate(ctx, way), do)
	c.noteVersion(r.operation, err)
	accepted := c.tokens.judge(token, r, err, c.takesVersion.Load())
	if accepted {
		c.tokens.merchants.Put(merchant, struct{}{})
	}
	way.over(accepted)
	junk := r.operation == opRead || r.operation == opOptions // of which links that anybody can forge have calls
	refused := errors.Is(err, apiclient.ErrUnauthorized) && junk && !expired
	if !verified && (accepted || refused) {
		c.limiters.Judged(judgedBy(caller), accepted)
	}
	c.report(ctx, r, err, time.Since(began))
	c.noteClock()
	switch {
	case errors.Is(err, ErrInLine):
		err = ErrInLine
	case errors.Is(err, errCircuitOpen):
		err = errCircuitOpen
	}
	return value, err
}

// noteVersion notes whether the gateway takes our version: "A missing or
// unsupported version returns 404" (interface.md, Versioning), whatever is asked but
// merchant-info, since a merchant may have none. Once it is refused, what reads didn't
// find may have been about that. By a 401 or 403 the token may have been looked at first.
func (c *Client) noteVersion(op operation, err error) {
	switch {
	case errors.Is(err, apiclient.ErrVersion) && op != opMerchant:
		if c.takesVersion.CompareAndSwap(true, false) {
			c.readings.forgetMissing()
		}
	case err == nil, errors.Is(err, apiclient.ErrNoBody), errors.Is(err, apiclient.ErrConflict), errors.Is(err, apiclient.ErrRefused):
		c.takesVersion.Store(true)
	}
}

// report counts a call, and logs a failed one once, after its last attempt.
func (c *Client) report(ctx context.Context, r request, err error, took time.Duration) {
	outcome := outcomeOf(err)
	c.metrics.called(r.operation, outcome, took)
	level := slog.LevelWarn
	switch outcome {
	case "ok", "not-found", "conflict", "in-line", "unauthorized", "forbidden":
		level = slog.LevelDebug // ordinary answers, and tokens that anybody can forge
	case "refused":
		level = slog.LevelInfo
	}
	attrs := []slog.Attr{
		slog.String("request_id", tracing.RequestID(ctx)), slog.String("operation", string(r.operation)), slog.String("outcome", outcome),
		slog.Float64("took_ms", float64(took.Microseconds())/1000),
	}
	switch r.operation {
	case opCreate, opRead, opReference:
		attrs = append(attrs, slog.String("order", r.subject))
	}
	var panicked *panicError
	if errors.As(err, &panicked) {
		level = slog.LevelError
		attrs = append(attrs, slog.String("stack", string(panicked.stack)))
	}
	if err != nil {
		attrs = append(attrs, slog.Any("error", err))
	}
	c.config.Logger.LogAttrs(ctx, level, "gateway call", attrs...)
}

// noteClock notes that the gateway's clock is behind ours, and tells now and then
// that they differ.
func (c *Client) noteClock() {
	ahead := c.client.Ahead()
	c.clock.note(-ahead, c.config.Now())
	if ahead.Abs() <= known.Tolerance {
		return
	}
	c.Differs("gateway-time")
	if c.alarms.First("clock") {
		c.config.Logger.Warn("our clock and the gateway's differ", "gateway_ahead_s", int(ahead.Seconds()))
	}
}

// outcomes are the names of outcomes in metrics, by the error of the call.
var outcomes = []struct {
	err  error
	name string
}{
	{ErrInLine, "in-line"},
	{apiclient.ErrForbidden, "forbidden"}, // an ErrUnauthorized, too, so it comes first
	{apiclient.ErrUnauthorized, "unauthorized"},
	{apiclient.ErrNotFound, "not-found"},
	{apiclient.ErrConflict, "conflict"},
	{apiclient.ErrRefused, "refused"},
	{apiclient.ErrRateLimited, "rate-limited"},
	{apiclient.ErrInvalid, "invalid"},
	{apiclient.ErrMalformed, "malformed"},
	{apiclient.ErrVersion, "version-refused"},
}

// outcomeOf names the outcome of a call for metrics.
func outcomeOf(err error) string {
	if err == nil {
		return "ok"
	}
	for _, o := range outcomes {
		if errors.Is(err, o.err) {
			return o.name
		}
	}
	return "unavailable"
}

// verified reports whether the gateway has accepted the caller's token.
func (c *Client) verified(caller Caller) bool {
	return caller.Verified || c.tokens.verified(caller.Identity())
}

// judgedBy is the address that refused tokens count against; "" if it is a proxy's.
func judgedBy(caller Caller) string {
	if caller.Proxys {
		return ""
	}
	return caller.Address
}

// expired reports whether a token's time is over by its own claim. Only the
// gateway can say so, but nobody is to blame.
func (c *Client) expired(caller Caller) bool {
	claims, ok := apiclient.ReadClaims(caller.Token)
	return ok && !claims.ExpiresAt.IsZero() && !c.config.Now().Before(claims.ExpiresAt)
}

// merchantKey is the merchant whose rate a call counts against, as the token claims.
func (c *Client) merchantKey(caller Caller) string {
	if c.config.Global {
		return ""
	}
	return caller.Merchant
}

// sharing is the key under which an answer is cached: the merchant's if the token is
// verified and names it, otherwise the token's own.
func (c *Client) sharing(caller Caller) string {
	if caller.Merchant != "" && c.verified(caller) {
		return "merchant " + caller.Merchant
	}
	return private(caller)
}

// private is the key of answers for this token alone.
func private(caller Caller) string {
	token := caller.Identity()
	return "token " + string(token[:])
}
