package methods

// latinAmerica has the rows in BRL, ARS and COP.
func latinAmerica() []Method {
	return []Method{
		{
			Code: "PIXQR", Currency: "BRL", Country: "BR",
			Presentation: QR, CopiesPayload: true, Caption: "pix", CodeBegins: emvco, Glyph: GlyphQR, Chip: "Pix",
		},
		{
			Code: "OFFLINE", Currency: "ARS", Country: "AR",
			Presentation: Transfer, Operator: OperatorOptional, Glyph: GlyphTransfer,
			Fields: join(
				[]Field{{
					Name: "taxId", Label: "taxId.ar", Rule: RuleCUIT, Required: true,
					Because: "taxId is mandatory for OFFLINE in ARS.",
				}},
				offlineFields("accountNumber.ar", RuleCBU),
			),
		},
		{
			// Assumed code for "a method for the Colombian market".
			Code: "PSE", Currency: "COP", Country: "CO",
			Presentation: Redirect, Operator: OperatorRequired, Glyph: GlyphBank, Chip: "PSE",
			Fields: []Field{
				{Name: "identifyingReference", Label: "identifyingReference.co", Rule: RuleIdentityCO, Required: true},
				{Name: "phoneNumber", Rule: RulePhone, Required: true},
				{Name: "emailAddress", Rule: RuleEmail},
			},
		},
	}
}
