package layout

import (
	"unicode"

	"payapp/i18n"
	"payapp/internal/site"
	"payapp/static"
)

// Frame is the part around the content of every page. docs/pages.md has the hooks
// named here. It has a field for each.
type Frame struct {
	T       *i18n.Locale
	Site    site.Settings
	Heading string // of the page, with which the document's title begins; generic until the token is verified
	More    string // what the title says after it, "" = nothing
	Faulty  bool   // something of the page's form is wrong: the title says so first

	HowToPay bool // it says how to pay, whatever its page

	Page     string // data-page: options, details, review, leaving, instructions, reference, status, waiting, languages, problem
	Status   string // data-status, or ""
	Moment   string // data-moment, or ""
	Overdue  bool   // data-overdue
	Method   string // data-method, or ""
	Operator string // data-operator, or ""
	Problem  string // data-problem, or ""

	Calls string // where the sandbox says why, for a merchant's developer; "" = nowhere
	Cause string // beside Calls: what we refused ourselves, of which no call tells

	Header     *Header   // nil if no payment is known
	Deadline   *Deadline // by when to pay; nil = there is none, or it doesn't matter any more
	Support    *Support  // whom to ask; nil = nobody is known
	TakenAlong bool      // what it says of paying is saved and printed
	Sending    bool      // leaving the page loses what it is still sending: no link of the footer leads away
	// Step is 1..4 of choose, your details, pay, done; 0 = no progress line: the
	// payment ended without success, or can't be followed.
	Step      int
	Unchosen  bool       // nothing was to choose: the line hasn't that step
	Choosing  bool       // the choice with Pay in it, which is the last check
	Languages []Language // the other languages of this page
	Likely    [3]string  // tags of those to show first, if they are among Languages

	// Place is what follows the path in the page's address, "" = nothing; links
	// to other languages keep it.
	Place string

	// SendLanguage makes the languages a form that is posted to the page's own
	// address: its parameters must not be repeated.
	SendLanguage bool

	Form    Form     // the page's form, whose half-filled fields are kept when the language changes
	Refresh *Refresh // nil = the page doesn't reload
	News    *News    // nil = no events
	Test    bool     // the gateway calls this a test payment; every page says so
	Style   string   // CSS of the merchant's brand, "" = none; from the operator, never from a customer
}

// title is the document's title. It has the page's heading: who looks at tabs, or
// listens, knows the page by it.
func (f Frame) title() string {
	title := f.Heading
	if f.More != "" {
		title += " · " + f.More
	}
	if f.Faulty {
		title = f.T.CommonTitleFault(title)
	}
	return title
}

// initial replaces a missing logo.
func initial(name string) string {
	for _, r := range name {
		if unicode.IsLetter(r) || unicode.IsDigit(r) {
			return string(unicode.ToUpper(r))
		}
	}
	return "·"
}

// railed reports whether a wide screen has who and how much beside the page's
// content, in a card that never changes its width from step to step. A page that
// knows neither is narrow everywhere.
func (f Frame) railed() bool {
	return f.Header != nil && (f.Header.Merchant != "" || f.Header.At != "" || f.Header.Amount.Text != "" || f.Status != "")
}

// offline says what becomes of the page without a connection: one that asks for
// something stays as it is; one that follows the payment is brought up to date
// afterwards; "" for one that does neither, such as a receipt.
func offline(f Frame) string {
	switch {
	case f.kind() == static.Choose, f.kind() == static.Ask:
		return f.T.CommonOfflineKept()
	case f.News != nil || f.Refresh != nil:
		return f.T.CommonOffline()
	default:
		return ""
	}
}

// unwatched says that the page waits in vain, while nobody tells it of the payment;
// "" for one that doesn't say that it waits.
func unwatched(f Frame) string {
	if f.News == nil || f.News.Ended || f.kind() == static.Ask {
		return ""
	}
	return f.T.CommonUnwatched()
}

// Header says who gets the money, how much, and for which order, in the same
// place on every page.
type Header struct {
	Merchant string // the payee: brand or channel name, "" = nobody
	Label    string // above the payee: "Pay to", "Paid to", "Not paid"; "" = unknown
	At       string // the host to return to, where nobody is named; no payee
	Amount   Amount
	AmountIs string // what amount it is, where the page has another; "" = it is the one
	Paid     string // the amount that the page's heading says, for the rail of a wide screen; "" = none
	OrderID  string
	VAT      string // "VAT: ฿80.76", "" = none
	LogoURL  string // "" = none
}

// Amount is money for people (Text) and for copying (Bare).
type Amount struct {
	Text     string // "฿1,234.50"
	Bare     string // "1234.50"
	Currency string // "THB"
}

// Deadline is when the time to pay ends.
type Deadline struct {
	ISO        string // RFC 3339, for <time datetime>
	Text       string // "Pay before 18:45 on 24 November (ICT)"
	Left       string // how much time is left; "" = none
	LeftMS     int64  // milliseconds left by the server's clock at rendering
	FarText    string // "{n} h left", beyond two hours; the script replaces {n}
	Days       int    // whole days that FarText says beside them; 0 = none
	NearText   string // "{n} min left"
	NearerText string // "{n} s left", in the last two minutes
}

// Form is a form of the page, by its id. Action keeps what was typed so far;
// Label says what the form itself is for.
type Form struct{ ID, Action, Label string }

// Language is a link to this page in another language.
type Language struct {
	Tag     string // BCP 47
	Name    string // in that language
	English string // its name in English, "" if it is the same
}

// Refresh reloads without JavaScript, inside <noscript>.
type Refresh struct{ Seconds int }

// News is where the page is told of changes: an event stream whose data is a
// version. Another version than ours means that the page is outdated.
type News struct {
	URL     string
	Version string
	Ended   bool // it is looked at now and then, for an hour; no stream is held
}
