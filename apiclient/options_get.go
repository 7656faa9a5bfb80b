package apiclient

import (
	"cmp"
	"context"
	"net/http"
	"regexp"
	"slices"
	"strings"

	"payapp/money"
)

// Operator is a bank, wallet, network or store: paymentOperator and the entries
// of the option list (interface.md, Shared objects).
type Operator struct{ Code, Name string }

// Option is one payment method that the merchant offers for an amount.
type Option struct {
	MethodCode string
	Operators  []Operator
}

// Options is the payment options resource, in the gateway's order, duplicates
// included.
type Options struct {
	Methods           []Option
	ExternalProviders []Operator
}

// How many of each are read; a page with more would help nobody.
const (
	maxMethods   = 200
	maxOperators = 2000 // of one method
	maxExternal  = 200
)

// GetOptions lists how the amount can be paid (POST
// /payins/!availablePaymentOptions). An empty list is not an error.
func (c *Client) GetOptions(ctx context.Context, token Token, amount money.Money) (Options, error) {
	request := call{op: opOptions, token: token, content: requested{amount}}
	var options Options
	err := c.doObject(ctx, request, func(top object) (err error) {
		options.ExternalProviders = readOperators(top, "externalProviders", maxExternal)
		options.Methods, err = dataList(top, maxMethods, func(entry object) (Option, bool) {
			option := Option{entry.text("paymentMethodCode"), readOperators(entry, "paymentOperators", maxOperators)}
			return option, option.MethodCode != ""
		})
		return err
	})
	return options, err
}

// readOperators drops entries without a code; an entry without a name gets its
// code as its name.
func readOperators(from object, name string, most int) []Operator {
	var operators []Operator
	for _, raw := range from.list(name, most) {
		entry := asObject(raw, from.odd)
		operator := Operator{Code: entry.number("code")}
		if operator.Code == "" {
			continue
		}
		operator.Name = cmp.Or(entry.name("name"), operator.Code)
		operators = append(operators, operator)
	}
	return operators
}

const opOptions = "POST /payins/!availablePaymentOptions"

// Words of a refusal that is about the amount or its currency, and those that say that the
// request is at fault, and not the amount.
var (
	namesAmount = regexp.MustCompile(`(?i)(\b|_)(amount|money|currency)(code|\b|_)`)
	lacksAmount = regexp.MustCompile(`(?i)required|missing|null|absent|blank|empty|not (be )?present|paymentRequested`)
)

// aboutList is what a refused list says: that the amount or its currency can't be paid,
// since limits of methods are everyday; or that there is no such operation, as when the
// request was taken for another. nil is neither.
func aboutList(err *Error) error {
	says := func(text string) bool { return namesAmount.MatchString(text) && !lacksAmount.MatchString(text) }
	switch err.HTTPStatus {
	case http.StatusBadRequest, http.StatusNotAcceptable, http.StatusUnprocessableEntity:
		field := func(f FieldError) bool { return says(f.Field + " " + f.Code + " " + f.Message) }
		if says(err.Code+" "+err.Message) || slices.ContainsFunc(err.Fields, field) {
			return ErrAmount
		}
		return ErrNoList
	case http.StatusMethodNotAllowed, http.StatusConflict, http.StatusNotImplemented:
		return ErrNoList
	case http.StatusNotFound:
		if !strings.Contains(strings.ToLower(err.Code+err.Message), "version") {
			return ErrNoList
		}
	}
	return nil
}
