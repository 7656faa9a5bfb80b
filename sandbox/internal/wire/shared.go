package wire

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

// CustomerName is the structured name of BANKA_PAY and BANKB_PAY.
type CustomerName struct {
	TitleBefore string `json:"titleBefore,omitempty"`
	FirstName   string `json:"firstName,omitempty"`
	MiddleName  string `json:"middleName,omitempty"`
	LastName    string `json:"lastName,omitempty"`
	TitleAfter  string `json:"titleAfter,omitempty"`
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
