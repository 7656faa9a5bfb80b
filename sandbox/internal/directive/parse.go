package directive

import (
	"cmp"
	"maps"
	"slices"
	"strings"
	"time"
)

// Set is what one order id asks for. The zero value asks for nothing: the
// payment waits for a person. It has a field for each thing that can be asked
// for, since an order id may combine them.
type Set struct {
	// Outcome is the status that the payment takes by itself, After its
	// creation, or empty.
	Outcome string
	After   time.Duration
	Reason  string // failureReasonCode of the outcome

	RefuseCode   string        // creation answers 406 with this code
	Strange      bool          // an undocumented status comes first
	ExpireAfter  time.Duration // expireAt, if above zero
	Lost         bool          // the first creation's answer is cut off
	Busy         bool          // two 429 before each operation
	Down         bool          // two 503 before each operation
	Slow         time.Duration // added to each answer
	Garbage      bool          // reads answer HTML
	Unauthorized bool          // every call answers 401
	Stray        bool          // the first read answers 401, and no other
	Limit        bool          // the amount is below what any method takes: options say so
	BankDown     bool          // the first creation that names an operator is refused
	SecondTry    bool          // after the outcome it goes on, with another way to pay
	Required     bool          // moneyRequired differs from the amount
	Vat          bool          // a vat object is present
	Paid         Paid          // how the customer pays, if not as asked
	PaidAfter    time.Duration // expiry and then this, for PaidLate
	Processing   time.Duration // what the bank takes to validate, if above zero
	Callbacks    Callbacks
}

// Paid is a way of paying that isn't what was asked for.
type Paid string

// The ways: half the amount, another amount, and after the deadline.
const (
	PaidPartly Paid = "partial"
	PaidWrong  Paid = "wrong"
	PaidLate   Paid = "late"
)

// Callbacks is how a payment's callbacks misbehave.
type Callbacks struct {
	Twice      bool          // each is sent a second time, TwiceAfter the first
	Never      bool          // none is sent
	Late       time.Duration // each is sent so much later
	First      bool          // one comes before the creation's answer
	Unknown    bool          // another one tells an id that nobody has
	Astray     bool          // they go to a wrong address
	Swapped    bool          // those in between come after the last one
	TwiceAfter time.Duration
}

const (
	defaultOutcomeAfter = 3 * time.Second
	defaultSlow         = 3 * time.Second
	defaultExpire       = 10 * time.Second
	defaultLate         = 30 * time.Second
	defaultPaidLate     = 5 * time.Second
	defaultProcessing   = time.Minute
	// BeforeSecondTry is how long it stays refused until then.
	BeforeSecondTry = 10 * time.Second
	longest         = 30 * 24 * time.Hour
)

var reasons = map[string]string{
	"security":     "SECURITY_CHECK_FAILED",
	"inactivity":   "CUSTOMER_VERIFICATION_INACTIVITY",
	"unregistered": "CUSTOMER_NOT_REGISTERED",
}

// Parse reads the directives of an order id. A later outcome replaces an
// earlier one, as a rule's does the id's. An invalid or negative delay counts as none.
func Parse(id string) Set {
	set, _ := parse(id)
	return set
}

// Unknown lists parts of the id after "~" that have no effect, with their "~":
// misspelt directives, and those with an invalid delay. The id is valid all the
// same; somebody may just have meant something else.
func Unknown(id string) []string {
	_, unknown := parse(id)
	return unknown
}

func parse(id string) (set Set, unknown []string) {
	words := strings.Split(id, "~")
	for _, word := range words[1:] {
		name, text, delayed := strings.Cut(word, "@")
		delay := duration(text)
		if known := set.apply(name, delay); !known || delayed && delay < 0 {
			unknown = append(unknown, "~"+word)
		}
	}
	return set, unknown
}

// apply adds one directive, and reports whether it exists. A negative delay
// means none.
func (s *Set) apply(name string, delay time.Duration) bool {
	add, ok := directives[name]
	if ok {
		add(s, func(otherwise time.Duration) time.Duration {
			if delay < 0 {
				return otherwise
			}
			return delay
		})
	}
	return ok
}

