package scenarios

import (
	"payapp/apiclient"
	"payapp/internal/money"
)

// Instruction is what a shop asks for in its RedirectURL: validated, and never
// changed afterwards. Source: interface.md, "Hosted payment web application".
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
