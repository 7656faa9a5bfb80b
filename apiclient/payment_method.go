package apiclient

// PaymentMethod is a creation's paymentMethod object, with all the properties
// that the interface names (interface.md, Payin create request, Payout create
// request). Zero values are left out. Which ones are mandatory depends on the
// method.
type PaymentMethod struct {
	Code     string // paymentMethodCode; mandatory
	Operator string // paymentOperatorCode: a bank or wallet of GetOptions

	AccountName, AccountNumber string // the account object
	AccountType                string // if the interface names it: MYR, MXN, JPY

	EmailAddress, PhoneNumber string
	TaxID                     string // OFFLINE in ARS
	ProductID                 string // OFFLINE
	IdentifyingReference      string // payouts in COP and ARS, and the method for Colombia

	CustomerName *CustomerName // BANKA_PAY, BANKB_PAY
	// Location is paymentLocation, for CODE_PAYMENT and VAPAY. Its properties
	// aren't shown; country, city, street and zipCode are assumed.
	Location map[string]string
}

// CustomerName is a name in parts. LastName is mandatory.
type CustomerName struct{ TitleBefore, FirstName, MiddleName, LastName, TitleAfter string }

// Body is the object for PayinRequest and PayoutRequest. Callers may add
// properties that the interface doesn't name.
func (m PaymentMethod) Body() map[string]any {
	body := texts(map[string]string{
		"paymentMethodCode": m.Code, "paymentOperatorCode": m.Operator,
		"emailAddress": m.EmailAddress, "phoneNumber": m.PhoneNumber, "taxId": m.TaxID, "productId": m.ProductID,
		"identifyingReference": m.IdentifyingReference,
	})
	account := map[string]string{"accountName": m.AccountName, "accountNumber": m.AccountNumber, "accountType": m.AccountType}
	var name map[string]string
	if n := m.CustomerName; n != nil {
		name = map[string]string{
			"titleBefore": n.TitleBefore, "firstName": n.FirstName, "middleName": n.MiddleName, "lastName": n.LastName, "titleAfter": n.TitleAfter,
		}
	}
	for property, parts := range map[string]map[string]string{"account": account, "customerName": name, "paymentLocation": m.Location} {
		if object := texts(parts); len(object) > 0 {
			body[property] = object
		}
	}
	return body
}

// texts leaves out empty values.
func texts(parts map[string]string) map[string]any {
	object := map[string]any{}
	for name, text := range parts {
		if text != "" {
			object[name] = text
		}
	}
	return object
}
