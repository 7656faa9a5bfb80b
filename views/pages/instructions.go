package pages

import (
	"payapp/views/components"
	"payapp/views/layout"
)

// LeavingPage leads on to a bank or wallet.
type LeavingPage struct {
	layout.Frame
	Heading string
	Lead    string
	Proceed components.Link // data-action="proceed"
	Host    string          // where it leads, for the eye: "bank.example.com"

	AmountNote string // that another amount than the order's is to be paid, or ""
	AmountWhy  string // why, beside AmountNote
	VAT        string // line, or ""
	Deadline   *components.Deadline
	Support    *Support
}

// InstructionsPage says how to pay, for every presentation that stays here.
// Parts that a payment doesn't have are nil or empty.
type InstructionsPage struct {
	layout.Frame
	Heading    string
	OnPhone    *OnPhone      // what a phone says instead, which can't scan its own screen; nil = the same
	Notice     string        // "This payment was already started with …", or ""
	Amount     layout.Amount // what the customer pays: moneyRequired or money
	AmountNote string        // that it isn't the order's amount, or ""
	AmountWhy  string        // why, beside AmountNote
	VAT        string        // line, or ""
	Warnings   []Warning     // other networks lose the money …
	Danger     string        // why nothing may be paid yet, or ""; Return is the way on then
	Deadline   *components.Deadline
	App        *components.Link // data-action="open-app"; first on phones, second on desktops
	QR         *components.QRCard
	Code       *components.Row // the store's code, big
	Barcode    *components.Barcode
	Rows       []components.Row
	Steps      []string // numbered
	Sections   []components.Section
	Payer      []components.Row   // the customer's own side, to recognise the payment by
	Nothing    string             // what to do where no request came, or ""
	Watching   string             // "Waiting for your payment", beside a sign of life; "" = nobody waits
	Waiting    string             // what there is to know beside it: that one may leave, or that nothing new is known
	Checked    string             // "Last checked 18:24", or ""
	Paid       *components.Button // data-action="continue": I have paid / enter the number
	Refresh    *components.Button // data-action="refresh"; nil = there is nothing more to hear
	Print      bool               // a printable slip: show the print button (script only)
	Chosen     string             // the way in use, and how to use another
	Return     *components.Link
	Support    *Support
}

// OnPhone is how a phone pays by the code on its own screen.
type OnPhone struct {
	Heading string
	Steps   []string
	Other   string // that another phone scans the code
}

// Warning is told before anything is paid. It may stand for a row: suites find
// the row's value by its hook.
type Warning struct {
	Text        string
	Hook, Value string // data-row and data-value, or ""
}

// ReferencePage takes the number that the bank showed after paying.
type ReferencePage struct {
	layout.Frame
	Heading string
	Lead    string
	Notice  string
	Summary *components.Summary
	Field   components.Field
	Where   []string // where to find it in the bank's app, as steps
	Submit  components.Button
	Back    *components.Button // to the instructions
	Return  *components.Link
	Support *Support
}
