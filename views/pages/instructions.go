package pages

import (
	"payapp/views/components"
	"payapp/views/layout"
)

// LeavingPage leads to a bank or wallet.
type LeavingPage struct {
	layout.Frame
	Glyph   string // where it leads to: a bank, a wallet …
	Lead    string
	Proceed components.Link // data-action="proceed"
	Host    string          // "Check that the address shows bank.example.com", or ""
	Bank    string          // the host in it

	App      bool   // it leads into an app
	Unopened string // what it may be if nothing opens, or ""
	Chosen   string // how to pay another way, or ""

	AmountNote string             // that a different amount must be paid, or ""
	AmountWhy  string             // why, or ""
	ToPhone    *components.Button // data-action="to-phone"; on a desktop alone
	Return     *components.Link
}

// InstructionsPage says how to pay, for every presentation that stays on this
// page. It has a field for each part; those that a payment doesn't have are nil or
// empty.
type InstructionsPage struct {
	layout.Frame
	OnPhone    *OnPhone          // shown on a phone instead, which can't scan its own screen; nil = the same
	Doubt      string            // that nothing new is known, and how old this is, or ""
	Notice     components.Notice // "This payment was already started with …", or ""
	Amount     layout.Amount     // what the customer pays: moneyRequired or money
	AmountNote string            // that it differs from the order's amount, or ""
	AmountWhy  string            // why, or ""
	Look       *Warning          // the customer's own phone number, where a request comes there; nil = none
	Warnings   []Warning         // other networks lose the money …
	Danger     string            // why nothing may be paid yet, or ""; asking the shop is primary then, or Return
	App        *components.Link  // data-action="open-app"; first on phones, second on desktops
	Unopened   string            // what it may be if nothing opens, or ""
	QR         *components.QRCard
	Scan       string          // "Or scan the code …", where an account comes first
	ScanPhone  string          // the same on a phone, which saves the code
	Code       *components.Row // the store's code, big
	Barcode    *components.Barcode
	Rows       []components.Row
	Later      *Later           // that it can be paid elsewhere, and later; nil = it is paid here and now
	Steps      []string         // numbered
	Menus      []components.Row // of the kiosks that take the code
	Sections   []components.Section
	Payer      []components.Row   // the customer's own account, to recognise the payment by
	Yours      []components.Row   // the customer's other data, folded
	Nothing    string             // what to do if no request came, or ""
	Watching   string             // "Waiting for your payment", beside an animation; "" = nothing is awaited
	Waiting    string             // a note beside it: that the page may be closed
	Checked    string             // "Last checked 18:24", or ""
	Asks       bool               // Paid leads to a number to give, without which nobody finds the payment
	Paid       *components.Button // data-action="continue": I have paid / enter the number
	Refresh    *components.Button // data-action="refresh"; nil = no more changes to come
	Print      bool               // a printable slip: show the print button (script only)
	ToPhone    *components.Button // data-action="to-phone"; on a desktop alone
	Chosen     string             // the method in use, and how to use another
	Return     *components.Link
}

// Later is what is said where there is a long time to pay.
type Later struct {
	Until  string          // "You can close this page and pay until Tuesday 05:48 (UTC+8)."
	Remind components.Link // to an entry for the calendar
	Then   string          // what not to do from then on, and how to see the page again until then
}

// OnPhone is how a phone pays by the code on its own screen.
type OnPhone struct {
	Heading string   // "" = the same
	Steps   []string // none = the same
	Other   string   // that another phone scans the code
	ByHand  string   // the name of the other way, an account's rows, which is folded; "" = there is none
}

// Warning is shown before anything is paid. It may replace a row: test suites
// find the row's value by its hook.
type Warning struct {
	Text        string
	Loses       bool   // money that is sent another way is lost
	Hook, Value string // data-row and data-value, or ""
	Shown       string // the value as the text has it
}

// ReferencePage asks for the number that the bank showed after paying.
type ReferencePage struct {
	layout.Frame
	Lead   string
	Notice components.Notice
	Field  components.Field
	Where  []string // where to find it in the bank's app, as steps
	Submit components.Button
	Back   *components.Button // to the instructions
	Return *components.Link
}
