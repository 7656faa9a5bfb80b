package upstream

import (
	"context"
	"errors"
	"fmt"

	"payapp/apiclient"
	"payapp/internal/upstream/limiter"
	"payapp/internal/upstream/payment"
	"payapp/money"
)

// Options returns how the amount can be paid. Lists are cached for a quarter of an
// hour, at other replicas too, and shared with the merchant's other customers once the
// token is verified. An older one than asked for serves if the gateway gives no other.
// Callers must not change them. A verified token that isn't granted them gets
// ErrForbidden without a call; before, the answer shows whether our version is taken.
func (c *Client) Options(ctx context.Context, caller Caller, amount money.Money, ask Ask) (apiclient.Options, error) {
	if c.verified(caller) && !grants(caller, "POST", "/payins/!availablePaymentOptions") {
		return apiclient.Options{}, errNotGranted
	}
	age := c.config.Now().Sub(ask.NotBefore)
	key := c.optionsKey(caller, amount)
	if options, ok := c.options.Within(key, age); ok {
		return options, nil
	}
	if shared, ok := c.others.LoadOptions(ctx, key); ok {
		c.options.PutSince(key, shared.Options, shared.At)
		if options, ok := c.options.Within(key, age); ok {
			return options, nil
		}
	}
	options, err := c.askOptions(ctx, caller, key, amount, c.patient(ask.Wait))
	if err != nil && !errors.Is(err, apiclient.ErrUnauthorized) {
		if known, ok := c.options.Get(c.optionsKey(caller, amount)); ok {
			return known, nil
		}
	}
	return options, err
}

// weighOptions is roughly the bytes that a list takes, rather more.
func weighOptions(o apiclient.Options) int { return 100 + 3*len(fmt.Sprintf("%+v", o)) }

// optionsKey is the cache key of the caller's options: the merchant's once the
// token is verified.
func (c *Client) optionsKey(caller Caller, amount money.Money) string {
	return c.sharing(caller) + optionsSubject(amount)
}

func optionsSubject(amount money.Money) string {
	return " " + amount.Amount() + " " + amount.Currency()
}

// askOptions asks the gateway, once for all of the merchant's customers. If the
// call fails because of the token that made it, the others ask for themselves.
func (c *Client) askOptions(ctx context.Context, caller Caller, key string, amount money.Money, wait Wait) (apiclient.Options, error) {
	ask := func(key string) (apiclient.Options, error) {
		return c.optionReads.join(ctx, key, readLimits, func(ctx context.Context) (apiclient.Options, error) {
			asked := request{operation: opOptions, subject: optionsSubject(amount), lane: limiter.LaneArrival}
			options, err := call(ctx, c, caller, asked, func(ctx context.Context) (apiclient.Options, error) {
				return c.client.GetOptions(ctx, caller.Token, amount)
			})
			if err == nil {
				// The call may have verified the token, so the key may be the
				// merchant's now.
				key, now := c.optionsKey(caller, amount), c.config.Now()
				c.options.PutSince(key, options, now)
				c.others.SaveOptions(key, payment.Options{Options: options, At: now})
			}
			return options, err
		}).await(ctx, wait)
	}
	options, err := ask(key)
	others := errors.Is(err, apiclient.ErrUnauthorized) || errors.Is(err, errTokenTooOften)
	if own := private(caller) + optionsSubject(amount); key != own && others {
		return ask(own)
	}
	return options, err
}
