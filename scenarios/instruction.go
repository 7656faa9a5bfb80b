package scenarios

import (
	"crypto/sha256"
	"encoding/base64"
	"maps"
	"slices"
	"strconv"

	"payapp/apiclient"
	"payapp/internal/money"
)

// Instruction is what a shop asks for in its RedirectURL: validated, and never
// changed afterwards (interface.md, RedirectURL).
type Instruction struct {
	MerchantCode string
	IDPayin      string
	Token        apiclient.Token
	Money        money.Money
	CallbackURL  string // passed on to the gateway, never fetched here
	ReturnURL    string // absolute http or https

	MethodCode       string // "" = the customer chooses
	OperatorCode     string // "" = the customer chooses
	OptionsAvailable bool   // a given option is a proposal, not a rule
	DataEditable     bool   // given data is a proposal, not a rule

	// Data holds the customer data parameters by field name. Empty values
	// count as not given.
	Data map[string]string
}

// Terms names what a payment is about, and where its customer and its callbacks
// go, as 12 characters: what was known of a payment isn't known of one with
// other terms.
func (i Instruction) Terms() string {
	return digestOf(i.Money.Bare(), i.Money.Currency(), i.CallbackURL, i.ReturnURL)
}

// Print names everything that the link says, likewise.
func (i Instruction) Print() string {
	parts := []string{
		i.Terms(), i.Token.Reveal(), i.MerchantCode, i.IDPayin, i.MethodCode, i.OperatorCode,
		strconv.FormatBool(i.OptionsAvailable), strconv.FormatBool(i.DataEditable),
	}
	for _, name := range slices.Sorted(maps.Keys(i.Data)) {
		parts = append(parts, name, i.Data[name])
	}
	return digestOf(parts...)
}

// digestOf tells lists of parts apart, without holding them.
func digestOf(parts ...string) string {
	var all []byte
	for _, part := range parts {
		all = append(strconv.AppendInt(all, int64(len(part)), 10), ' ')
		all = append(all, part...)
	}
	sum := sha256.Sum256(all)
	return base64.RawURLEncoding.EncodeToString(sum[:9])
}

// DataMode is the second of the two axes: what becomes of customer data.
type DataMode int

// The three columns of the scenario table.
const (
	DataAsked    DataMode = iota // nothing given: the method's fields are asked
	DataLocked                   // given and fixed: only what is missing is asked
	DataEditable                 // given and editable: all fields are asked, filled in
)

// DataMode tells how the shop gave the customer's data.
func (i Instruction) DataMode() DataMode {
	switch {
	case len(i.Data) == 0:
		return DataAsked
	case i.DataEditable:
		return DataEditable
	default:
		return DataLocked
	}
}

// OptionGiven reports whether the shop named a method or an operator.
func (i Instruction) OptionGiven() bool { return i.MethodCode != "" || i.OperatorCode != "" }

// OptionFixed reports whether the shop's option is the only one (scenario 4).
func (i Instruction) OptionFixed() bool { return i.OptionGiven() && !i.OptionsAvailable }
