package methods

import (
	"slices"
	"strings"
)

// hinted lists the labels that have a hint beside their label.
var hinted = map[string]bool{
	"accountName":             true, // as it stands at the bank
	"accountName.kr":          true, // Hangul or Latin letters
	"accountName.jp":          true, // katakana, as in the passbook
	"accountName.wallet":      true, // the name the wallet is registered to
	"accountNumber":           true, // the account you will pay from
	"accountNumber.za":        true,
	"accountNumber.vn":        true,
	"accountNumber.ng":        true, // NUBAN, 10 digits
	"accountNumber.ar":        true, // CBU or CVU, 22 digits
	"accountNumber.payshap":   true, // bank account or ShapID
	"accountNumber.promptpay": true, // mobile number, national id or e-wallet id
	"accountNumber.upi":       true, // like name@bank
	"accountNumber.upiqr":     true, // the same, and what it saves
	"phoneNumber.mobile":      true,
	"phoneNumber.wallet":      true, // the number of the wallet
	"emailAddress":            true, // what is sent there
	"taxId.ar":                true, // CUIT or CUIL, 11 digits
	"productId":               true,
	"identifyingReference.co": true, // CC, CE, NIT or passport
	"accountType":             true,
	"reference":               true, // the 12-digit number, where to find it
}

// Keys lists every message key that the built-in catalogue can ask for, in
// order, each once.
func Keys() []string {
	keys := []string{"field.reference.label", "field.reference.hint"}
	for _, m := range Default().rows {
		keys = append(keys, m.NameKey(), m.HintKey(), m.CaptionKey())
		for _, f := range m.Fields {
			keys = append(keys, f.LabelKey(), f.HintKey(), f.GroupKey(), f.GroupHintKey())
			for _, choice := range f.Input().Choices {
				keys = append(keys, f.ChoiceKey(choice))
			}
			if len(f.ByOperator) > 0 {
				keys = append(keys, f.OperatorsKey("other"))
				for _, choice := range f.Input().Choices {
					keys = append(keys, f.OperatorsKey(choice))
				}
			}
		}
	}
	for _, e := range ErrorKeys() {
		keys = append(keys, e.Key)
	}
	slices.Sort(keys)
	return slices.DeleteFunc(slices.Compact(keys), func(k string) bool { return strings.TrimSpace(k) == "" })
}

// ErrorKey is a message about a value, and the variables it can use.
type ErrorKey struct {
	Key  string
	Vars []string // all are numbers but Country, a region code, Start, digits, and Label, the field's
}

// ErrorKeys lists every Problem.Key that a check can give.
func ErrorKeys() []ErrorKey {
	return []ErrorKey{
		{keyRequired, []string{"Label"}},
		{"error.required-in-group", nil},                       // the rest of the name or address is there, this part isn't
		{"error.too-long", []string{"Max", "Have"}},            // characters
		{"error.characters", nil},                              // invisible or control characters
		{"error.only-digits", nil},                             // something that isn't a digit
		{"error.digits", []string{"Want", "Have"}},             // exactly Want digits
		{"error.digits-range", []string{"Min", "Max", "Have"}}, // Min to Max digits
		{"error.check-digit", nil},                             // right length, but a digit is mistyped
		{"error.choice", nil},
		{"error.operator-choice", nil}, // the chosen bank goes with another choice only
		{"error.email", nil},
		{"error.phone", nil},                                  // no valid number of any country
		{"error.phone-country", []string{"Country", "Code"}},  // no valid number of the country, which is dialled +Code
		{"error.mobile", nil},                                 // valid, but no mobile number
		{"error.mobile-country", []string{"Country", "Code"}}, // no mobile number of the country
		{"error.mobile-tw", []string{"Have"}},                 // 09 and eight digits
		{"error.mobile-tw-start", []string{"Start"}},          // 10 digits, but not 09
		{"error.wallet-phone-id", []string{"Have"}},           // 08 and eight to eleven digits
		{"error.wallet-phone-id-start", []string{"Start"}},    // so many, but not 081 to 089
		{"error.name-kr", nil},                                // 2–10 Hangul syllables, or Latin letters
		{"error.name-jp", nil},                                // soft: katakana or Latin expected
		{"error.account", []string{"Min", "Max", "Have"}},     // soft: Min to Max letters and digits expected
		{"error.account-signs", nil},                          // soft: something else than letters and digits
		{"error.account-za", []string{"Min", "Max", "Have"}},  // soft: Min to Max digits expected
		{"error.account-vn", []string{"Min", "Max", "Have"}},  // Min to Max letters and digits
		{"error.account-vn-signs", nil},                       // something else than letters and digits
		{"error.shapid", nil},                                 // soft: like 0812345678@bank
		{"error.promptpay", []string{"Have"}},                 // 10 digits (mobile), 13 (id) or 15 (e-wallet)
		{"error.promptpay-mobile", nil},                       // 10 digits, but not 06, 08 or 09
		{"error.upi", nil},                                    // like name@bank: no @, several, or nothing beside it
		{"error.upi-space", nil},                              // a space within
		{"error.upi-name", []string{"Min", "Have"}},           // too short before the @
		{"error.upi-signs", nil},                              // something else than letters, digits, . - _ before it
		{"error.upi-bank", nil},                               // after the @: letters and digits, a letter first
		{"error.ifsc", nil},                                   // four letters, 0, six letters or digits
		{"error.cnpj", []string{"Want", "Have"}},              // Want letters and digits
		{"error.identity-co", nil},                            // CC 6–10 digits, NIT, CE or passport
		{"error.identity-co-digits", []string{"Have"}},        // digits alone, too few or too many
		{"error.identity-co-passport", []string{"Min", "Max", "Have"}},
		{"error.nuban", []string{"Want", "Have"}}, // soft: Want digits expected
		{"error.nuban-bank", nil},                 // soft: not the check digit of the bank that was chosen
	}
}
