package watch

import "context"

// SetReference hands on the customer's external payment reference, with the
// urgency of a creation; the next Payin asks the gateway. Errors are the
// client's: ErrForbidden where the token isn't granted it.
func (g *Gateway) SetReference(ctx context.Context, caller Caller, idPayin, reference string) error {
	defer g.readings.renew(paymentKey{caller.identity(), idPayin})
	_, err := call(ctx, g, caller, urgent, "reference "+idPayin, func(ctx context.Context) (struct{}, error) {
		return struct{}{}, g.client.SetExternalReference(ctx, caller.Token, idPayin, reference)
	})
	return err
}
