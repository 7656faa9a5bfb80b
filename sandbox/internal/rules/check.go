package rules

import (
	"encoding/json"
	"slices"

	"payapp/sandbox/internal/body"
)

// Data is paymentMethod of a creation: the texts by their paths in it, and
// paymentLocation as sent, because its fields aren't shown.
type Data map[string]string

// texts are the properties of paymentMethod with a text that interface.md names
// for any method. Names besides these, textsOf and Location are refused. The
// interface says nothing about them, but ignoring a misspelt name would hide the
// mistake.
var texts = []string{Code, Operator, Email, Phone, TaxID, ProductID, Identifying}

// textsOf are those of its objects: "Other fields, such as accountType, exist
// for some methods and currencies".
var textsOf = map[string][]string{
	"account": {
		"accountName", "accountNumber", "accountType", "bankCode", "bankName", "bankBranch", "bankCity", "bankProvince",
	},
	"customerName": {"titleBefore", "firstName", "middleName", "lastName", "titleAfter"},
}

// Read reads paymentMethod, and reports values of the wrong type and unknown
// names.
func Read(method *body.Object) Data {
	method.Need(Code)
	method.Only(append([]string{"account", "customerName", Location}, texts...)...)
	data := Data{Location: string(method.Raw(Location))}
	for _, name := range texts {
		data[name] = method.Text(name)
	}
	for name, fields := range textsOf {
		inner := method.Inner(name)
		inner.Only(fields...)
		for _, field := range fields {
			data[name+"."+field] = inner.Text(field)
		}
		if name == "customerName" && method.Has(name) {
			inner.Need("lastName")
		}
	}
	method.Inner(Location) // an object
	return data
}

// says reports whether there is something at a path of the table. A location
// may say nothing.
func (d Data) says(path string) bool {
	if path != Location {
		return d[path] != ""
	}
	var fields map[string]json.RawMessage
	if json.Unmarshal([]byte(d[Location]), &fields) != nil {
		return false
	}
	for _, value := range fields {
		if text := string(value); text != `""` && text != "null" {
			return true
		}
	}
	return false
}

// Check reports what interface.md refuses for this method: missing mandatory
// fields, and values that break its rules. There are no other rules: the
// sandbox accepts what the interface doesn't refuse.
func (m Method) Check(method *body.Object, data Data) {
	for _, path := range m.Must {
		if !data.says(path) {
			method.Fault(path, body.Missing)
		}
	}
	if len(m.AccountTypes) > 0 && data[AccountType] != "" && !slices.Contains(m.AccountTypes, data[AccountType]) {
		method.Fault(AccountType, body.NotAvailable)
	}
	if !m.operatorKnown(data[Operator]) {
		method.Fault(Operator, body.NotAvailable)
	}
	if m.payout {
		return // "Validation … in the create-payin request" (2.10)
	}
	if data[Email] != "" && !email(data[Email]) {
		method.Fault(Email, body.Malformed)
	}
	if m.Code == "NETBANKING" && data[Phone] != "" && !phone(data[Phone]) {
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
