package methods

import "slices"

// Presentation says how a created payment is shown to the customer.
type Presentation string

// The presentations. Pages and the sandbox know each of them.
const (
	Redirect       Presentation = "redirect"        // on to the bank or wallet
	Approve        Presentation = "approve"         // approve in the bank's or UPI app
	Phone          Presentation = "phone"           // confirm with the PIN on the phone
	Transfer       Presentation = "transfer"        // rows to copy into a bank transfer
	QR             Presentation = "qr"              // a code to scan
	StoreCode      Presentation = "store-code"      // a code for the kiosk of a convenience store
	VirtualAccount Presentation = "virtual-account" // an account made for this payment
	Crypto         Presentation = "crypto"          // an address on a network
)

// Presentations lists them all.
func Presentations() []Presentation {
	return []Presentation{Redirect, Approve, Phone, Transfer, QR, StoreCode, VirtualAccount, Crypto}
}

// ReferenceRule says whether the customer must give the external payment
// reference (interface.md, Payment methods, last column).
type ReferenceRule string

// The reference rules.
const (
	ReferenceNone          ReferenceRule = ""
	ReferenceRequired      ReferenceRule = "required"
	ReferenceUnlessAccount ReferenceRule = "unless-account" // not when accountNumber (the UPI id) was given
)

// OperatorRule says whether a bank or wallet is chosen before paying.
type OperatorRule string

// The operator rules.
const (
	OperatorNone        OperatorRule = ""
	OperatorOptional    OperatorRule = "optional"
	OperatorRequired    OperatorRule = "required"
	OperatorWhereListed OperatorRule = "where-listed" // required if the gateway lists any
)

// Glyph names the neutral picture beside a method.
type Glyph string

// The glyphs.
const (
	GlyphBank     Glyph = "bank"
	GlyphQR       Glyph = "qr"
	GlyphPhone    Glyph = "phone"
	GlyphStore    Glyph = "store"
	GlyphCoins    Glyph = "coins"
	GlyphTransfer Glyph = "transfer"
)

// App says whose app the customer pays or approves in.
type App string

// The apps.
const (
	AppBank   App = "bank"   // the customer's bank's
	AppUPI    App = "upi"    // any UPI app
	AppWallet App = "wallet" // the wallet's
	AppNamed  App = "named"  // the one called AppName
)

// Text is what a catalogue file says of a method or field in one language.
type Text struct {
	Name, Hint string   // the hint is one line
	Heading    string   // above a method's instructions, {amount} in it; "" = the presentation's
	Steps      []string // of a method's instructions; none = the presentation's
}

// Method is one payment method in one currency: a row of the catalogue. Rows
// are shared; callers don't change what its slices and maps hold.
type Method struct {
	Code     string // paymentMethodCode, as the gateway knows it
	Currency string // of ISO 4217, USDC, USDT or the catalogue file
	Country  string // ISO 3166 region of national phone numbers; "" where there is none

	Fields    []Field // what is asked of the customer, in order; nothing else is sent
	Operator  OperatorRule
	Reference ReferenceRule

	Presentation  Presentation
	RedirectFirst bool     // on to the bank when the answer has an address, else Presentation
	ShowsQR       bool     // a transfer whose answer has a qrCode beside the rows
	ShowsRows     bool     // a QR whose data is shown as rows to copy, too
	CopiesPayload bool     // a QR whose payload is copied as text (Pix copia e cola)
	QRLink        bool     // the QR is upiQrDeepLink, not qrCode
	OpensApp      bool     // beside the QR, a link that opens an app on a phone
	AppSchemes    []string // lower-case URL schemes, beside https, that links may have (LinkAllowed)

	Caption string // key part of the QR scheme's caption: "promptpay"; "" has none
	Glyph   Glyph
	Chip    string // the scheme's short name, the same in every language, in the glyph's place: "UPI"; "" has none, or none so short
	Mark    Mark   // the operator's own picture, shown in both's place
	Steps   string // key part of steps of its own: "zapper"; "" has those of its presentation

	App     App    // whose app the customer pays in; "" is what the rest of the row says
	AppName string // the app's own name, where there is one, the same in every language: "Swish"

	// What the answer's account is not: its bankCode and bankName have another
	// meaning (interface.md, Change history 2.12), or its content is ignored
	// (2.1, 2.11).
	BankRenamed, AccountIgnored bool

	// Kiosk holds, by operator code, the menu labels to press on the machines
	// of a store chain, in order. They are words on the machine, so they are
	// the same in every language.
	Kiosk map[string][]string

	Messages string          // the code whose messages name the method: Code, unless it was renamed
	Variant  bool            // this currency has a name and hint of its own
	Texts    map[string]Text // by language, for a method of the catalogue file, which has no messages
}

// NameKey is the message key of the method's name; not for rows with Texts.
func (m Method) NameKey() string { return m.textKey("name") }

// HintKey is the message key of the one line that says what will happen; not
// for rows with Texts.
func (m Method) HintKey() string { return m.textKey("hint") }

func (m Method) textKey(part string) string {
	if m.Variant {
		return "method." + m.Messages + "." + m.Currency + "." + part
	}
	return "method." + m.Messages + "." + part
}

// CaptionKey is the message key of the QR scheme's caption, "" without one.
func (m Method) CaptionKey() string {
	if m.Caption == "" {
		return ""
	}
	return "caption." + m.Caption
}

// Field finds a field by the name it has in interface.md.
func (m Method) Field(name string) (Field, bool) {
	for _, f := range m.Fields {
		if f.Name == name {
			return f, true
		}
	}
	return Field{}, false
}

// OperatorLists gives the field that parts the operators into lists, as FPX's
// banks for people and for companies.
func (m Method) OperatorLists() (Field, bool) {
	for _, f := range m.Fields {
		if len(f.ByOperator) > 0 {
			return f, true
		}
	}
	return Field{}, false
}

// PaysIn says whose app the customer pays in: the row's, or what follows from
// the rest of it.
func (m Method) PaysIn() App {
	switch {
	case m.AppName != "":
		return AppNamed
	case m.App != "":
		return m.App
	case slices.Contains(m.AppSchemes, "upi"):
		return AppUPI
	case m.Glyph == GlyphPhone && m.Operator == OperatorRequired:
		return AppWallet
	default:
		return AppBank
	}
}

// AsksOperator reports whether the customer is asked for an operator that may
// be left out: the code is for one chain's kiosks, and coins that travel on
// another network are lost.
func (m Method) AsksOperator() bool { return m.Presentation == StoreCode || m.Presentation == Crypto }

// NeedsReference reports whether the customer must give an external payment
// reference, given the values that the payment was or will be created with.
func (m Method) NeedsReference(values map[string]string) bool {
	switch m.Reference {
	case ReferenceRequired:
		return true
	case ReferenceUnlessAccount:
		return values["accountNumber"] == ""
	default:
		return false
	}
}
