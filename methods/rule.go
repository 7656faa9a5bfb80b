package methods

// Rule names a format that a field's value must have. The same name is used in
// a catalogue file.
type Rule string

// The rules, after the table "Rules by field" of the payment method facts.
const (
	RuleName          Rule = "name"            // a person's or company's name in any script
	RuleNameKR        Rule = "name-kr"         // Hangul or Latin
	RuleNameJP        Rule = "name-jp"         // katakana or Latin; soft
	RuleText          Rule = "text"            // one line of anything printable
	RuleAccount       Rule = "account"         // an account number of a country without a rule of its own
	RuleAccountZA     Rule = "account-za"      // soft
	RuleAccountMY     Rule = "account-my"      //
	RuleAccountVN     Rule = "account-vn"      //
	RulePayShap       Rule = "payshap"         // a South African account or a ShapID; soft
	RuleShapID        Rule = "shapid"          // soft
	RulePromptPay     Rule = "promptpay"       // mobile, national id or e-wallet id
	RuleUPI           Rule = "upi"             // a UPI id
	RuleIFSC          Rule = "ifsc"            //
	RuleReference     Rule = "reference"       // UTR/RRN: exactly 12 digits
	RulePhone         Rule = "phone"           // any number of the method's country
	RuleMobile        Rule = "mobile"          // a mobile number of the method's country
	RuleMobileTW      Rule = "mobile-tw"       //
	RuleWalletPhoneID Rule = "wallet-phone-id" // Indonesian wallets
	RuleEmail         Rule = "email"           //
	RuleAccountType   Rule = "account-type"    // personal or corporate
	RuleCUIT          Rule = "cuit"            // Argentina: CUIT or CUIL
	RuleCBU           Rule = "cbu"             // Argentina: CBU or CVU
	RuleCLABE         Rule = "clabe"           // Mexico
	RuleCPF           Rule = "cpf"             // Brazil, persons
	RuleCNPJ          Rule = "cnpj"            // Brazil, companies; alphanumeric
	RuleIdentityCO    Rule = "identity-co"     // Colombia: CC, CE, NIT or passport
	RuleNUBAN         Rule = "nuban"           // Nigeria; soft
)
