package methods

import (
	"slices"
	"strings"

	"payapp/internal/links"
)

// Presentation says how a created payment is shown to the customer.
type Presentation string

// The presentations. Pages and the sandbox know each of them.
const (
	Redirect       Presentation = "redirect"        // to the bank or wallet
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
	ReferenceUnlessAccount ReferenceRule = "unless-account" // not if accountNumber (the UPI id) was given
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

// Kiosk is a store chain's machine: whose it is, and the menu labels to press, in
// order. They are on the machine, so they are the same in every language.
type Kiosk struct {
	Shop string
	Menu []string
}

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
	GlyphOnline   Glyph = "online"  // the bank's own pages, without a list to choose it from
	GlyphInstant  Glyph = "instant" // from account to account, by any bank's app
	GlyphHandle   Glyph = "handle"  // by a name such as somchai@bank
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

// Method is one payment method in one currency: a row of the catalogue. Rows
// are shared; callers must not change their slices and maps. It has a field for
// each way in which methods differ, so that nothing else asks which method it is.
type Method struct {
	Code     string // paymentMethodCode, as the gateway knows it
	Currency string // of ISO 4217, USDC or USDT
	Country  string // ISO 3166 region of national phone numbers; "" if there is none

	Fields    []Field // what is asked of the customer, in order; nothing else is sent
	Operator  OperatorRule
	Reference ReferenceRule

	Presentation  Presentation
	RedirectFirst bool     // redirect if the answer has an address, else Presentation
	ShowsQR       bool     // a transfer whose answer has a qrCode besides the rows
	ShowsRows     bool     // a QR whose data is also shown as rows to copy
	CopiesPayload bool     // a QR whose payload is copied as text (Pix copia e cola)
	QRLink        bool     // the QR is upiQrDeepLink, not qrCode
	OpensApp      bool     // beside the QR, a link that opens an app on a phone
	AppSchemes    []string // lower-case URL schemes, besides https, that links may have (LinkAllowed)

	// CodeBegins is what every code of the method's scheme begins with; "" if that
	// isn't known. Another one can't be scanned by the method's apps.
	CodeBegins string
	Caption    string // key part of the QR scheme's caption: "promptpay"; "" = none
	Glyph      Glyph
	Chip       string // the scheme's short name, shown instead of the glyph in every language: "UPI"; "" = none
	Steps      string // key part of its own steps: "zapper"; "" = the presentation's

	App     App    // whose app the customer pays in; "" = derived from the rest of the row
	AppName string // the app's own name, the same in every language: "Swish"

	// The account in the answer needs care: its bankCode and bankName have
	// another meaning (interface.md, Change history 2.12), or its content is
	// ignored (2.1, 2.11).
	BankRenamed, AccountIgnored bool

	Kiosk map[string]Kiosk // by operator code, which is the machine's name

	Messages string // the code whose messages are used: Code, unless it was renamed
	Variant  bool   // this currency has its own name and hint
}

// NameKey is the message key of the method's name.
func (m Method) NameKey() string { return m.textKey("name") }

// HintKey is the message key of the line that says what will happen.
func (m Method) HintKey() string { return m.textKey("hint") }

func (m Method) textKey(part string) string {
	if m.Variant {
		return "method." + m.Messages + "." + m.Currency + "." + part
	}
	return "method." + m.Messages + "." + part
}

// CaptionKey is the message key of the QR scheme's caption, "" if there is
// none.
func (m Method) CaptionKey() string {
	if m.Caption == "" {
		return ""
	}
	return "caption." + m.Caption
}

// Field returns a field by its name in interface.md.
func (m Method) Field(name string) (Field, bool) {
	for _, f := range m.Fields {
		if f.Name == name {
			return f, true
		}
	}
	return Field{}, false
}

// OperatorLists returns the field that divides the operators into lists, such
// as FPX's banks for people and for companies.
func (m Method) OperatorLists() (Field, bool) {
	for _, f := range m.Fields {
		if len(f.ByOperator) > 0 {
			return f, true
		}
	}
	return Field{}, false
}

// PaysIn says whose app the customer pays in: App, or derived from the rest of
// the row.
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
// be left out: a store code works in one chain only.
func (m Method) AsksOperator() bool { return m.Presentation == StoreCode }

// NeedsReference reports whether the customer must give an external payment
// reference, given the values of the payment.
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

// LinkAllowed reports whether an address from the gateway may become a link:
// links.Answer, with the row's schemes.
func (m Method) LinkAllowed(raw string, allowHTTP bool) bool {
	return links.Answer(raw, allowHTTP, m.AppSchemes)
}

// emvco begins the codes of EMVCo's scheme, of which most national ones are kinds: the
// payload's format indicator (EMV QRCPS, Merchant-Presented Mode).
const emvco = "000201"

// pictures are what a picture begins with, as an address of its data or in base64: PNG,
// JPEG, GIF, WebP, SVG.
var pictures = []string{"data:", "iVBORw0KGgo", "/9j/", "R0lGOD", "UklGR", "PHN2Zy", "PD94bWw", "<svg", "<?xml"}

// TakesCode reports whether the method's apps can read what a code says: it begins as
// its scheme's do, and where none is known it is at least no picture of a code. The
// interface has no property for a picture, so none is shown.
func (m Method) TakesCode(code string) bool {
	code = strings.TrimSpace(code)
	if m.CodeBegins != "" {
		return strings.HasPrefix(code, m.CodeBegins)
	}
	return !slices.ContainsFunc(pictures, func(begins string) bool { return strings.HasPrefix(code, begins) })
}
