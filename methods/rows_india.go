package methods

// upiSchemes are the apps that understand a UPI link.
var upiSchemes = []string{"upi", "phonepe", "tez", "gpay", "paytmmp", "bhim", "credpay"}

// saysCollect is a sentence of interface.md, Method-specific data rules.
const saysCollect = "For UpiCollectMethod in INR, account.accountName and phoneNumber are mandatory."

// india has the rows in INR.
func india() []Method {
	return []Method{
		{
			Code: "UPIQR", Currency: "INR", Country: "IN",
			Presentation: QR, QRLink: true, OpensApp: true, AppSchemes: upiSchemes, Caption: "upi", Glyph: GlyphQR, Chip: "UPI",
			Reference: ReferenceUnlessAccount,
			Fields:    []Field{{Name: "accountNumber", Label: "accountNumber.upiqr", Rule: RuleUPI}},
		},
		{
			// Assumed code. Withdrawn by NPCI for most merchants in February
			// 2026: offered only if the gateway lists it.
			Code: "UPI_COLLECT", Currency: "INR", Country: "IN",
			Presentation: Approve, App: AppUPI, Glyph: GlyphPhone, Chip: "UPI",
			Fields: []Field{
				{Name: "accountName", Rule: RuleName, Required: true, Because: saysCollect},
				{Name: "phoneNumber", Label: "phoneNumber.request", Rule: RuleMobile, Required: true, Because: saysCollect},
				{Name: "accountNumber", Label: "accountNumber.upi", Rule: RuleUPI},
			},
		},
		{
			// Assumed code.
			Code: "UPI_ID", Currency: "INR", Country: "IN",
			Presentation: Approve, App: AppUPI, Glyph: GlyphHandle, Chip: "UPI",
			Fields: []Field{
				{Name: "accountNumber", Label: "accountNumber.upi", Rule: RuleUPI, Required: true},
				{Name: "emailAddress", Rule: RuleEmail},
			},
		},
		{
			Code: "P2A_V2", Currency: "INR", Country: "IN",
			Presentation: Transfer, Operator: OperatorOptional, Glyph: GlyphTransfer, Chip: "IMPS", BankRenamed: true,
			Reference: ReferenceRequired,
		},
		{
			Code: "NETBANKING", Currency: "INR", Country: "IN",
			Presentation: Redirect, Operator: OperatorRequired, Glyph: GlyphBank,
			Fields: []Field{
				{Name: "accountName", Rule: RuleName},
				{Name: "emailAddress", Rule: RuleEmail},
				{Name: "phoneNumber", Rule: RulePhoneChecked},
			},
		},
		online("INR", "IN"),
	}
}
