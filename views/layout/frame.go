package layout

import (
	"unicode"

	"payapp/i18n"
	"payapp/internal/site"
)

// Frame is what every page has around its own content. Hooks named here are
// those of the page hooks, docs/pages.md.
type Frame struct {
	T     *i18n.Locale
	Site  site.Settings
	Title string // of the document; generic until the payment is proven

	Page     string // data-page: options, details, review, leaving, instructions, reference, status, waiting, languages, problem
	Status   string // data-status, or ""
	Method   string // data-method, or ""
	Operator string // data-operator, or ""
	Problem  string // data-problem, or ""

	Header    *Header    // nil where no payment is known
	Step      int        // 1..4 of choose, your details, pay, done; 0 = no progress line
	Stopped   bool       // the payment ended without success, or can't be followed: the line stays neutral
	Languages []Language // the other languages of this page
	Likely    [3]string  // tags of those that stand first, as far as they are among them

	// Place is what the page's address has after its path, "" = nothing: another
	// language keeps it.
	Place string

	// SendLanguage has the languages as a form that is sent to the page's own
	// address: its parameters aren't ours to repeat.
	SendLanguage bool

	Form    Form     // the page's form, whose half-filled fields another language keeps
	Refresh *Refresh // nil = the page stays as it is
	News    *News    // nil = nothing to wait for
	Test    bool     // the gateway calls this a test payment: every page of it says so
	Style   string   // CSS of the merchant's brand, "" = none; the operator's, never a customer's
}

// initial stands for the logo that a merchant has none of.
func initial(name string) string {
	for _, r := range name {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return string(unicode.ToUpper(r))
		}
	}
	return "·"
}

// wide reports whether the page has two columns where there is room.
func (f Frame) wide() bool { return f.Page == "instructions" || f.Page == "status" }

// Header says who gets the money, how much, and for which order, in the same
// place on every page.
type Header struct {
	Merchant string // channel name, else the host of the return address
	Amount   Amount
	OrderID  string
	LogoURL  string // "" = none
}

// Amount is money as people read it (Text) and as machines copy it (Bare).
type Amount struct {
	Text     string // "฿1,234.50"
	Bare     string // "1234.50"
	Currency string // "THB"
}

// Form is a form of the page, by its id. Action takes what was typed so far;
// Label is what the form itself is for.
type Form struct{ ID, Action, Label string }

// Language is a link to this page in another language.
type Language struct {
	Tag  string // BCP 47
	Name string // in that language
}

// Refresh reloads without JavaScript, inside <noscript>.
type Refresh struct{ Seconds int }

// News is where the page hears of changes: an event stream whose data is a
// version; another version than ours means that the page is out of date.
type News struct {
	URL     string
	Version string
}
