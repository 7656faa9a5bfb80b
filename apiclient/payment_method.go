package apiclient

// PaymentMethod is a creation's paymentMethod object with all that the interface
// names of it (interface.md, Payin create request, Payout create request). What
// is zero is left out. Which of it a method must have is its own.
type PaymentMethod struct {
	Code     string // paymentMethodCode; mandatory
	Operator string // paymentOperatorCode: a bank or wallet of GetOptions

	AccountName, AccountNumber string // the account object
	AccountType                string // where the interface names it: MYR, MXN, JPY

	EmailAddress, PhoneNumber string
	TaxID                     string // OFFLINE in ARS
	ProductID                 string // OFFLINE
	IdentifyingReference      string // payouts in COP and ARS, and the method for Colombia

	CustomerName *CustomerName // BANKA_PAY, BANKB_PAY
	// Location is paymentLocation, of CODE_PAYMENT and VAPAY. Its properties
	// aren't shown; country, city, street and zipCode are assumed.
	Location map[string]string
}

// CustomerName is a name in its parts. LastName is mandatory.
type CustomerName struct{ TitleBefore, FirstName, MiddleName, LastName, TitleAfter string }

// Body is the object as PayinRequest and PayoutRequest take it, for a property
// to be added that the interface doesn't name.
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

// texts leaves out what is empty.
func texts(parts map[string]string) map[string]any {
	object := map[string]any{}
	for name, text := range parts {
		if text != "" {
			object[name] = text
		}
	}
	return object
}
