package content

import (
	"payapp/apiclient"
	"payapp/money"
	"payapp/scenarios"
	"payapp/scenarios/entry"
)

// Order is entry.Order as stored in its cookie. The names are short
// because the cookie travels with every request. It has a field for each part of
// the order that a later request needs.
type Order struct {
	Merchant  string            `json:"m,omitempty"`
	ID        string            `json:"i"`
	Token     string            `json:"t"`
	Amount    string            `json:"a,omitempty"`
	Currency  string            `json:"c"`
	Callback  string            `json:"cb,omitempty"`
	Return    string            `json:"r,omitempty"`
	Method    string            `json:"pm,omitempty"`
	Operator  string            `json:"po,omitempty"`
	Available bool              `json:"oa,omitempty"`
	Editable  bool              `json:"ed,omitempty"`
	Data      map[string]string `json:"d,omitempty"`
	Entry     int64             `json:"e"` // when the link was opened, in ms: tells visits apart

	// What the token's claims say, read once at the entry.
	Claimant string `json:"cm,omitempty"` // the token's own merchant
	Expires  int64  `json:"ex,omitempty"` // Unix seconds, 0 = not told

	// Until is when the payment can no longer be paid, in Unix seconds; 0 =
	// unknown. The session lasts as long.
	Until int64 `json:"un,omitempty"`
}

// OfOrder is the order as its cookie holds it.
func OfOrder(o entry.Order) Order {
	return Order{
		Merchant: o.MerchantCode, ID: o.IDPayin, Token: o.Token.Reveal(),
		Amount: o.Money.Amount(), Currency: o.Money.Currency(), Callback: o.CallbackURL, Return: o.ReturnURL,
		Method: o.MethodCode, Operator: o.OperatorCode, Available: o.OptionsAvailable, Editable: o.DataEditable, Data: o.Data,
	}
}

// Open returns ok = false if the amount isn't valid, for example after the
// currencies changed.
func (o Order) Open() (order entry.Order, ok bool) {
	m, err := money.Parse(o.Amount, o.Currency)
	return entry.Order{
		MerchantCode: o.Merchant, IDPayin: o.ID, Token: apiclient.NewToken(o.Token),
		Money: m, CallbackURL: o.Callback, ReturnURL: o.Return,
		MethodCode: o.Method, OperatorCode: o.Operator, OptionsAvailable: o.Available, DataEditable: o.Editable, Data: o.Data,
	}, err == nil
}

// OpenStatus is Open for a status link, which may have no amount.
func (o Order) OpenStatus() (order entry.Order, currency string, ok bool) {
	total, _ := money.Parse(o.Amount, o.Currency) // zero without one
	return entry.Order{IDPayin: o.ID, Token: apiclient.NewToken(o.Token), Money: total}, o.Currency, money.Known(o.Currency)
}

// ReadClaims notes what the token says about itself.
func (o *Order) ReadClaims(claims apiclient.Claims) {
	o.Claimant = claims.MerchantCode
	if !claims.ExpiresAt.IsZero() {
		o.Expires = claims.ExpiresAt.Unix()
	}
}

// Progress is the content of the second cookie.
type Progress struct {
	scenarios.Progress
	Entry int64  `json:"e,omitempty"`  // the visit that it belongs to
	Terms string `json:"tm,omitempty"` // those of the link that it was done with
	// Verified: the gateway has accepted the token, whatever is known of the payment.
	Verified bool `json:"vf,omitempty"`
}
