package cli

import (
	"context"
	"errors"
	"fmt"
	"net/url"
	"time"

	"github.com/spf13/pflag"

	"payapp/apiclient"
	"payapp/scenarios/entry"
)

// statusLink makes a link to the status page.
type statusLink struct {
	requester
	order, currency, lang string
	valid                 validity
	json                  bool
}

func newStatusLink(flags *pflag.FlagSet) performer {
	l := &statusLink{valid: validity(7 * day)}
	l.requester.declare(flags)
	flags.StringVar(&l.order, "order", "", "the order's `ID` (idPayin)")
	flags.StringVar(&l.currency, "currency", "", "the payment's currency `CODE`: THB")
	flags.StringVar(&l.lang, "lang", "", "the page's `LANGUAGE`: th; the browser's by default")
	flags.Var(&l.valid, "valid", "how long the link works: 30m, 12h, 7d")
	flags.BoolVar(&l.json, "json", false, "print idPayin, token, statusUrl and expiresAt as a JSON object")
	return l.perform
}

func (l *statusLink) perform(ctx context.Context, in invocation) error {
	if _, err := readTerms(in.environ); err != nil { // for the currencies of the catalogue file
		return usageError{err}
	}
	parameters := url.Values{"idPayin": {l.order}, "currencyCode": {l.currency}}
	_, err := entry.ParseStatus(withToken(parameters))
	faults := inFlags(err, parameters)
	if l.merchant == "" {
		faults = append(faults, errors.New("--merchant is missing"))
	}
	if l.lang != "" {
		if !languageForm.MatchString(l.lang) {
			faults = append(faults, errLanguage)
		}
		parameters.Set("lang", l.lang)
	}
	token, err := l.token(in.In, faults, func(client *apiclient.Client, credentials apiclient.Credentials) (apiclient.Token, error) {
		return client.CreateTokenByAction(ctx, apiclient.TokenByActionRequest{
			Credentials: credentials, MerchantCode: l.merchant, Validity: time.Duration(l.valid),
			Action: apiclient.ActionPayinInfo, IDPayment: l.order,
		})
	})
	if err != nil {
		return err
	}
	parameters.Set("token", token.Reveal())
	order, err := entry.ParseStatus(parameters)
	claims, _ := apiclient.ReadClaims(token)
	if err := errors.Join(err, entry.CheckStatusClaims(order, claims)); err != nil {
		return fmt.Errorf("the gateway's token can't be used in a link: %w", err)
	}
	return result{
		IDPayin: l.order, Token: token.Reveal(), StatusURL: l.page("/status", parameters), ExpiresAt: claims.ExpiresAt,
	}.print(in.Streams, l.json)
}
