package shop

import (
	"cmp"
	"slices"
	"strings"

	"payapp/sandbox/internal/rules"
)

// samples are values that a method's fields accept, unless the currency has its
// own.
var samples = map[string]string{
	rules.AccountName:         "Alex Example",
	rules.AccountNumber:       "62000000000",
	rules.AccountType:         "personal",
	rules.Email:               "alex@example.com",
	rules.Phone:               "+27821234567",
	rules.TaxID:               "20267565393",
	rules.ProductID:           "SKU-1001",
	rules.Identifying:         "1020304050",
	rules.CustomerLastName:    "Example",
	"paymentLocation.country": "TW",
	"paymentLocation.city":    "Taipei",
	"paymentLocation.street":  "Zhongxiao East Road 1",
	"paymentLocation.zipCode": "100",
}

// asked are fields that a customer is likely asked for although the interface
// doesn't call them mandatory.
var asked = map[string][]string{
	"UPI_ID":       {rules.AccountNumber},
	"VAPAY":        {rules.AccountName},
	"MOBILE_MONEY": {rules.Phone},
	"PAY_ME":       {rules.AccountName, rules.Phone},
	"PSE":          {rules.Identifying, rules.Phone},
}

// Sample is customer data for the method in the currency, under the names of
// RedirectURL parameters: fields that are mandatory or likely asked for or, if
// there are none, those that the interface calls optional. It is nil for
// methods that the sandbox doesn't have.
func Sample(code, currency string) map[string]string {
	method, ok := rules.Payins.Find(code, currency)
	if !ok {
		return nil
	}
	fields := slices.Concat(method.Must, asked[code])
	if len(fields) == 0 {
		fields = method.May
	}
	known := rules.CurrencyOf(currency)
	own := map[string]string{rules.AccountName: known.Holder, rules.AccountNumber: known.Account, rules.Phone: known.Phone}
	data := map[string]string{}
	for _, field := range fields {
		if field == rules.Location {
			for _, part := range []string{"country", "city", "street", "zipCode"} {
				data[field+"."+part] = samples[field+"."+part]
			}
			continue
		}
		data[strings.TrimPrefix(field, "account.")] = cmp.Or(own[field], samples[field])
	}
	return data
}

// SampleAmount is a typical amount in the currency, "" for one that the sandbox
// doesn't know.
func SampleAmount(currency string) string { return rules.CurrencyOf(currency).Amount }

// usualAmount is the shop's price.
func usualAmount(currency string) string { return cmp.Or(SampleAmount(currency), "10") }
