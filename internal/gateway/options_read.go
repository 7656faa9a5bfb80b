package gateway

import (
	"context"
	"errors"
	"time"

	"payapp/apiclient"
	"payapp/internal/money"
)

// Options lists how the amount can be paid. An answer is good for a minute,
// for the merchant's other customers too once the token is proven; where the
// gateway gives no other, and for who presses a button, for a quarter of an
// hour. Callers must not change the lists they get.
func (g *Gateway) Options(ctx context.Context, caller Caller, amount money.Money, ask Ask) (apiclient.Options, error) {
	subject := " " + amount.Amount() + " " + amount.Currency()
	age := optionsFresh
	if ask.Person {
		age = optionsLife // nothing comes before what the person wants
	}
	if options, ok := g.options.within(g.sharing(caller)+subject, age); ok {
		return options, nil
	}
	options, err := g.askOptions(ctx, caller, g.sharing(caller)+subject, amount)
	if err != nil && !errors.Is(err, apiclient.ErrUnauthorized) {
		if known, ok := g.options.get(g.sharing(caller) + subject); ok {
			return known, nil
		}
	}
	return options, err
}

const (
	optionsFresh = time.Minute
	optionsLife  = 15 * time.Minute
)

// askOptions asks the gateway, once for all of the merchant's customers. An
// error about the token of the one whose call it was is no answer for others:
// they ask for themselves.
func (g *Gateway) askOptions(ctx context.Context, caller Caller, key string, amount money.Money) (apiclient.Options, error) {
	ask := func(key string) (apiclient.Options, error) {
		return g.optionReads.join(ctx, key, readLimits, func(ctx context.Context) (apiclient.Options, error) {
			subject := " " + amount.Amount() + " " + amount.Currency()
			options, err := call(ctx, g, caller, request{opOptions, subject, laneArrival, nil}, func(ctx context.Context) (apiclient.Options, error) {
				return g.client.GetOptions(ctx, caller.Token, amount)
			})
			if err == nil {
				// The call has proven the token: the key may be the merchant's now.
				g.options.put(g.sharing(caller)+subject, options)
			}
			return options, err
		}).await(ctx, g.patient(personPatience))
	}
	options, err := ask(key)
	others := errors.Is(err, apiclient.ErrUnauthorized) || errors.Is(err, errTokenTooOften)
	if own := private(caller) + " " + amount.Amount() + " " + amount.Currency(); key != own && others {
		return ask(own)
	}
	return options, err
}
