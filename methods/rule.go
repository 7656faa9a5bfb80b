package methods

// Rule names a format that a field's value must have.
type Rule string

// The rules. The table in rule_table.go says what each accepts, how strict it
// is and why.
const (
	RuleName          Rule = "name"            // a person's or company's name in any script
	RuleNameKR        Rule = "name-kr"         // any name except single consonants
	RuleNameJP        Rule = "name-jp"         // katakana or Latin
	RuleText          Rule = "text"            // one line of anything printable
	RuleCountry       Rule = "country"         // a country by its name in any language, sent as its code
	RuleAccount       Rule = "account"         // an account number of a country without its own rule
	RuleAccountZA     Rule = "account-za"      //
	RuleAccountVN     Rule = "account-vn"      //
	RulePayShap       Rule = "payshap"         // a South African account or a ShapID
	RulePromptPay     Rule = "promptpay"       // a Thai bank account or a PromptPay id
	RuleUPI           Rule = "upi"             // a UPI id
	RuleReference     Rule = "reference"       // UTR/RRN: exactly 12 digits
	RuleReferenceUPI  Rule = "reference-upi"   // the same, but no sentence requires it
	RulePhone         Rule = "phone"           // any number of any country, for messages
	RulePhoneChecked  Rule = "phone-checked"   // the same, if the gateway checks it
	RuleMobile        Rule = "mobile"          // a mobile number of the method's country, which gets a payment request
	RuleMobileTW      Rule = "mobile-tw"       // a Taiwanese mobile number, or one from abroad, for messages
	RuleWalletPhoneID Rule = "wallet-phone-id" // Indonesian wallets
	RuleEmail         Rule = "email"           //
	RuleAccountType   Rule = "account-type"    // personal or corporate
	RuleCUIT          Rule = "cuit"            // Argentina: CUIT or CUIL
	RuleCBU           Rule = "cbu"             // Argentina: CBU, CVU or alias
	RuleIdentityCO    Rule = "identity-co"     // Colombia: CC, CE, TI, NIT or passport
	RuleNUBAN         Rule = "nuban"           // Nigeria
)

// Strength is how strict a rule is.
type Strength string

// The strengths. Banks, names and countries have exceptions that we don't know,
// so a rule is hard only if the interface itself demands it. At any strength,
// values that nothing accepts are never sent: see unsendable.
const (
	Hard Strength = "hard" // not sent
	Soft Strength = "soft" // sent after a warning
	None Strength = "none" // nothing can break it
)

// Ours is the source of a rule that no sentence of the interface requires.
const Ours = "ours"

// Strength is how strict the rule is.
func (r Rule) Strength() Strength { return r.definition().strength }

// Source is the sentence of interface.md that requires the rule, or Ours.
func (r Rule) Source() string { return r.definition().source }
