package watch

import (
	"context"
	"encoding/json"
	"fmt"

	"payapp/apiclient"
)

// Create creates a payment, before any read in the budget. A second one for
// the same payment, token and method that comes meanwhile gets the first one's
// outcome. It runs to its end even if the customer
// leaves. Afterwards the created payment is what Payin knows.
//
// Errors are the client's; after ErrConflict, ErrUnavailable and ErrMalformed
// the payment may exist, and the next Payin asks the gateway.
func (g *Gateway) Create(ctx context.Context, caller Caller, idPayin string, request apiclient.PayinRequest) (apiclient.Payin, error) {
	key := paymentKey{caller.identity(), idPayin}
	// Only a second press joins, not another way of paying chosen elsewhere.
	method, err := json.Marshal(request.Method)
	if err != nil {
		return apiclient.Payin{}, fmt.Errorf("payment method: %w", err)
	}
	flight := string(key.token[:]) + idPayin + string(method)
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
