package methods

// MandatoryBecause is the sentence of interface.md that makes a field of the
// method mandatory, or Ours: a payment by mobile money without a number, say,
// asks nobody for anything.
func (m Method) MandatoryBecause(f Field) string {
	name := f.Name
	if f.Group != "" {
		name = f.Group
	}
	for _, key := range [][3]string{{m.Messages, m.Currency, name}, {m.Messages, "", name}, {"", "", name}} {
		if sentence, ok := mandatory[key]; ok {
			return sentence
		}
	}
	return Ours
}

const (
	saysStore   = "For CODE_PAYMENT, accountName, emailAddress, phoneNumber and paymentLocation are mandatory."
	saysVATWD   = "For VAPAY in TWD, emailAddress and phoneNumber are mandatory."
	saysCollect = "For UpiCollectMethod in INR, account.accountName and phoneNumber are mandatory."
)

// mandatory holds the sentences of interface.md, Method-specific data rules,
// by method, currency ("" = each) and field or object.
var mandatory = map[[3]string]string{
	{"OFFLINE", "KRW", "accountName"}:       "accountName is mandatory for OFFLINE in KRW.",
	{"OFFLINE", "JPY", "emailAddress"}:      "emailAddress is mandatory for OFFLINE in JPY.",
	{"OFFLINE", "ARS", "taxId"}:             "taxId is mandatory for OFFLINE in ARS.",
	{"CODE_PAYMENT", "", "accountName"}:     saysStore,
	{"CODE_PAYMENT", "", "emailAddress"}:    saysStore,
	{"CODE_PAYMENT", "", "phoneNumber"}:     saysStore,
	{"CODE_PAYMENT", "", "paymentLocation"}: saysStore, // which fields it has isn't shown
	{"VAPAY", "TWD", "emailAddress"}:        saysVATWD,
	{"VAPAY", "TWD", "phoneNumber"}:         saysVATWD,
	{"PROMPTPAY", "", "accountNumber"}:      "For PROMPTPAY, accountNumber is mandatory.",
	{"PAYSHAP", "", "accountName"}:          "For PAYSHAP, account.accountName is mandatory.",
	{"BANKA_PAY", "", "accountName"}:        "For BANKA_PAY, account.accountName is mandatory",
	{"UPI_COLLECT", "", "accountName"}:      saysCollect,
	{"UPI_COLLECT", "", "phoneNumber"}:      saysCollect,
	{"FPX", "", "accountType"}:              "For FpxMethod in MYR, account.accountType is mandatory.",
	{"MOBILE_MONEY", "", "accountName"}:     "MobileMoney: accountName mandatory.",
	{"", "", "customerName"}:                "lastName (required), titleBefore, firstName, middleName, titleAfter (optional).",
}
