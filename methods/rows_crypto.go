package methods

// cryptocurrencies has the rows in USDC and USDT. The operator is the network
// on which the coins are sent.
func cryptocurrencies() []Method {
	return []Method{
		{
			Code: "CRYPTO_OFFLINE", Currency: "USDC",
			Presentation: Crypto, Operator: OperatorWhereListed, Glyph: GlyphCoins,
			Fields: []Field{{Name: "emailAddress", Rule: RuleEmail}},
		},
		{
			Code: "CRYPTO_OFFLINE", Currency: "USDT",
			Presentation: Crypto, Operator: OperatorWhereListed, Glyph: GlyphCoins,
			Fields: []Field{{Name: "emailAddress", Rule: RuleEmail}},
		},
	}
}
