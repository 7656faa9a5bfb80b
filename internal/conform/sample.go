package conform

import (
	"cmp"

	"payapp/methods"
)

// samples are values that the rules accept, by rule; what needs a country has it in.
var samples = map[methods.Rule]string{
	methods.RuleName: "Conform Test", methods.RuleNameKR: "홍길동", methods.RuleNameJP: "ﾃｽﾄ", methods.RuleText: "Test 1",
	methods.RuleCountry: "TW", methods.RuleAccount: "1234567890", methods.RuleAccountZA: "62000000000", methods.RuleAccountVN: "1234567890",
	methods.RulePayShap: "62000000000", methods.RulePromptPay: "0801234567", methods.RuleUPI: "conform@okaxis",
	methods.RuleReference:    "123456789012",
	methods.RuleReferenceUPI: "123456789012", methods.RuleMobileTW: "+886912345678", methods.RuleWalletPhoneID: "+6281234567890",
	methods.RuleEmail: "conform@example.com", methods.RuleAccountType: "personal", methods.RuleCUIT: "20267565393",
	methods.RuleCBU: "2850590940090418135201", methods.RuleIdentityCO: "1020304050", methods.RuleNUBAN: "0000014579",
}

// values are what a creation needs of the customer, and nothing optional.
func (r *run) values(row methods.Method) map[string]string {
	values := map[string]string{}
	for _, field := range row.Fields {
		if given := r.Data[field.Name]; given != "" || field.Required {
			values[field.Name] = cmp.Or(given, samples[field.Rule], row.Example(field))
		}
	}
	return values
}

// small are amounts where 10 is too little to be paid.
var small = map[string]string{"JPY": "100", "KRW": "1000", "IDR": "10000", "VND": "10000", "LAK": "10000", "COP": "5000", "NGN": "500"}

// SmallAmount is what is asked for unless told.
func SmallAmount(currency string) string { return cmp.Or(small[currency], "10") }
