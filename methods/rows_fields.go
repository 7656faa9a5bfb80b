package methods

import "slices"

// What several rows share.

// online is ONLINE in a currency: on to the bank.
func online(currency, country string) Method {
	return Method{
		Code: "ONLINE", Currency: currency, Country: country,
		Presentation: Redirect, Operator: OperatorWhereListed, Glyph: GlyphOnline, AccountIgnored: true,
	}
}

// offline is OFFLINE in a currency: a transfer. label and account are those of
// its account number.
func offline(currency, country, label string, account Rule) Method {
	return Method{
		Code: "OFFLINE", Currency: currency, Country: country,
		Presentation: Transfer, Operator: OperatorOptional, Glyph: GlyphTransfer,
		Fields: offlineFields(label, account),
	}
}

func join(parts ...[]Field) []Field { return slices.Concat(parts...) }

// saysName is a sentence of interface.md, Shared objects.
const saysName = "lastName (required), titleBefore, firstName, middleName, titleAfter (optional)."

// customerName is the structured name of BANKA_PAY and BANKB_PAY: optional as
// a whole, its lastName required within (interface.md, Shared objects).
func customerName() []Field {
	return []Field{
		{Name: "customerName.titleBefore", Rule: RuleName, Group: "customerName"},
		{Name: "customerName.firstName", Rule: RuleName, Group: "customerName"},
		{Name: "customerName.middleName", Rule: RuleName, Group: "customerName"},
		{Name: "customerName.lastName", Rule: RuleName, Group: "customerName", RequiredInGroup: true, Because: saysName},
		{Name: "customerName.titleAfter", Rule: RuleName, Group: "customerName"},
	}
}

// paymentLocation is where the customer pays. Its parts are assumed, see
// docs/assumptions.md. They are required if the interface says so, with the
// sentence in because; "" is optional. The country is suggested only if the
// object is required: in an optional object a suggestion would make it present.
// They are in the order in which one writes an address in Taiwan, whose methods ask
// for it.
func paymentLocation(country, because string) []Field {
	required := because != ""
	return []Field{
		{Name: "paymentLocation.country", Rule: RuleCountry, Group: "paymentLocation", Required: required, Because: because, Default: country},
		{Name: "paymentLocation.zipCode", Rule: RuleText, Group: "paymentLocation", Required: required, Because: because},
		{Name: "paymentLocation.city", Rule: RuleText, Group: "paymentLocation", Required: required, Because: because},
		{Name: "paymentLocation.street", Rule: RuleText, Group: "paymentLocation", Required: required, Because: because},
	}
}

// offlineFields are OFFLINE's fields in most currencies, all optional.
func offlineFields(label string, account Rule) []Field {
	return []Field{
		{Name: "accountName", Rule: RuleName},
		{Name: "accountNumber", Label: label, Rule: account},
		{Name: "phoneNumber", Rule: RulePhone},
		{Name: "productId", Rule: RuleText},
	}
}

// mobileMoney are the fields that a wallet needs to ask for the PIN on the
// phone; it can't without a number.
func mobileMoney() []Field {
	return []Field{
		{Name: "phoneNumber", Label: "phoneNumber.wallet", Rule: RuleMobile, Required: true},
		{
			Name: "accountName", Label: "accountName.wallet", Rule: RuleName, Required: true,
			Because: "MobileMoney: accountName mandatory.",
		},
	}
}

// fpxAccountTypes assigns FPX's banks to people or companies. The gateway lists
// them together; customers choose under two headings, and the bank determines
// the type of account. For a bank in neither list the customer chooses the
// type.
var fpxAccountTypes = map[string]string{
	"MB2U0227": "personal", "BCBB0235": "personal", "PBB0233": "personal", "RHB0218": "personal",
	"HLB0224": "personal", "BIMB0340": "personal", "AMBB0209": "personal", "UOB0226": "personal",
	"MBB0228": "corporate", "BCBB0236": "corporate", "PBB0234": "corporate", "RHB0219": "corporate",
	"HLB0225": "corporate", "BIMB0341": "corporate", "AMBB0210": "corporate", "UOB0228": "corporate",
}
