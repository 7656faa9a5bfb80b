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

// statusLinkEnd is a parameter that nobody reads: into the last one mail programs take
// what stands behind a link.
const statusLinkEnd = "end"

// statusLink makes a link to the status page.
type statusLink struct {
	requester
	amount string
}

func newStatusLink(flags *pflag.FlagSet) performer {
	l := &statusLink{}
	l.requester.declare(flags, 7*day)
	flags.StringVar(&l.amount, "amount", "", "the order's `AMOUNT`, by which the page says whether all of it is paid: 1234.50")
	return l.perform
}

func (l *statusLink) perform(ctx context.Context, in invocation) error {
	parameters := url.Values{"idPayin": {l.order}, "currencyCode": {l.currency}, "token": {"token"}} // a placeholder for now
	if l.amount != "" {
		parameters.Set("amount", l.amount)
	}
	_, err := entry.CheckStatus(parameters.Encode())
	faults := inFlags(err, parameters)
	if l.merchant == "" {
		faults = append(faults, errors.New("--merchant is missing"))
	}
	if l.lang != "" {
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
	order, err := entry.CheckStatus(parameters.Encode())
	claims, _ := apiclient.ReadClaims(token)
	if err := errors.Join(err, entry.CheckClaims(order, claims)); err != nil {
		return fmt.Errorf("the gateway's token can't be used in a link: %w", err)
	}
	return result{
		IDPayin: l.order, Token: token.Reveal(), StatusURL: l.page("/status", parameters) + "&" + statusLinkEnd + "=1",
		ExpiresAt: claims.ExpiresAt,
	}.print(in.Streams, l.json)
}
