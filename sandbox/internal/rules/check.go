package rules

import (
	"encoding/json"
	"maps"
	"slices"
	"strings"

	"payapp/sandbox/internal/body"
	"payapp/sandbox/internal/wire"
)

// Data is paymentMethod of a creation, read.
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
	PaymentLocation      *wire.Location
}

// Read takes paymentMethod apart and finds fault with leaves that are no
// strings.
func Read(method *body.Object) Data {
	method.Need("paymentMethodCode")
	account := method.Inner("account")
	data := Data{
		PaymentMethodCode: method.Text("paymentMethodCode"), PaymentOperatorCode: method.Text(Operator),
		Account: wire.Account{
			AccountName:   account.Text("accountName"),
			AccountNumber: account.Text("accountNumber"),
			AccountType:   account.Text("accountType"),
		},
		EmailAddress: method.Text(Email), PhoneNumber: method.Text(Phone), TaxID: method.Text(TaxID), ProductID: method.Text(ProductID),
		IdentifyingReference: method.Text(Identifying),
	}
	if method.Has(Operator) && data.PaymentOperatorCode == "" {
		method.Fault(Operator)
	}
	if name := method.Inner("customerName"); method.Has("customerName") {
		data.CustomerName = &wire.CustomerName{
			TitleBefore: name.Text("titleBefore"), FirstName: name.Text("firstName"), MiddleName: name.Text("middleName"),
			LastName: name.Text("lastName"), TitleAfter: name.Text("titleAfter"),
		}
	}
	if place := method.Inner(Location); method.Has(Location) {
		data.PaymentLocation = &wire.Location{
			Country: place.Text("country"),
			City:    place.Text("city"),
			Street:  place.Text("street"),
			ZipCode: place.Text("zipCode"),
		}
	}
	return data
}

// Check lists the paths within paymentMethod that are at fault: missing,
// badly formed, or unknown to the method. What the method doesn't know is
// refused rather than ignored, so that a client's mistake can't hide.
func (m Method) Check(raw json.RawMessage, data Data) []string {
	given := leaves(raw)
	faults := map[string]bool{}
	for _, path := range m.Must {
		if !present(given, path) {
			faults[path] = true
		}
	}
	for path, value := range given {
		if !m.takes(path) || !m.wellFormed(path, value) {
			faults[path] = true
		}
	}
	m.checkWhole(data, given, faults)
	return slices.Sorted(maps.Keys(faults))
}

// checkWhole holds the rules that look at more than one field.
func (m Method) checkWhole(data Data, given map[string]string, faults map[string]bool) {
	if data.CustomerName != nil && given[CustomerLastName] == "" {
		faults[CustomerLastName] = true
	}
	if data.PaymentOperatorCode == "" {
		faults[Operator] = m.OperatorMust || faults[Operator]
	} else if _, ok := m.OperatorByCode(data.PaymentOperatorCode); !ok {
		faults[Operator] = true
	}
	corporate := data.Account.AccountType == "corporate"
	if m.Code == "FPX" && data.PaymentOperatorCode != "" && corporateOnly(data.PaymentOperatorCode) != corporate {
		faults[Operator] = true
	}
	maps.DeleteFunc(faults, func(_ string, atFault bool) bool { return !atFault })
}

// takes reports whether the method has a field at the path.
func (m Method) takes(path string) bool {
	switch path {
	case "paymentMethodCode":
		return true
	case Operator:
		return len(m.Operators) > 0 || len(ExternalProviders(m.Currency)) > 0
	}
	for _, list := range [][]string{m.Must, m.May} {
		for _, known := range list {
			if path == known || group(path) != "account" && group(path) != "" && group(path) == group(known) {
				return slices.Contains(parts, path)
			}
		}
	}
	return false
}

// parts are all leaves that some method may take.
var parts = []string{
	AccountName, AccountNumber, AccountType, Email, Phone, TaxID, ProductID, Identifying,
	"customerName.titleBefore", "customerName.firstName", "customerName.middleName", CustomerLastName, "customerName.titleAfter",
	"paymentLocation.country", "paymentLocation.city", "paymentLocation.street", "paymentLocation.zipCode",
}

// wellFormed checks one value. Empty optional fields are as good as absent.
func (m Method) wellFormed(path, value string) bool {
	if value == "" {
		return true
	}
	switch path {
	case AccountNumber:
		if m.AccountNumber != nil {
			return m.AccountNumber(value)
		}
		return account(value)
	case AccountType:
		return len(m.AccountTypes) == 0 || slices.Contains(m.AccountTypes, value)
	case Email:
		return email(value)
	case Phone:
		if mobile := mobiles[m.Currency]; m.MobileOnly && mobile != nil {
			return mobile(value)
		}
		return phone(value)
	case TaxID:
		return cuit(value)
	case Identifying:
		return m.Identifying == nil || m.Identifying(value)
	case AccountName:
		return name(value)
	}
	return text(value)
}

// group is the object that a path lies in; Location names a whole one.
func group(path string) string {
	if path == Location {
		return Location
	}
	object, _, nested := strings.Cut(path, ".")
	if !nested {
		return ""
	}
	return object
}

func present(given map[string]string, path string) bool {
	if path != Location {
		return given[path] != ""
	}
	for leaf, value := range given {
		if group(leaf) == Location && value != "" {
			return true
		}
	}
	return false
}

// leaves flattens an object to its paths. What is no string or object keeps
// its JSON text, for the formats to refuse.
func leaves(raw json.RawMessage) map[string]string {
	out := map[string]string{}
	var walk func(prefix string, raw json.RawMessage)
	walk = func(prefix string, raw json.RawMessage) {
		var object map[string]json.RawMessage
		var value string
		switch {
		case string(raw) == "null":
		case json.Unmarshal(raw, &object) == nil:
			for key, inner := range object {
				walk(strings.TrimPrefix(prefix+"."+key, "."), inner)
			}
		case json.Unmarshal(raw, &value) == nil:
			out[prefix] = value
		default:
			out[prefix] = string(raw)
		}
	}
	walk("", raw)
	return out
}
