package methods

// eastAsia has the rows in TWD, KRW, JPY and CNY.
func eastAsia() []Method {
	return []Method{
		{
			Code: "CODE_PAYMENT", Currency: "TWD", Country: "TW",
			Presentation: StoreCode, Operator: OperatorOptional, Glyph: GlyphStore, Kiosk: kiosks,
			Fields: join(
				[]Field{
					{Name: "accountName", Label: "accountName.counter", Rule: RuleName, Required: true, Because: saysStore},
					{Name: "phoneNumber", Label: "phoneNumber.mobile", Rule: RuleMobileTW, Required: true, Because: saysStore},
					{Name: "emailAddress", Rule: RuleEmail, Required: true, Because: saysStore},
				},
				paymentLocation("TW", saysStore), // its fields aren't shown
			),
		},
		{
			Code: "VAPAY", Currency: "TWD", Country: "TW", Variant: true,
			Presentation: VirtualAccount, Operator: OperatorOptional, Glyph: GlyphBank,
			Fields: join(
				[]Field{
					{Name: "emailAddress", Rule: RuleEmail, Required: true, Because: saysVATWD},
					{Name: "phoneNumber", Label: "phoneNumber.mobile", Rule: RuleMobileTW, Required: true, Because: saysVATWD},
					{Name: "accountName", Rule: RuleName},
				},
				paymentLocation("", ""),
			),
		},
		offline("TWD", "TW", "accountNumber", RuleAccount),
		{
			Code: "VAPAY", Currency: "KRW", Country: "KR",
			Presentation: VirtualAccount, Operator: OperatorOptional, Glyph: GlyphBank,
			Fields: []Field{{Name: "accountName", Label: "accountName.kr", Rule: RuleNameKR, Required: true}},
		},
		{
			Code: "OFFLINE", Currency: "KRW", Country: "KR",
			Presentation: Transfer, Operator: OperatorOptional, Glyph: GlyphTransfer,
			Fields: []Field{
				{
					Name: "accountName", Label: "accountName.kr", Rule: RuleNameKR, Required: true,
					Because: "accountName is mandatory for OFFLINE in KRW.",
				},
				{Name: "accountNumber", Rule: RuleAccount},
				{Name: "phoneNumber", Rule: RulePhone},
				{Name: "productId", Rule: RuleText},
			},
		},
		{
			Code: "OFFLINE", Currency: "JPY", Country: "JP",
			Presentation: Transfer, Operator: OperatorOptional, Glyph: GlyphTransfer,
			Fields: []Field{
				{Name: "emailAddress", Rule: RuleEmail, Required: true, Because: "emailAddress is mandatory for OFFLINE in JPY."},
				{Name: "accountName", Label: "accountName.jp", Rule: RuleNameJP},
				{Name: "accountNumber", Rule: RuleAccount},
				{Name: "phoneNumber", Rule: RulePhone},
				{Name: "productId", Rule: RuleText},
			},
		},
		offline("CNY", "CN", "accountNumber", RuleAccount),
	}
}

// Sentences of interface.md, Method-specific data rules.
const (
	saysStore = "For CODE_PAYMENT, accountName, emailAddress, phoneNumber and paymentLocation are mandatory."
	saysVATWD = "For VAPAY in TWD, emailAddress and phoneNumber are mandatory."
)

// kiosks has the Taiwanese chains' machines by operator code.
var kiosks = map[string]Kiosk{
	"ibon":     {"7-ELEVEN", []string{"代碼輸入"}},
	"FamiPort": {"FamilyMart", []string{"繳費", "代碼繳費"}},
	"OK-go":    {"OKmart", []string{"繳費", "網路交易", "代碼繳費"}},
	"Life-ET":  {"Hi-Life", []string{"繳費.代收", "代碼輸入"}},
}
