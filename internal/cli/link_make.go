package cli

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"net/url"
	"regexp"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"payapp/apiclient"
	"payapp/scenarios/entry"
)

// link makes a RedirectURL.
type link struct {
	requester
	amount                     string
	returnURL, callbackURL     string
	method, operator           string
	optionsAvailable, editable bool
	data                       []string
}

func newLink(flags *pflag.FlagSet) performer {
	l := &link{}
	l.requester.declare(flags, 30*time.Minute)
	flags.StringVar(&l.amount, "amount", "", "the amount, digits and one point: 1234.50")
	flags.StringVar(&l.returnURL, "return-url", "", "`URL` of the shop's page to which the customer comes back")
	flags.StringVar(&l.callbackURL, "callback-url", "", "`URL` that the gateway calls when the payment's status changes")
	flags.StringVar(&l.method, "method", "", "`CODE` of the payment method; the customer chooses by default")
	flags.StringVar(&l.operator, "operator", "", "`CODE` of the bank or wallet")
	flags.BoolVar(&l.optionsAvailable, "options-available", false, "--method and --operator are a proposal: the customer may choose another")
	flags.StringArrayVar(&l.data, "data", nil, "customer data as `NAME=VALUE`, repeatable: accountName=Alex, paymentLocation.city=Taipei")
	flags.BoolVar(&l.editable, "allow-customer-data-change", false, "the customer may change what --data gives")
	return l.perform
}

func (l *link) perform(ctx context.Context, in invocation) error {
	terms, err := readTerms(in.environ)
	if err != nil {
		return usageError{err}
	}
	if l.order == "" {
		l.order = randomOrder()
	}
	parameters, faults := l.parameters()
	order, more := l.read(parameters, terms)
	ask := func(client *apiclient.Client, credentials apiclient.Credentials) (apiclient.Token, error) {
		return client.CreateToken(ctx, apiclient.TokenRequest{
			Credentials: credentials, MerchantCode: l.merchant, Validity: time.Duration(l.valid),
			Operations: operations(l.order, terms.ReferencePath), Money: order.Money,
		})
	}
	token, err := l.token(in.In, append(faults, more...), ask)
	if err != nil {
		return err
	}
	parameters.Set("token", token.Reveal())
	made, again := l.read(parameters, terms)
	claims, _ := apiclient.ReadClaims(token)
	if err := errors.Join(append(again, entry.CheckClaims(made, claims))...); err != nil {
		return fmt.Errorf("the gateway's token can't be used in a link: %w", err)
	}
	return result{
		IDPayin: l.order, Token: token.Reveal(), RedirectURL: l.page("/", parameters), ExpiresAt: claims.ExpiresAt,
	}.print(in.Streams, l.json)
}

// randomOrder has 128 bits of entropy, more than the recommended UUID
// (interface.md, Endpoints 2).
func randomOrder() string { return "order-" + strings.ToLower(rand.Text()) }

// operations are exactly what the payment page needs for a payment. The path is
// a regular expression, so the id is quoted.
func operations(idPayin, referencePath string) []string {
	var all []string
	for _, n := range needs(idPayin, referencePath) {
		all = append(all, n.method+" "+regexp.QuoteMeta(n.path))
	}
	return all
}

// parameters are the RedirectURL's (interface.md, RedirectURL), with a
// placeholder for the token.
func (l *link) parameters() (url.Values, []error) {
	q := url.Values{"token": {"token"}}
	for name, value := range map[string]string{
		"merchantCode": l.merchant, "idPayin": l.order, "amount": l.amount, "currencyCode": l.currency,
		"callbackUrl": l.callbackURL, "returnUrl": l.returnURL,
		"paymentMethodCode": l.method, "paymentOperatorCode": l.operator, "lang": l.lang,
	} {
		if value != "" {
			q.Set(name, value)
		}
	}
	if l.optionsAvailable {
		q.Set("optionsAvailable", "true")
	}
	if l.editable {
		q.Set("allowCustomerDataChange", "true")
	}
	var faults []error
	for _, pair := range l.data {
		name, value, ok := strings.Cut(pair, "=")
		if !ok || name == "" || q.Has(name) || ownParameters[name] {
			faults = append(faults, errors.New("--data takes NAME=VALUE, each customer-data name once"))
			continue
		}
		q.Set(name, value)
	}
	return q, faults
}

// read reads the parameters as the application will.
func (l *link) read(parameters url.Values, terms terms) (entry.Order, []error) {
	rules := entry.Rules{AllowHTTP: l.plainHTTP(), Schemes: terms.schemes, IsField: terms.IsField}
	order, err := entry.Parse(rules, parameters.Encode())
	faults := inFlags(err, parameters)
	if there := terms.Codes(l.currency); terms.lack(l.method, l.currency) && len(there) == 0 {
		faults = append(faults, errors.New("--method: the application has no payment method in the currency"))
	} else if terms.lack(l.method, l.currency) {
		faults = append(faults, fmt.Errorf(
			"--method: the application has no such payment method in the currency; it has %s", strings.Join(there, ", ")))
	}
	for _, name := range sortedNames(parameters) {
		if !ownParameters[name] && !terms.IsField(name) {
			faults = append(faults, fmt.Errorf("--data: no payment method knows %q", name))
		}
	}
	return order, faults
}
