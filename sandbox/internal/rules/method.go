package rules

import (
	"slices"

	"payapp/sandbox/internal/wire"
)

// The fields of paymentMethod, by their paths in it.
const (
	Code             = "paymentMethodCode"
	AccountName      = "account.accountName"
	AccountNumber    = "account.accountNumber"
	AccountType      = "account.accountType"
	Email            = "emailAddress"
	Phone            = "phoneNumber"
	TaxID            = "taxId"
	ProductID        = "productId"
	Identifying      = "identifyingReference"
	CustomerLastName = "customerName.lastName"
	Location         = "paymentLocation" // the whole object
	Operator         = "paymentOperatorCode"
)

// Everywhere are the fields that the create request's own table lists, accepted
// by every method: "paymentMethod.account: Contains accountName and
// accountNumber (both strings) … Optional for some methods",
// "paymentMethod.emailAddress: Customer e-mail", "paymentMethod.phoneNumber:
// Customer phone".
var Everywhere = []string{AccountName, AccountNumber, Email, Phone}

// Method is one payment method in one currency.
type Method struct {
	Code, Currency string
	Kind           Kind // none for payouts
	// Must and May are the fields that the interface calls mandatory and
	// optional for this method; Says quotes it.
	Must, May []string
	Says      string
	// Operators are what the customer can choose from, in the order shown.
	Operators []wire.Named
	// AccountTypes are the valid values of account.accountType; any if empty.
	AccountTypes []string
	// Reference says when the customer's external reference is needed.
	Reference ReferenceRule
	payout    bool
}

// Kind is how a method is paid. The answer to a creation, its lifetime and the
// other side to play follow from it: see answers.kinds.
type Kind string

// The kinds.
const (
	Redirect          Kind = "redirect" // on to the bank
	Wallet            Kind = "wallet"   // on to the wallet, or into its app
	Approve           Kind = "approve"  // in an app, or with a PIN on the phone
	ApproveOrRedirect Kind = "approve-or-redirect"
	QR                Kind = "qr"
	Transfer          Kind = "transfer"
	VirtualAccount    Kind = "virtual-account"
	StoreCode         Kind = "store-code"
	Crypto            Kind = "crypto"
)

// offline is OFFLINE in a currency for which the interface demands nothing
// more.
func offline(currency string, operators []wire.Named) Method {
	return Method{
		Code: "OFFLINE", Currency: currency, Kind: Transfer, Operators: operators,
		May: []string{AccountName, AccountNumber, Phone, ProductID, Email},
		Says: "productId (OFFLINE method, optional), phoneNumber (OFFLINE method, optional). " +
			"OFFLINE and VAPAY in TWD make the account object optional.",
	}
}

func crypto(currency string) Method {
	return Method{
		Code: "CRYPTO_OFFLINE", Currency: currency, Kind: Crypto, Operators: networks, May: []string{Email},
		Says: "Optional emailAddress is accepted by CryptoOfflineMethod, UpiIdMethod and VietQRMethod.",
	}
}

// needs makes a field mandatory, with the interface's sentence.
func (m Method) needs(says string, path string) Method {
	m.Must, m.Says = []string{path}, says+" "+m.Says
	m.May = slices.DeleteFunc(slices.Clone(m.May), func(optional string) bool { return optional == path })
	return m
}

// ReferenceRule is when a method's payments need an external reference
// (interface.md, Payment methods, last column).
type ReferenceRule int

// The rules: never, always, or only without an account.
const (
	NoReference ReferenceRule = iota
	ReferenceAlways
	ReferenceWithoutAccount
)

// OperatorByCode finds one of the method's operators, or one of the external
// operators of its currency.
func (m Method) OperatorByCode(code string) (wire.Named, bool) {
	for _, list := range [][]wire.Named{m.Operators, ExternalProviders(m.Currency)} {
		for _, o := range list {
			if o.Code == code {
				return o, true
			}
		}
	}
	return wire.Named{}, false
}
