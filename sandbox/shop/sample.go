package shop

import (
	"slices"
	"strings"

	"payapp/sandbox/internal/rules"
)

// samples are values that a method's fields accept, by the field and, where it
// matters, by the currency or the method.
var samples = map[string]string{
	"account.accountName":       "Alex Example",
	"account.accountName/KRW":   "홍길동",
	"account.accountNumber":     "62000000000",
	"account.accountNumber/INR": "customer.1001@okaxis",
	"account.accountNumber/THB": "0801234567",
	"account.accountNumber/VND": "V3CAS62627239",
	"account.accountNumber/NGN": "0000014579",
	"account.accountNumber/ARS": "2850590940090418135201",
	"account.accountType":       "personal",
	"emailAddress":              "alex@example.com",
	"phoneNumber":               "+27821234567",
	"phoneNumber/INR":           "+919876543210",
	"phoneNumber/THB":           "+66812345678",
	"phoneNumber/VND":           "+84912345678",
	"phoneNumber/IDR":           "+6281234567890",
	"phoneNumber/TWD":           "+886912345678",
	"phoneNumber/GHS":           "+233241234567",
	"phoneNumber/KES":           "+254712345678",
	"phoneNumber/JPY":           "+819012345678",
	"phoneNumber/KRW":           "+821012345678",
	"phoneNumber/CNY":           "+8613812345678",
	"phoneNumber/LAK":           "+8562055512345",
	"phoneNumber/NAD":           "+264811234567",
	"phoneNumber/NGN":           "+2348031234567",
	"phoneNumber/PHP":           "+639171234567",
	"phoneNumber/ARS":           "+5491123456789",
	"phoneNumber/COP":           "+573001234567",
	"taxId":                     "20267565393",
	"productId":                 "SKU-1001",
	"identifyingReference":      "1020304050",
	"customerName.lastName":     "Example",
	"paymentLocation":           "",
	"paymentLocation.country":   "TW",
	"paymentLocation.city":      "Taipei",
	"paymentLocation.street":    "Zhongxiao East Road 1",
	"paymentLocation.zipCode":   "100",
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
// RedirectURL parameters: what is mandatory or likely asked for and, where that is
// nothing, what the interface calls optional. It is nil for methods the sandbox
// doesn't have.
func Sample(code, currency string) map[string]string {
	method, ok := rules.Find(code, currency)
	if !ok {
		return nil
	}
	fields := slices.Concat(method.Must, asked[code])
	if len(fields) == 0 {
		fields = method.May
	}
	data := map[string]string{}
	for _, field := range fields {
		if field == rules.Location {
			for _, part := range []string{"country", "city", "street", "zipCode"} {
				data[field+"."+part] = samples[field+"."+part]
			}
			continue
		}
		value, ok := samples[field+"/"+currency]
		if !ok {
			value = samples[field]
		}
		data[strings.TrimPrefix(field, "account.")] = value
	}
	return data
}

// sampleAmounts are amounts that look like a purchase in their currency.
var sampleAmounts = map[string]string{
	"INR": "499.00", "THB": "1234.50", "MYR": "89.90", "VND": "150000", "ZAR": "349.99", "NAD": "349.99", "IDR": "150000",
	"KRW": "25000", "TWD": "800", "PHP": "858.31", "BRL": "123.45", "GHS": "120.50", "KES": "1500.00", "CNY": "199.00",
	"JPY": "3200", "LAK": "250000", "NGN": "15000.00", "ARS": "18500.00", "COP": "85000", "USDC": "25.5", "USDT": "25.5",
}

// SampleAmount is an amount that looks like a purchase in the currency, "" for
// a currency that no method has.
func SampleAmount(currency string) string { return sampleAmounts[currency] }
