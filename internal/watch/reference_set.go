package watch

import "context"

// SetReference hands on the customer's external payment reference, with the
// urgency of a creation. The same number sent a second time meanwhile gets the
// first one's outcome, and it runs to its end even if the customer leaves. The
// next Payin asks the gateway. Errors are the client's: ErrForbidden where the
// token isn't granted it.
func (g *Gateway) SetReference(ctx context.Context, caller Caller, idPayin, reference string) error {
	key := paymentKey{caller.identity(), idPayin}
	flight := string(key.token[:]) + idPayin + " " + reference
	_, err := g.referenceFlights.do(ctx, flight, createLimit, func(ctx context.Context) (struct{}, error) {
		defer g.readings.renew(key)
		return call(ctx, g, caller, urgent, "reference "+idPayin, func(ctx context.Context) (struct{}, error) {
			return struct{}{}, g.client.SetExternalReference(ctx, caller.Token, idPayin, reference)
		})
	})
	return err
}
