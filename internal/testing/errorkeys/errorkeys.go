package errorkeys

// Key is a message about a value, and the variables that it may use.
type Key struct {
	Key  string
	Vars []string // numbers, except Country (a region code) and Start (digits)
}

// All lists every methods.Problem.Key that a check may return.
func All() []Key {
	return []Key{
		{"error.empty", nil},
		{"error.required-in-group", nil},            // the rest of the name or address is there, this part isn't
		{"error.too-long", []string{"Max", "Have"}}, // characters
		{"error.long", []string{"Max", "Have"}},     // longer than names are
		{"error.characters", nil},                   // invisible or control characters
		{"error.only-digits", nil},                  // something that isn't a digit
		{"error.digits", []string{"Want", "Have"}},  // exactly Want digits
		{"error.check-digit", nil},                  // right length, but a digit is mistyped
		{"error.choice", nil},
		{"error.not-accepted", nil},    // by the gateway
		{"error.operator-choice", nil}, // the chosen bank belongs to another choice
		{"error.email", nil},
		{"error.phone", nil},                                  // not a valid number of any country
		{"error.phone-country", []string{"Country", "Code"}},  // a number of the country (dialling code +Code), or of another with its code
		{"error.mobile", nil},                                 // valid, but not a mobile number
		{"error.mobile-country", []string{"Country", "Code"}}, // not a mobile number of the country
		{"error.mobile-tw", []string{"Have"}},                 // 09 and eight digits
		{"error.mobile-tw-start", []string{"Start"}},          // 10 digits, but not 09
		{"error.wallet-phone-id", []string{"Have"}},           // 08 and eight to eleven digits
		{"error.wallet-phone-id-start", []string{"Start"}},    // the right length, but not 081 to 089
		{"error.name-kr", nil},                                // only consonants
		{"error.name-jp", nil},                                // katakana or Latin expected
		{"error.account", []string{"Min", "Max", "Have"}},     // Min to Max letters and digits expected
		{"error.account-signs", nil},                          // something other than letters and digits
		{"error.account-za", []string{"Min", "Max", "Have"}},  // Min to Max digits expected
		{"error.shapid", nil},                                 // like 0812345678@bank
		{"error.promptpay", []string{"Have"}},                 // account 10–12 digits, mobile 10, id 13, e-wallet 15
		{"error.upi", nil},                                    // like name@bank: no @, several, or nothing beside it
		{"error.upi-space", nil},                              // a space within
		{"error.upi-name", []string{"Min", "Have"}},           // too short before the @
		{"error.upi-signs", nil},                              // something other than letters, digits, . - _ before the @
		{"error.upi-bank", nil},                               // after the @: letters and digits, a letter first
		{"error.cbu-alias", nil},                              // neither 22 digits nor an alias
		{"error.identity-co", nil},                            // CC 6–10 digits, TI, NIT, CE or passport
		{"error.identity-co-digits", []string{"Have"}},        // only digits, too few or too many
		{"error.identity-co-passport", []string{"Min", "Max", "Have"}},
		{"error.nuban-bank", nil}, // not the check digit of the chosen bank
	}
}
