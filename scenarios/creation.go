package scenarios

import (
	"strings"

	"payapp/internal/known"
	"payapp/methods"
)

// Creation is a payment to create: what the gateway gets besides the sealed
// amount and the return address (interface.md, Payin create request).
type Creation struct {
	Sent        known.Sent     // the same, as pages say it
	Method      map[string]any // the paymentMethod object
	CallbackURL string
}

// inAccount lists the fields that the interface has in paymentMethod.account.
var inAccount = map[string]bool{"accountName": true, "accountNumber": true, "accountType": true}

// MethodBody builds the paymentMethod object: account fields in their object,
// dotted names in theirs, all others beside them.
func MethodBody(m methods.Method, operator string, values map[string]string) map[string]any {
	body := map[string]any{"paymentMethodCode": m.Code}
	if operator != "" {
		body["paymentOperatorCode"] = operator
	}
	put := func(object, name, value string) {
		inner, ok := body[object].(map[string]any)
		if !ok {
			inner = map[string]any{}
			body[object] = inner
		}
		inner[name] = value
	}
	for _, field := range m.Fields {
		value := values[field.Name]
		if value == "" {
			continue
		}
		object, name, dotted := strings.Cut(field.Name, ".")
		switch {
		case inAccount[field.Name]:
			put("account", field.Name, value)
		case dotted:
			put(object, name, value)
		default:
			body[field.Name] = value
		}
	}
	return body
}
