package components

import (
	"cmp"
	"strings"

	"payapp/views/layout"
)

// Button is a form's submit button. Its form posts to Action.
type Button struct {
	Action string // address to POST to
	Hook   string // data-action
	Label  string
	Seen   string // the mark of what the page showed, "" = none
	Usual  string // its label once no message stands in its form, "" = the same
}

// Link is a link that changes nothing.
type Link struct {
	URL   string
	Hook  string // data-action
	Label string
	After int // the script follows it after so many seconds, unless the customer does something; 0 = never
}

// Notice is what happened since the last page.
type Notice struct {
	Text  string // "" = nothing
	Warns bool   // something didn't work
	Money string // what must not be done meanwhile; "" = nothing
}

// Row is a line of the receipt or of the instructions. With Copy it has a copy
// button for exactly that value.
type Row struct {
	Hook  string // data-row: the field's name
	Label string
	Text  string // for reading: "0123 4567 89"
	Copy  string // bare value; "" = nothing to copy
	Bare  string // bare value of a line without Copy, if it differs from Text
	Big   bool   // the most important value
	Mono  bool   // an account number or a code
}

// Value is what test suites read and the button copies.
func (r Row) Value() string {
	return cmp.Or(r.Copy, r.Bare, r.Text)
}

// longValue is the length in characters from which a code is shown in groups of
// four with its button below: a coin's address, not an account number.
const longValue = 24

// long reports whether the value is a long code without spaces.
func (r Row) long() bool {
	return r.Mono && len(r.Text) >= longValue && !strings.ContainsAny(r.Text, " \u00a0")
}

// Field is one input with its label, hint and messages. It has a field for each
// way in which inputs differ: one template draws them all.
type Field struct {
	Name         string // as interface.md names it
	Label        string
	Hint         string // what to enter
	Why          string // why it is asked
	Value        string
	Optional     bool
	Error        string // "" = none
	Warning      string // a soft rule's message: "Pay anyway" overrides it
	Type         string // text, email, tel, radio …
	InputMode    string
	AutoComplete string
	AutoCap      string
	SpellCheck   bool // false renders spellcheck="false"
	MaxLength    int
	Choices      []Choice // radios instead of an input
	List         []string // suggestions for free text; nil = none
	Group        string   // its group's name, or ""
	GroupHint    string   // the line below the group's name, or ""
}

// Choice is one radio of a field.
type Choice struct {
	Value, Label string
	Checked      bool
}

// Summary lists the faults of a form; it gets the focus.
type Summary struct {
	Title string
	Items []SummaryItem
}

// SummaryItem links to the faulty field.
type SummaryItem struct {
	Field, Message string
}

// Mark is a method's picture: the scheme's short name, else a neutral glyph.
type Mark struct {
	Glyph string
	Chip  string // the scheme's short name, "UPI"; "" = it has none, or the method's name has it
}

// Chosen shows the method (and operator) in use, with a way to change it.
type Chosen struct {
	Mark     Mark
	Method   string
	Operator string
	Change   *Button // nil = fixed
}

// Operator is a bank, wallet or shop to choose.
type Operator struct {
	Code    string
	Name    string
	Heading string // above the first operator of a list, or ""

	Suggested bool // by the shop

	Next string // of the one that is chosen already: what happens after Pay
	Pay  Button // likewise; without a hook for all others
}

// QRCard is a code to scan. Path is drawn in modules; Size includes the quiet
// zone of four modules.
type QRCard struct {
	Caption   string // the scheme's own words
	Name      string // qrName, if the caption doesn't say it, or ""
	Size      int
	Path      string
	Amount    layout.Amount
	Alt       string // alternative text
	SaveURL   string // PNG
	SaveAs    string // its file name
	Payload   string // the content, byte for byte, to copy; shown as text if Path is ""
	CopyLabel string // "Copy the code", "Copiar Pix …"; "" if a row copies the same
	ShowText  bool   // show the payload as text too (Pix copia e cola; too long for a picture)
	First     bool   // the first action is primary on a phone, which can't scan its own screen
}

// Barcode is a one-dimensional code: bars of a path in a box Width × Height.
type Barcode struct {
	Width, Height int
	Path          string
	Text          string
}

// Section is a block of steps under a title (ATM, mobile banking …).
type Section struct {
	Title string
	Steps []string
}