// Names lists all directives.
func Names() []string { return slices.Sorted(maps.Keys(directives)) }

// delayOr is the delay that a directive came with or, without one, another.
type delayOr func(otherwise time.Duration) time.Duration

var directives = all()

func all() map[string]func(*Set, delayOr) {
	list := map[string]func(*Set, delayOr){
		"strange":      func(s *Set, or delayOr) { s.Strange = true; s.end("SUCCESS", "", or) },
		"expires":      func(s *Set, or delayOr) { s.ExpireAfter = max(or(defaultExpire), time.Millisecond) },
		"lost":         func(s *Set, _ delayOr) { s.Lost = true },
		"busy":         func(s *Set, _ delayOr) { s.Busy = true },
		"down":         func(s *Set, _ delayOr) { s.Down = true },
		"slow":         func(s *Set, or delayOr) { s.Slow = or(defaultSlow) },
		"garbage":      func(s *Set, _ delayOr) { s.Garbage = true },
		"unauthorized": func(s *Set, _ delayOr) { s.Unauthorized = true },
		"stray":        func(s *Set, _ delayOr) { s.Stray = true },
		"limit":        func(s *Set, _ delayOr) { s.Limit = true },
		"bank-down":    func(s *Set, _ delayOr) { s.BankDown = true },
		"second-try":   func(s *Set, or delayOr) { s.SecondTry = true; s.end("REFUSED", "", or) },
		"required":     func(s *Set, _ delayOr) { s.Required = true },
		"vat":          func(s *Set, _ delayOr) { s.Vat = true },
		"processing":   func(s *Set, or delayOr) { s.Processing = max(or(defaultProcessing), time.Millisecond) },

		"paid-partial": func(s *Set, or delayOr) { s.Paid = PaidPartly; s.end("SUCCESS", "", or) },
		"paid-wrong":   func(s *Set, or delayOr) { s.Paid = PaidWrong; s.end("SUCCESS", "", or) },
		"paid-late": func(s *Set, or delayOr) {
			s.Paid, s.PaidAfter, s.ExpireAfter = PaidLate, or(defaultPaidLate), cmp.Or(s.ExpireAfter, defaultExpire)
		},

		"callback-twice":   func(s *Set, or delayOr) { s.Callbacks.Twice, s.Callbacks.TwiceAfter = true, or(0) },
		"callback-never":   func(s *Set, _ delayOr) { s.Callbacks.Never = true },
		"callback-late":    func(s *Set, or delayOr) { s.Callbacks.Late = or(defaultLate) },
		"callback-first":   func(s *Set, _ delayOr) { s.Callbacks.First = true },
		"callback-unknown": func(s *Set, _ delayOr) { s.Callbacks.Unknown = true },
		"callback-astray":  func(s *Set, _ delayOr) { s.Callbacks.Astray = true },
		"callback-swapped": func(s *Set, _ delayOr) { s.Callbacks.Swapped = true },
	}
	for _, outcome := range []string{"success", "refused", "failed", "canceled", "expired"} {
		list[outcome] = func(s *Set, or delayOr) { s.end(strings.ToUpper(outcome), "", or) }
	}
	for subject, reason := range reasons {
		list["failed-"+subject] = func(s *Set, or delayOr) { s.end("FAILED", reason, or) }
		list["refuse-"+subject] = func(s *Set, _ delayOr) { s.RefuseCode = reason }
	}
	return list
}

// end sets the outcome.
func (s *Set) end(outcome, reason string, or delayOr) {
	s.Outcome, s.Reason, s.After = outcome, reason, or(defaultOutcomeAfter)
}

// duration reads a delay, −1 if there is none or it is invalid. A bare number
// is in seconds.
func duration(s string) time.Duration {
	if s == "" {
		return -1
	}
	if strings.Trim(s, "0123456789.") == "" {
		s += "s"
	}
	d, err := time.ParseDuration(s)
	if err != nil || d < 0 {
		return -1
	}
	return min(d, longest)
}
