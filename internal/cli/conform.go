//go:build !sandbox

package cli

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"os"
	"regexp"
	"slices"
	"strings"
	"time"

	"github.com/spf13/pflag"

	"payapp/internal/conform"
	"payapp/internal/findings"
	"payapp/internal/server"
	"payapp/money"
)

// conformRun asks a gateway whether it keeps what payapp assumes.
type conformRun struct {
	requester
	methods, currencies, amounts, data, pay []string
	catalogue                               string
	live                                    bool
}

func newConform(flags *pflag.FlagSet) performer {
	c := &conformRun{requester: requester{appless: true}}
	c.declareCaller(flags)
	flags.StringArrayVar(&c.methods, "method", nil, "`CODE` of a method to make a payment by, repeatable; without one, all that are offered")
	flags.StringArrayVar(&c.currencies, "currency", nil, "its currency's `CODE`: the n-th is the n-th method's, the last all further ones'")
	flags.StringArrayVar(&c.amounts, "amount", nil, "its `AMOUNT`: the n-th is the n-th method's; 10 by default, or about as little")
	flags.StringArrayVar(&c.data, "data", nil, "customer data as `NAME=VALUE` instead of samples, repeatable: accountName=Alex")
	flags.StringArrayVar(&c.pay, "pay", nil, "an `END` that you bring about when told to, repeatable: complete, refuse, expire")
	flags.StringVar(&c.catalogue, "catalogue", "", "write what a catalogue file (PAYAPP_CATALOGUE) can mend to this `FILE`")
	flags.BoolVar(&c.live, "live", false, "the gateway may be live: payments may move real money")
	flags.BoolVar(&c.json, "json", false, "print the findings as a JSON object")
	return c.perform
}

func (c *conformRun) perform(ctx context.Context, in invocation) error {
	terms, err := readTerms(append(slices.Clip(in.environ), "PAYAPP_GATEWAY_URL="+c.gateway)) // as where payapp runs with it
	if err != nil {
		return usageError{err}
	}
	payments, faults := c.payments()
	if !c.live && !forTrying.MatchString(c.gateway) {
		faults = append(faults, errors.New("--gateway may be live: it has neither sandbox nor test in its name; --live if that is meant"))
	}
	data := map[string]string{}
	for _, pair := range c.data {
		name, value, ok := strings.Cut(pair, "=")
		if data[name] = value; !ok || !terms.IsField(name) {
			faults = append(faults, fmt.Errorf("--data: no payment method knows %q", name))
		}
	}
	for _, end := range c.pay {
		if !conform.Ends(end) {
			faults = append(faults, errors.New("--pay takes complete, refuse or expire"))
		}
	}
	if faults = append(c.faults(), faults...); len(faults) > 0 {
		return usageError{errors.Join(faults...)}
	}
	credentials, err := c.credentials(in.In)
	if err != nil {
		return err
	}
	done := make(chan struct{})
	go func() {
		for typed := bufio.NewScanner(in.In); len(c.pay) > 0 && typed.Scan(); {
			done <- struct{}{}
		}
	}()
	var list findings.List
	server.CheckGateway(ctx, &list, strings.TrimRight(c.gateway, "/"), time.Now)
	list = slices.DeleteFunc(list, func(f findings.Finding) bool { return f.Name == "clock" }) // gateway-time tells
	found, file, err := conform.Run(ctx, conform.Config{
		Gateway: c.gateway, Merchant: c.merchant, Credentials: credentials, Catalogue: terms.Catalogue, Payments: payments, Data: data,
		Pay: c.pay, Live: c.live, AllowHTTP: terms.allowHTTP, Done: done, Pace: 0.4 * float64(terms.rate),
		Tell: func(text string) { fmt.Fprintln(in.Err, findings.Printable(text)) },
	})
	if err != nil {
		return err
	}
	if c.catalogue != "" && file != nil {
		if err := os.WriteFile(c.catalogue, file, 0o644); err != nil { //nolint:gosec // it holds no secret
			return fmt.Errorf("--catalogue: %w", err)
		}
	}
	err = report(append(list, found...), in.Out, c.json)
	if !c.json {
		err = cmp.Or(found.PrintToDo(in.Out, "Before customers come:"), err)
	}
	return err
}

// payments pairs the flags.
func (c *conformRun) payments() (list []conform.Payment, faults []error) {
	if len(c.currencies) == 0 {
		return nil, []error{errors.New("--currency is missing")}
	}
	nth := func(list []string, n int, otherwise string) string {
		if n < len(list) {
			return list[n]
		}
		return otherwise
	}
	for i := range max(len(c.methods), len(c.currencies), len(c.amounts)) {
		currency := nth(c.currencies, i, c.currencies[len(c.currencies)-1])
		asked, err := money.Parse(nth(c.amounts, i, conform.SmallAmount(currency)), currency)
		if err != nil {
			faults = append(faults, fmt.Errorf("--amount, --currency: %w", err))
		}
		list = append(list, conform.Payment{Method: nth(c.methods, i, ""), Money: asked})
	}
	return list, faults
}

// forTrying is an address of this machine's, or of a host that calls itself a sandbox or
// a test: the interface has two environments and doesn't show how to tell them, so that
// is ours.
var forTrying = regexp.MustCompile(`(?i)^https?://(localhost|127\.[\d.]+|\[::1\]|([^/:]*[.-])?(sandbox|test)([.-][^/:]*)?)(:\d+)?(/|$)`)
