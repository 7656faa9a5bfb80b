package apiclient

import (
	"context"
	"time"
)

// Gate limits the requests of calls. It travels in the context, so that every
// request counts, retries included, and not just every call.
type Gate interface {
	// Wait returns when the next request may be sent, or an error if that can't
	// be within the context's deadline; then nothing is sent.
	Wait(ctx context.Context) error
	// Answered is called when the request that Wait allowed is over. failure is an
	// ErrUnavailable if the gateway gave no answer or failed (5xx), and says why;
	// otherwise nil.
	Answered(failure error)
	// Limited is called after a 429, with how long the client itself will wait.
	Limited(wait time.Duration)
}

type gateKey struct{}

// WithGate returns a context whose calls go through the gate.
func WithGate(ctx context.Context, gate Gate) context.Context {
	return context.WithValue(ctx, gateKey{}, gate)
}

// openGate allows everything at once.
type openGate struct{}

func (openGate) Wait(context.Context) error { return nil }
func (openGate) Answered(error)             {}
func (openGate) Limited(time.Duration)      {}

// gateOf is the context's gate, or else the client's.
func (c *Client) gateOf(ctx context.Context) Gate {
	if gate, ok := ctx.Value(gateKey{}).(Gate); ok {
		return gate
	}
	return c.gate
}
