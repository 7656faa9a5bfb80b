package methods

// Rule names a format that a field's value must have. The same name is used in
// a catalogue file.
type Rule string

// The rules. What each takes, how hard it is and who says so is the table in
// rule_table.go.
const (
	RuleName          Rule = "name"            // a person's or company's name in any script
	RuleNameKR        Rule = "name-kr"         // any name but bare consonants
	RuleNameJP        Rule = "name-jp"         // katakana or Latin
	RuleText          Rule = "text"            // one line of anything printable
	RuleCountry       Rule = "country"         // a country by its name in any language, sent as its code
	RuleAccount       Rule = "account"         // an account number of a country without a rule of its own
	RuleAccountZA     Rule = "account-za"      //
	RuleAccountMY     Rule = "account-my"      //
	RuleAccountVN     Rule = "account-vn"      //
	RulePayShap       Rule = "payshap"         // a South African account or a ShapID
	RuleShapID        Rule = "shapid"          //
	RulePromptPay     Rule = "promptpay"       // a Thai bank account, or what PromptPay knows it by
	RuleUPI           Rule = "upi"             // a UPI id
	RuleIFSC          Rule = "ifsc"            //
	RuleReference     Rule = "reference"       // UTR/RRN: exactly 12 digits
	RuleReferenceUPI  Rule = "reference-upi"   // the same where no sentence demands it
	RulePhone         Rule = "phone"           // any number of any country, for messages
	RulePhoneChecked  Rule = "phone-checked"   // the same where the gateway checks it
	RuleMobile        Rule = "mobile"          // a mobile number of the method's country, which is asked for money
	RuleMobileTW      Rule = "mobile-tw"       // a Taiwanese mobile number, or one from abroad, for messages
	RuleWalletPhoneID Rule = "wallet-phone-id" // Indonesian wallets
	RuleEmail         Rule = "email"           //
	RuleAccountType   Rule = "account-type"    // personal or corporate
	RuleCUIT          Rule = "cuit"            // Argentina: CUIT or CUIL
	RuleCBU           Rule = "cbu"             // Argentina: CBU, CVU or alias
	RuleCLABE         Rule = "clabe"           // Mexico
	RuleCPF           Rule = "cpf"             // Brazil, persons
	RuleCNPJ          Rule = "cnpj"            // Brazil, companies; alphanumeric
	RuleIdentityCO    Rule = "identity-co"     // Colombia: CC, CE, TI, NIT or passport
	RuleNUBAN         Rule = "nuban"           // Nigeria
)

// Strength is what becomes of a value that breaks a rule.
type Strength string

// The strengths. Banks, names and countries know exceptions that we don't, so a
// rule is hard only where the interface itself rules. Whatever the strength, no
// value that nothing can take is sent: see unsendable.
const (
	Hard Strength = "hard" // it isn't sent
	Soft Strength = "soft" // it is sent after a warning
	None Strength = "none" // there is nothing to break
)

// Ours is the source of a rule that no sentence of the interface demands.
const Ours = "ours"

// Strength is how hard the rule is.
func (r Rule) Strength() Strength { return r.definition().strength }

// Source is the sentence of interface.md that demands the rule, or Ours.
func (r Rule) Source() string { return r.definition().source }
