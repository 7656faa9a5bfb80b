package scenarios

import (
	"time"

	"payapp/apiclient"
	"payapp/methods"
	"payapp/scenarios/entry"
)

// Facts is everything that a decision may depend on.
type Facts struct {
	Order     entry.Order
	Progress  Progress
	Reading   Reading
	Options   *apiclient.Options // nil = not known
	Trouble   Trouble            // why the reading or the options aren't known
	Catalogue *methods.Catalogue
	Currency  string // a status link's; it has no amount
	Again     Again  // a choice that the page's address asks for once more
	AllowHTTP bool   // links in the gateway's answers may be http
	Now       time.Time
}

// Reading is what the gateway says of the payment.
type Reading struct {
	State ReadingState
	Payin apiclient.Payin // if Created; the last one known if Unreadable
	At    time.Time       // when it was read
	// Unsure: probably not created. The gateway refused to read the payment in
	// words that may mean so (400). If there is a payment after all, a creation
	// gets a 409.
	Unsure bool
}

// withOperator fills in the operator that the customer chose if the gateway's
// answer leaves it out. For a payment started elsewhere it stays unknown: a
// wrong network would cost the money.
func (f Facts) withOperator() Facts {
	p, chosen := &f.Reading.Payin, f.Progress.Paying
	if chosen.Operator == "" || p.MethodCode != chosen.Method {
		return f
	}
	if p.Operator.Code == "" && p.Operator.Name == "" {
		p.Operator.Code = chosen.Operator
	}
	if p.Operator.Code == chosen.Operator && p.Operator.Name == "" {
		p.Operator.Name = chosen.Name
	}
	return f
}

// ReadingState is how much a reading says.
type ReadingState int

// The states of a reading.
const (
	Unreadable ReadingState = iota // no answer, or one that says nothing
	NotCreated
	Created
)

// Trouble is a class of gateway failure.
type Trouble string

// The classes, as pages distinguish them.
const (
	NoTrouble      Trouble = ""
	TokenRejected  Trouble = "token-rejected"
	GatewayBusy    Trouble = "gateway-busy"
	GatewayDown    Trouble = "gateway-unavailable"
	GatewayStrange Trouble = "gateway-garbage"
	InLine         Trouble = "in-line" // not asked yet: others come first
)
