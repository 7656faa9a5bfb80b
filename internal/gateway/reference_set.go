package gateway

import (
	"context"
	"errors"

	"payapp/internal/gateway/limiter"
)

// SetReference sends the customer's external payment reference, in the lane of
// creations. A second call with the same reference joins the first and gets its
// outcome. It runs to its end even if the customer leaves. The next Payin asks
// the gateway. ErrInLine means that it continues, and ReferenceSet returns its
// outcome. Other errors are the client's: ErrForbidden if the token isn't
// granted the operation.
func (g *Gateway) SetReference(ctx context.Context, caller Caller, idPayin, reference string) error {
	key := caller.Key(idPayin)
	sending := g.references.join(ctx, string(key.Token[:])+idPayin+" "+reference, createLimits, func(ctx context.Context) (struct{}, error) {
		asked := request{opReference, idPayin, limiter.LaneCreation, nil, nil}
		_, err := call(ctx, g, caller, asked, func(ctx context.Context) (struct{}, error) {
			return struct{}{}, g.client.SetExternalReference(ctx, caller.Token, idPayin, reference)
		})
		if err == nil {
			g.readings.renew(key)
		} else {
			g.outdateUnless(key, err)
		}
		return struct{}{}, placed(err)
	})
	_, err := sending.await(ctx, g.patient(payPatience))
	if errors.Is(err, ErrInLine) || ctx.Err() != nil {
		g.referred.Put(key, sending) // nobody has its outcome yet
	}
	return err
}

// ReferenceSet returns the outcome of a reference that was in line, as Created
// does.
func (g *Gateway) ReferenceSet(ctx context.Context, caller Caller, idPayin string) error {
	sending, ok := g.referred.Get(caller.Key(idPayin))
	if !ok {
		return ErrNoCreation
	}
	_, err := sending.await(ctx, patience{})
	return err
}
