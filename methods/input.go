package methods

// Input returns the attributes of the field's input element.
func (f Field) Input() Input {
	input := f.Rule.definition().input
	input.AutoComplete = "off"
	if token, ok := autoComplete[f.Name]; ok {
		input.AutoComplete = token
	}
	return input
}

// autoComplete tells browsers which of the customer's details a field takes.
// They shouldn't store numbers of accounts and identity papers.
var autoComplete = map[string]string{
	"accountName":              "name",
	"emailAddress":             "email",
	"phoneNumber":              "tel",
	"customerName.titleBefore": "honorific-prefix",
	"customerName.firstName":   "given-name",
	"customerName.middleName":  "additional-name",
	"customerName.lastName":    "family-name",
	"customerName.titleAfter":  "honorific-suffix",
	"paymentLocation.country":  "country-name",
	"paymentLocation.city":     "address-level2",
	"paymentLocation.street":   "address-line1",
	"paymentLocation.zipCode":  "postal-code",
}
