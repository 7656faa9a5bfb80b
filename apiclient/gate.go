package apiclient

import (
	"context"
	"time"
)

// Gate holds a call's attempts to a budget. It travels in the context, so that
// every request is counted, repeats included, and not only every call.
type Gate interface {
	// Wait returns when the next request may be sent, or an error when it
	// can't be within the context's deadline; then nothing is sent.
	Wait(ctx context.Context) error
	// Answered is told that the request which Wait let through is over. It is
	// not ok where the gateway gave no answer, or failed (5xx).
	Answered(ok bool)
	// Limited is told that the gateway answered 429 and how long the client
	// itself will stay quiet.
	Limited(wait time.Duration)
}

type gateKey struct{}

// WithGate makes calls with the returned context go through the gate.
func WithGate(ctx context.Context, gate Gate) context.Context {
	return context.WithValue(ctx, gateKey{}, gate)
}

// openGate lets everything through at once.
type openGate struct{}

func (openGate) Wait(context.Context) error { return nil }
func (openGate) Answered(bool)              {}
func (openGate) Limited(time.Duration)      {}

func gateOr(gate Gate) Gate {
	if gate == nil {
		return openGate{}
	}
	return gate
}

// gateOf is the context's gate, or else the client's.
func (c *Client) gateOf(ctx context.Context) Gate {
	if gate, ok := ctx.Value(gateKey{}).(Gate); ok {
		return gate
	}
	return c.gate
}
