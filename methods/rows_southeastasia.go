package methods

// southEastAsia has the rows in THB, VND, MYR, IDR, PHP and LAK.
func southEastAsia() []Method {
	return []Method{
		{
			Code: "PROMPTPAY", Currency: "THB", Country: "TH",
			Presentation: QR, Caption: "promptpay", CodeBegins: emvco, Glyph: GlyphQR,
			Fields: []Field{{
				Name: "accountNumber", Label: "accountNumber.promptpay", Rule: RulePromptPay, Required: true,
				Because: "For PROMPTPAY, accountNumber is mandatory.",
			}},
		},
		online("THB", "TH"),
		offline("THB", "TH", "accountNumber", RuleAccount),
		{
			Code: "VIETQR", Currency: "VND", Country: "VN",
			Presentation: QR, ShowsRows: true, Caption: "vietqr", CodeBegins: emvco, Glyph: GlyphQR, Chip: "VietQR",
			Fields: []Field{{Name: "emailAddress", Rule: RuleEmail}},
		},
		online("VND", "VN"),
		{
			Code: "OFFLINE", Currency: "VND", Country: "VN", Variant: true,
			Presentation: Transfer, ShowsQR: true, Caption: "vietqr", CodeBegins: emvco, Operator: OperatorOptional, Glyph: GlyphTransfer,
			Fields: offlineFields("accountNumber.vn", RuleAccountVN),
		},
		{
			// PayNet's format indicator is 02; of other issuers in Malaysia EMVCo's own 01.
			Code: "DUITNOW", Currency: "MYR", Country: "MY",
			Presentation: QR, Operator: OperatorOptional, Caption: "duitnow", CodeBegins: "00020", Glyph: GlyphQR, Chip: "DuitNow",
		},
		{
			// Assumed code. Personal and corporate customers have different
			// banks; the gateway lists both.
			Code: "FPX", Currency: "MYR", Country: "MY",
			Presentation: Redirect, Operator: OperatorRequired, Glyph: GlyphBank, Chip: "FPX",
			Fields: []Field{{
				Name: "accountType", Rule: RuleAccountType, Required: true, ByOperator: fpxAccountTypes,
				Because: "For FpxMethod in MYR, account.accountType is mandatory.",
			}},
		},
		online("MYR", "MY"),
		{
			Code: "QRISPAY", Currency: "IDR", Country: "ID",
			Presentation: QR, Caption: "qris", CodeBegins: emvco, Glyph: GlyphQR, Chip: "QRIS",
		},
		{
			Code: "EWALLET", Currency: "IDR", Country: "ID",
			Presentation: Redirect, Operator: OperatorRequired, Glyph: GlyphPhone,
			AppSchemes: []string{"gojek", "gopay", "shopeeid", "shopeepay", "dana", "ovo", "linkaja"},
			Fields:     []Field{{Name: "phoneNumber", Label: "phoneNumber.wallet", Rule: RuleWalletPhoneID}},
		},
		{
			Code: "VAPAY", Currency: "IDR", Country: "ID",
			Presentation: VirtualAccount, Operator: OperatorOptional, Glyph: GlyphBank,
			Fields: []Field{{Name: "accountName", Rule: RuleName, Required: true}},
		},
		{
			Code: "QRPH", Currency: "PHP", Country: "PH",
			Presentation: QR, Caption: "qrph", CodeBegins: emvco, Glyph: GlyphQR, Chip: "QR Ph",
		},
		offline("PHP", "PH", "accountNumber", RuleAccount),
		{
			Code: "OFFLINE", Currency: "LAK", Country: "LA", Variant: true,
			Presentation: Transfer, ShowsQR: true, Caption: "laoqr", CodeBegins: emvco, Operator: OperatorOptional, Glyph: GlyphTransfer,
			Fields: offlineFields("accountNumber", RuleAccount),
		},
	}
}
