package methods

// africa has the rows in ZAR (South Africa), NAD (Namibia), NGN (Nigeria), GHS
// (Ghana) and KES (Kenya).
func africa() []Method {
	return []Method{
		{
			Code: "BANKA_PAY", Currency: "ZAR", Country: "ZA",
			Presentation: Approve, App: AppBank, Glyph: GlyphPhone,
			Fields: join(
				[]Field{
					{Name: "accountName", Rule: RuleName, Required: true, Because: "For BANKA_PAY, account.accountName is mandatory"},
					{Name: "accountNumber", Label: "accountNumber.za", Rule: RuleAccountZA},
				},
				customerName(),
			),
		},
		{
			Code: "BANKB_PAY", Currency: "ZAR", Country: "ZA",
			Presentation: Approve, App: AppBank, Glyph: GlyphPhone,
			Fields: join(
				[]Field{{Name: "accountNumber", Label: "accountNumber.za", Rule: RuleAccountZA}},
				customerName(),
			),
		},
		{
			Code: "PAYSHAP", Currency: "ZAR", Country: "ZA",
			Presentation: Approve, App: AppBank, Glyph: GlyphInstant, Chip: "PayShap", Operator: OperatorOptional,
			Fields: []Field{
				{Name: "accountName", Rule: RuleName, Required: true, Because: "For PAYSHAP, account.accountName is mandatory."},
				{Name: "accountNumber", Label: "accountNumber.payshap", Rule: RulePayShap},
			},
		},
		{
			Code: "PAY_ME", Currency: "ZAR", Country: "ZA",
			Presentation: Approve, App: AppBank, RedirectFirst: true, Glyph: GlyphPhone, Chip: "PayMe",
			Fields: []Field{
				{Name: "accountName", Rule: RuleName},
				{Name: "phoneNumber", Rule: RulePhone},
			},
		},
		{
			Code: "NEDBANK_DIRECT_EFT", Currency: "ZAR", Country: "ZA",
			Presentation: Redirect, Glyph: GlyphBank,
		},
		{
			Code: "ZAPPER_QR", Currency: "ZAR", Country: "ZA",
			Presentation: QR, OpensApp: true, AppSchemes: []string{"zapper"}, Caption: "zapper", Glyph: GlyphQR, Chip: "Zapper", Steps: "zapper",
		},
		online("ZAR", "ZA"),
		online("NAD", "NA"),
		offline("ZAR", "ZA", "accountNumber.za", RuleAccountZA),
		offline("NAD", "NA", "accountNumber", RuleAccount),
		offline("NGN", "NG", "accountNumber.ng", RuleNUBAN),
		{
			Code: "MOBILE_MONEY", Currency: "GHS", Country: "GH",
			Presentation: Phone, Operator: OperatorRequired, Glyph: GlyphPhone,
			Fields: mobileMoney(),
		},
		{
			Code: "MOBILE_MONEY", Currency: "KES", Country: "KE",
			Presentation: Phone, Operator: OperatorRequired, Glyph: GlyphPhone,
			Fields: mobileMoney(),
		},
	}
}
