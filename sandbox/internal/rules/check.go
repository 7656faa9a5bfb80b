package rules

import (
	"encoding/json"
	"slices"

	"payapp/sandbox/internal/body"
	"payapp/sandbox/internal/wire"
)

// Data is paymentMethod of a creation.
type Data struct {
	PaymentMethodCode    string
	PaymentOperatorCode  string
	Account              wire.Account
	EmailAddress         string
	PhoneNumber          string
	TaxID                string
	ProductID            string
	IdentifyingReference string
	CustomerName         *wire.CustomerName
	// PaymentLocation is as sent: its fields aren't shown.
	PaymentLocation json.RawMessage
}

// known are the properties of paymentMethod that interface.md names for any
// method. Other names are refused. The interface says nothing about them, but
// ignoring a misspelt name would hide the mistake.
var known = []string{
	"paymentMethodCode", Operator, "account", Email, Phone, TaxID, ProductID, Identifying, "customerName", Location,
}

// knownOfAccount are the same for an account, in requests and responses: "Other
// fields, such as accountType, exist for some methods and currencies".
var knownOfAccount = []string{
	"accountName", "accountNumber", "accountType", "bankCode", "bankName", "bankBranch", "bankCity", "bankProvince",
}

// Read reads paymentMethod, and reports values of the wrong type and unknown
// names.
func Read(method *body.Object) Data {
	method.Need("paymentMethodCode")
	method.Only(known...)
	data := Data{
		PaymentMethodCode: method.Text("paymentMethodCode"), PaymentOperatorCode: method.Text(Operator),
		EmailAddress: method.Text(Email), PhoneNumber: method.Text(Phone), TaxID: method.Text(TaxID), ProductID: method.Text(ProductID),
		IdentifyingReference: method.Text(Identifying), PaymentLocation: method.Raw(Location),
	}
	account := method.Inner("account")
	account.Only(knownOfAccount...)
	for _, name := range knownOfAccount {
		value := account.Text(name)
		switch name {
		case "accountName":
			data.Account.AccountName = value
		case "accountNumber":
			data.Account.AccountNumber = value
		case "accountType":
			data.Account.AccountType = value
		}
	}
	if name := method.Inner("customerName"); method.Has("customerName") {
		name.Only("titleBefore", "firstName", "middleName", "lastName", "titleAfter")
		name.Need("lastName")
		data.CustomerName = &wire.CustomerName{
			TitleBefore: name.Text("titleBefore"), FirstName: name.Text("firstName"), MiddleName: name.Text("middleName"),
			LastName: name.Text("lastName"), TitleAfter: name.Text("titleAfter"),
		}
	}
	method.Inner(Location) // an object; its fields aren't shown
	return data
}

// value is the text at a path of the table.
func (d Data) value(path string) string {
	switch path {
	case AccountName:
		return d.Account.AccountName
	case AccountNumber:
		return d.Account.AccountNumber
	case AccountType:
		return d.Account.AccountType
	case Email:
		return d.EmailAddress
	case Phone:
		return d.PhoneNumber
	case TaxID:
		return d.TaxID
	case Identifying:
		return d.IdentifyingReference
	case Location:
		return d.located()
	}
	return ""
}

// located is "" if the location says nothing.
func (d Data) located() string {
	var fields map[string]json.RawMessage
	if json.Unmarshal(d.PaymentLocation, &fields) != nil {
		return ""
	}
	for _, value := range fields {
		if text := string(value); text != `""` && text != "null" {
			return text
		}
	}
	return ""
}

// Check reports what interface.md refuses for this method: missing mandatory
// fields, and values that break its rules. There are no other rules: the
// sandbox accepts what the interface doesn't refuse.
func (m Method) Check(method *body.Object, data Data) {
	for _, path := range m.Must {
		if data.value(path) == "" {
			method.Fault(path, body.Missing)
		}
	}
	if len(m.AccountTypes) > 0 && data.Account.AccountType != "" && !slices.Contains(m.AccountTypes, data.Account.AccountType) {
		method.Fault(AccountType, body.NotAvailable)
	}
	if !m.operatorKnown(data.PaymentOperatorCode) {
		method.Fault(Operator, body.NotAvailable)
	}
	if m.payout {
		return // "Validation … in the create-payin request" (2.10)
	}
	if data.EmailAddress != "" && !email(data.EmailAddress) {
		method.Fault(Email, body.Malformed)
	}
	if m.Code == "NETBANKING" && data.PhoneNumber != "" && !phone(data.PhoneNumber) {
		method.Fault(Phone, body.Malformed)
	}
}

// operatorKnown checks an operator against the list: "The option must be one of
// the merchant's available options." Payouts without a list accept any.
func (m Method) operatorKnown(code string) bool {
	if code == "" || m.payout && len(m.Operators) == 0 {
		return true
	}
	_, ok := m.OperatorByCode(code)
	return ok
}
