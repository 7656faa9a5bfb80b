package methods

// cryptocurrencies holds the rows in USDC and USDT. The operator is the
// network that the coins travel on.
func cryptocurrencies() []Method {
	return []Method{
		{
			Code: "CRYPTO_OFFLINE", Currency: "USDC",
			Presentation: Crypto, Operator: OperatorOptional, Glyph: GlyphCoins,
			Fields: []Field{{Name: "emailAddress", Rule: RuleEmail}},
		},
		{
			Code: "CRYPTO_OFFLINE", Currency: "USDT",
			Presentation: Crypto, Operator: OperatorOptional, Glyph: GlyphCoins,
			Fields: []Field{{Name: "emailAddress", Rule: RuleEmail}},
		},
	}
}
