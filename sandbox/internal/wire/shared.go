package wire

import (
	"strings"

	"payapp/money"
)

// Named is a code with a display name: paymentOperator and externalProviders of
// interface.md, Shared objects and Payment options resource.
type Named struct {
	Code string `json:"code"`
	Name string `json:"name"`
}

// Account is an account object: the merchant's in a response, the customer's in
// a request. BankCode and BankName are deprecated for P2A_V2 (interface.md,
// Change history 2.12), the last three fields for P2A_V2 and PROMPTPAY (2.2).
type Account struct {
	AccountName   string `json:"accountName,omitempty"`
	AccountNumber string `json:"accountNumber,omitempty"`
	AccountType   string `json:"accountType,omitempty"`
	BankCode      string `json:"bankCode,omitempty"`
	BankName      string `json:"bankName,omitempty"`
	BankBranch    string `json:"bankBranch,omitempty"`
	BankCity      string `json:"bankCity,omitempty"`
	BankProvince  string `json:"bankProvince,omitempty"`
}

// Reference is the external payment reference.
type Reference struct {
	Reference string `json:"reference"`
}

// Error is the body of every refusal. Its shape is assumed. Fields holds the
// paths of invalid fields, such as "paymentMethod.account.accountName", and
// FieldErrors what is wrong with each.
type Error struct {
	Code        string       `json:"code"`
	Message     string       `json:"message"`
	Fields      []string     `json:"fields,omitempty"`
	FieldErrors []FieldError `json:"fieldErrors,omitempty"`
}

// FieldError is one invalid field.
type FieldError struct {
	Field   string `json:"field"`
	Code    string `json:"code"`
	Message string `json:"message"`
}

// ValidID reports whether the id can be a payment's: 1–128 of the characters
// that need no escaping anywhere.
func ValidID(id string) bool {
	const allowed = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._~@:+-"
	return id != "" && len(id) <= 128 && id != "." && id != ".." && strings.Trim(id, allowed) == ""
}

// FitsID reports whether an id fits a pattern: the id itself, a beginning and
// "*", or "" for any.
func FitsID(pattern, id string) bool {
	if start, open := strings.CutSuffix(pattern, "*"); open {
		return strings.HasPrefix(id, start)
	}
	return pattern == "" || pattern == id
}

// TokenRequest is the body of both token calls; each uses some of the fields.
// Timestamp is assumed to be milliseconds since the epoch.
type TokenRequest struct {
	MerchantCode string       `json:"merchantCode"`
	ValiditySecs *int64       `json:"validitySecs,omitempty"`
	Action       string       `json:"action,omitempty"`
	IDPayment    string       `json:"idPayment,omitempty"`
	Operations   []string     `json:"operations,omitempty"`
	Money        *money.Money `json:"money,omitempty"`
	Timestamp    *int64       `json:"timestamp,omitempty"`
	Secret       string       `json:"secret,omitempty"`
}

// TokenResponse is assumed.
type TokenResponse struct {
	Token string `json:"token"`
}
