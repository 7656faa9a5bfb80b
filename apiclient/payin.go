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
// creations and reads. Zero means absent; an answer to a creation usually has
// no Status and no process data.
type Payin struct {
	IDPayin    string
	MethodCode string

	// Requested is paymentRequested.money. Money is the payment's amount,
	// always positive: paymentMethodResponse.money, or Requested if that is
	// absent.
	Requested, Money money.Money
	// MoneyRequired is what the customer must pay if it differs, exactly as the
	// gateway says it. The caller checks amount and currency.
	MoneyRequired money.Money
	VAT           money.Money

	Operator Operator
	// Account is where the customer pays to.
	Account Account
	// AccountCustomer is the account from which the money is expected,
	// AccountCustomerUsed (accountCustomerUsedForPayment) the one it came from.
	AccountCustomer, AccountCustomerUsed Account

	Reference, ExternalReference string
	ReturnURL                    string
	// RedirectURL is the bank's or wallet's page (Config.RedirectProperty),
	// DeepLink is upiQrDeepLink. Both are unchecked: check the scheme before
	// use.
	RedirectURL, DeepLink string
	QRCode, QRName        string
	// ExpireAt is in UTC; zero if absent or unreadable.
	ExpireAt        time.Time
	InstructionList []InstructionSection
	PaymentAddress  PaymentAddress
	// Location is paymentLocationCustomer, its text properties only.
	Location map[string]string

	PhoneNumber, EmailAddress, TaxID string

	// Status is process.status; never empty in the answer to a read.
	Status                 string
	CreatedAt, ProcessedAt time.Time
	IsTest                 bool
	ProcessorStatus        string
	FailureReason          string
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
