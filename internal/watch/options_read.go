package watch

import (
	"context"

	"payapp/apiclient"
	"payapp/internal/money"
)

// Options lists how the amount can be paid; an answer is good for a minute,
// for the merchant's other customers too once the token is proven. Callers
// must not change the lists they get.
func (g *Gateway) Options(ctx context.Context, caller Caller, amount money.Money) (apiclient.Options, error) {
	subject := " " + amount.Amount() + " " + amount.Currency()
	if options, ok := g.options.get(g.sharing(caller) + subject); ok {
		return options, nil
	}
	// The answer is shared, an error isn't: it may be about this token.
	return g.optionFlights.do(ctx, private(caller)+subject, readLimit, func(ctx context.Context) (apiclient.Options, error) {
		options, err := call(ctx, g, caller, ordinary, "options"+subject, func(ctx context.Context) (apiclient.Options, error) {
			return g.client.GetOptions(ctx, caller.Token, amount)
		})
		if err == nil {
			// The call has proven the token: the key may be the merchant's now.
			g.options.put(g.sharing(caller)+subject, options)
		}
		return options, err
	})
}
