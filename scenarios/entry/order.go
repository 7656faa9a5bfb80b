package entry

import (
	"crypto/sha256"
	"encoding/base64"
	"maps"
	"slices"
	"strconv"

	"payapp/apiclient"
	"payapp/money"
)

// Order is what a shop asks for in its RedirectURL: validated, and never
// changed afterwards (interface.md, RedirectURL); or in a status link, which names the
// payment, its currency and perhaps an amount (Status page).
//
// Its JSON is what browsers keep, with short names, since a cookie travels with every
// request. The token isn't in it.
type Order struct {
	MerchantCode string          `json:"m,omitempty"`
	IDPayin      string          `json:"i"`
	Token        apiclient.Token `json:"-"`
	Money        money.Money     `json:"a,omitzero"`
	CurrencyCode string          `json:"c,omitempty"`  // a status link's alone: it may have no amount
	CallbackURL  string          `json:"cb,omitempty"` // passed on to the gateway, never fetched
	ReturnURL    string          `json:"r,omitempty"`  // absolute http or https, or of one of Rules.Schemes

	MethodCode       string `json:"pm,omitempty"` // "" = the customer chooses
	OperatorCode     string `json:"po,omitempty"` // "" = the customer chooses
	OptionsAvailable bool   `json:"oa,omitempty"` // a given option is a suggestion, not locked
	DataEditable     bool   `json:"ed,omitempty"` // given data is a suggestion, not locked

	// Data holds the customer data parameters by field name. Empty values count
	// as not given.
	Data map[string]string `json:"d,omitempty"`
}

// Terms identifies what a payment is about, and where its customer and its
// callbacks go, in 12 characters. What is known about a payment doesn't apply
// to one with other terms.
func (o Order) Terms() string {
	return digestOf(o.Money.Bare(), o.Money.Currency(), o.CallbackURL, o.ReturnURL)
}

// Print identifies the link's whole contents in the same way.
func (o Order) Print() string {
	parts := []string{
		o.Terms(), o.Token.Reveal(), o.MerchantCode, o.IDPayin, o.MethodCode, o.OperatorCode,
		strconv.FormatBool(o.OptionsAvailable), strconv.FormatBool(o.DataEditable),
	}
	for _, name := range slices.Sorted(maps.Keys(o.Data)) {
		parts = append(parts, name, o.Data[name])
	}
	return digestOf(parts...)
}

// digestOf identifies a list of parts without containing them.
func digestOf(parts ...string) string {
	var all []byte
	for _, part := range parts {
		all = append(strconv.AppendInt(all, int64(len(part)), 10), ' ')
		all = append(all, part...)
	}
	sum := sha256.Sum256(all)
	return base64.RawURLEncoding.EncodeToString(sum[:9])
}

// DataLocked reports whether the shop's customer data is given and locked (scenario 2): only
// what is missing is asked then. Otherwise all fields are, filled in with what is given.
func (o Order) DataLocked() bool { return len(o.Data) > 0 && !o.DataEditable }

// OptionGiven reports whether the shop named a method or an operator.
func (o Order) OptionGiven() bool { return o.MethodCode != "" || o.OperatorCode != "" }

// OptionLocked reports whether the shop's option is the only one (scenario 4).
func (o Order) OptionLocked() bool { return o.OptionGiven() && !o.OptionsAvailable }
