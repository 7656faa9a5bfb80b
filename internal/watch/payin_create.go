package watch

import (
	"context"

	"payapp/apiclient"
)

// Create creates a payment, before any read in the budget. A second one for
// the same payment and token that comes meanwhile gets the first one's
// outcome, whatever it asked for. It runs to its end even if the customer
// leaves. Afterwards the created payment is what Payin knows.
//
// Errors are the client's; after ErrConflict, ErrUnavailable and ErrMalformed
// the payment may exist, and the next Payin asks the gateway.
func (g *Gateway) Create(ctx context.Context, caller Caller, idPayin string, request apiclient.PayinRequest) (apiclient.Payin, error) {
	key := paymentKey{caller.identity(), idPayin}
	flight := string(key.token[:]) + idPayin
	return g.createFlights.do(ctx, flight, createLimit, func(ctx context.Context) (apiclient.Payin, error) {
		// Reads under way may miss the payment, even those that begin now.
		g.readings.renew(key)
		payin, err := call(ctx, g, caller, urgent, "create "+idPayin, func(ctx context.Context) (apiclient.Payin, error) {
			return g.client.CreatePayin(ctx, caller.Token, idPayin, request)
		})
		if err != nil {
			g.readings.renew(key)
			return apiclient.Payin{}, err
		}
		g.readings.replace(key, Reading{payin, true, g.now()})
		return payin, nil
	})
}
