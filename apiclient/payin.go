package apiclient

import (
	"time"

	"payapp/money"
)

// PayinRequest is the body of POST /payins/{idPayin} (interface.md, Payin
// create request).
type PayinRequest struct {
	Money money.Money
	// Method is the paymentMethod object, paymentMethodCode included, as
	// PaymentMethod.Body makes it.
	Method      map[string]any
	CallbackURL string
	ReturnURL   string
}

// StatusSuccess is the only status that never changes (interface.md, States):
// whatever the gateway says later, the payment is paid.
const StatusSuccess = "SUCCESS"

// Payin is one incoming payment as the gateway describes it, in answers to
// creations and reads. Zero means absent; an answer to a creation
// usually has no Status and no process data. It has a field for each property
// that some page or decision needs.
//
// What browsers keep and replicas exchange of it is internal/known's Payment.
type Payin struct {
	IDPayin    string `json:"i,omitzero"`
	MethodCode string `json:"c,omitzero"`

	// Requested is paymentRequested.money. Money is the payment's amount,
	// always positive: paymentMethodResponse.money, or Requested if that is
	// absent.
	Requested money.Money `json:"mq,omitzero"`
	Money     money.Money `json:"m,omitzero"`
	// MoneyRequired is what the customer must pay if it differs, exactly as the
	// gateway says it. The caller checks amount and currency.
	MoneyRequired money.Money `json:"mr,omitzero"`
	VAT           money.Money `json:"v,omitzero"`
	// Fee is what the gateway takes, whether or not Money is without it.
	Fee money.Money `json:"fe,omitzero"`

	Operator Operator `json:"o,omitzero"`
	// Account is where the customer pays to.
	Account Account `json:"a,omitzero"`
	// AccountCustomer is the account from which the money is expected,
	// AccountCustomerUsed (accountCustomerUsedForPayment) the one it came from.
	AccountCustomer     Account `json:"ac,omitzero"`
	AccountCustomerUsed Account `json:"au,omitzero"`

	Reference         string `json:"r,omitzero"`
	ExternalReference string `json:"x,omitzero"`
	ReturnURL         string `json:"ru,omitzero"`
	// RedirectURL is the bank's or wallet's page (Config.RedirectProperty),
	// DeepLink is upiQrDeepLink. Both are unchecked: check the scheme before
	// use.
	RedirectURL string `json:"u,omitzero"`
	DeepLink    string `json:"d,omitzero"`
	QRCode      string `json:"q,omitzero"`
	QRName      string `json:"qn,omitzero"`
	// ExpireAt is in UTC; zero if absent or unreadable.
	ExpireAt        time.Time            `json:"e,omitzero"`
	InstructionList []InstructionSection `json:"l,omitzero"`
	PaymentAddress  PaymentAddress       `json:"pa,omitzero"`
	// Location is paymentLocationCustomer, its text properties only.
	Location map[string]string `json:"lo,omitzero"`

	PhoneNumber  string `json:"ph,omitzero"`
	EmailAddress string `json:"em,omitzero"`
	TaxID        string `json:"tx,omitzero"`

	// Status is process.status; never empty in the answer to a read.
	Status          string    `json:"s,omitzero"`
	CreatedAt       time.Time `json:"ca,omitzero"`
	ProcessedAt     time.Time `json:"pr,omitzero"`
	IsTest          bool      `json:"ts,omitzero"`
	ProcessorStatus string    `json:"ps,omitzero"`
	FailureReason   string    `json:"f,omitzero"`
}

// properties are the paths of what Config names.
type properties struct{ redirect, qr []string }

// describedPayin reads what paymentMethodResponse says besides money.
func describedPayin(method object, named properties) Payin {
	address := method.object("paymentAddress")
	return Payin{
		IDPayin:             method.number("idPayin"),
		MethodCode:          method.text("paymentMethodCode"),
		VAT:                 method.money("vat"),
		Operator:            method.operator("paymentOperator"),
		Account:             method.account("account"),
		AccountCustomer:     method.account("accountCustomer"),
		AccountCustomerUsed: method.account("accountCustomerUsedForPayment"),
		Reference:           method.number("reference"),
		ExternalReference:   method.object("externalReference").number("reference"),
		ReturnURL:           method.long("returnUrl", maxAddress),
		RedirectURL:         method.address(named.redirect),
		DeepLink:            method.long("upiQrDeepLink", maxAddress),
		QRCode:              method.code(named.qr),
		QRName:              method.words("qrName"),
		ExpireAt:            method.time("expireAt"),
		InstructionList:     readInstructions(method),
		PaymentAddress:      PaymentAddress{Name: address.words("name"), ID: address.number("idAddress")},
		Location:            readLocation(method.object("paymentLocationCustomer")),
		PhoneNumber:         method.number("phoneNumber"),
		EmailAddress:        method.text("emailAddress"),
		TaxID:               method.number("taxId"),
	}
}

// Account is an account in any of the places where the interface has one.
// BankCode and BankName are deprecated for some methods.
type Account struct{ Name, Number, Type, BankCode, BankName string }

// InstructionSection is one entry of paymentInstructionList: steps under a
// title. A plain list of strings becomes one section without a title.
type InstructionSection struct {
	Title string
	Steps []string
}

// PaymentAddress is paymentAddress of P2A_V2 responses.
type PaymentAddress struct{ Name, ID string }
