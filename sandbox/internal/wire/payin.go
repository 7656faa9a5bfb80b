package wire

import (
	"encoding/json"

	"payapp/money"
)

// Requested is paymentRequested of payins and payouts.
type Requested struct {
	Money money.Money `json:"money"`
}

// PaymentRequest is the body of POST /payins/{idPayin} and, without ReturnURL,
// of POST /payouts/{idPayout}. PaymentMethod stays raw because its fields depend
// on the method.
type PaymentRequest struct {
	PaymentRequested Requested       `json:"paymentRequested"`
	PaymentMethod    json.RawMessage `json:"paymentMethod"`
	CallbackURL      string          `json:"callbackUrl"`
	ReturnURL        string          `json:"returnUrl"`
}

// Payin is the answer to a creation (only PaymentRequested and
// PaymentMethodResponse) and to a read, where PaymentRequested is assumed.
type Payin struct {
	PaymentRequested  *Requested     `json:"paymentRequested,omitempty"`
	Method            MethodResponse `json:"paymentMethodResponse"`
	Process           *Process       `json:"process,omitempty"`
	FailureReasonCode string         `json:"failureReasonCode,omitempty"`
}

// Process is the state of a payin or payout. Times are ISO 8601 in UTC with
// milliseconds.
type Process struct {
	Status          string `json:"status"`
	CreatedAt       string `json:"createdAt"`
	ProcessedAt     string `json:"processedAt,omitempty"`
	IsTest          bool   `json:"isTest"`
	ProcessorStatus string `json:"processorStatus,omitempty"`
}

// MethodResponse is paymentMethodResponse of every method: each fills the part
// that interface.md gives it. RedirectURL is assumed. It has a field for each
// property.
type MethodResponse struct {
	IDPayin             string          `json:"idPayin"`
	PaymentMethodCode   string          `json:"paymentMethodCode"`
	Account             *Account        `json:"account,omitempty"`
	Money               money.Money     `json:"money"`
	MoneyRequired       *money.Money    `json:"moneyRequired,omitempty"`
	Vat                 *money.Money    `json:"vat,omitempty"`
	ExpireAt            string          `json:"expireAt,omitempty"`
	Reference           string          `json:"reference,omitempty"`
	ReturnURL           string          `json:"returnUrl,omitempty"`
	RedirectURL         string          `json:"redirectUrl,omitempty"`
	PaymentAddress      *Address        `json:"paymentAddress,omitempty"`
	Instructions        []any           `json:"paymentInstructionList,omitempty"`
	QRCode              string          `json:"qrCode,omitempty"`
	QRName              string          `json:"qrName,omitempty"`
	UPIQRDeepLink       string          `json:"upiQrDeepLink,omitempty"`
	PaymentOperator     *Named          `json:"paymentOperator,omitempty"`
	LocationCustomer    json.RawMessage `json:"paymentLocationCustomer,omitempty"`
	AccountCustomer     *Account        `json:"accountCustomer,omitempty"`
	AccountCustomerUsed *Account        `json:"accountCustomerUsedForPayment,omitempty"`
	ExternalReference   *Reference      `json:"externalReference,omitempty"`
	PhoneNumber         string          `json:"phoneNumber,omitempty"`
	EmailAddress        string          `json:"emailAddress,omitempty"`
	TaxID               string          `json:"taxId,omitempty"`
}

// Address is paymentAddress of P2A_V2.
type Address struct {
	Name      string `json:"name"`
	IDAddress string `json:"idAddress"`
}

// Instruction is one way of paying into a virtual account. Its shape is
// assumed, as is that it may be a plain text.
type Instruction struct {
	Title string   `json:"title"`
	Steps []string `json:"steps"`
}

// Options is the answer to POST /payins/!availablePaymentOptions.
type Options struct {
	Data              []Option `json:"data"`
	ExternalProviders []Named  `json:"externalProviders,omitempty"`
}

// Option is one payment method that the merchant may use.
type Option struct {
	PaymentMethodCode string  `json:"paymentMethodCode"`
	PaymentOperators  []Named `json:"paymentOperators"`
}

// Accounts is the answer to GET /payins/{idPayin}/accounts. Its property names
// are assumed to be those of the response objects.
type Accounts struct {
	AccountCustomer     *Account `json:"accountCustomer,omitempty"`
	AccountCustomerUsed *Account `json:"accountCustomerUsedForPayment,omitempty"`
}

// MerchantInfo is the answer to GET /merchant-info. Without a configured name
// it has no channelInfo.
type MerchantInfo struct {
	ChannelInfo *ChannelInfo `json:"channelInfo,omitempty"`
}

// ChannelInfo names the merchant's channel.
type ChannelInfo struct {
	Name string `json:"name"`
}
