package gateway

import (
	"context"
	"errors"
)

// SetReference hands on the customer's external payment reference, in the lane
// of creations. The same number sent a second time meanwhile gets the first
// one's outcome, and it runs to its end even if the customer leaves. The next
// Payin asks the gateway. ErrInLine means that it goes on, and ReferenceSet
// tells what became of it; other errors are the client's: ErrForbidden where
// the token isn't granted it.
func (g *Gateway) SetReference(ctx context.Context, caller Caller, idPayin, reference string) error {
	key := paymentKey{caller.identity(), idPayin}
	sending := g.references.join(ctx, string(key.token[:])+idPayin+" "+reference, createLimits, func(ctx context.Context) (struct{}, error) {
		_, err := call(ctx, g, caller, request{opReference, idPayin, laneCreation, nil}, func(ctx context.Context) (struct{}, error) {
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
		g.referred.put(key, sending) // nobody has got its outcome yet
	}
	return err
}

// ReferenceSet is what became of a reference that was in line; see Created.
func (g *Gateway) ReferenceSet(ctx context.Context, caller Caller, idPayin string) error {
	sending, ok := g.referred.get(paymentKey{caller.identity(), idPayin})
	if !ok {
		return ErrNoCreation
	}
	_, err := sending.await(ctx, patience{})
	return err
}
