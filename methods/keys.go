package methods

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
