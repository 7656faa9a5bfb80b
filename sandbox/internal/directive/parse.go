package directive

import (
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
	longest             = 30 * 24 * time.Hour
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
	or := func(otherwise time.Duration) time.Duration {
		if delay < 0 {
			return otherwise
		}
		return delay
	}
	verb, subject, _ := strings.Cut(name, "-")
	switch {
	case verb == "failed" && reasons[subject] != "":
		s.Outcome, s.Reason, s.After = "FAILED", reasons[subject], or(defaultOutcomeAfter)
		return true
	case verb == "refuse" && reasons[subject] != "":
		s.RefuseCode = reasons[subject]
		return true
	case verb == "callback":
		return s.Callbacks.apply(subject, or)
	case verb == "paid":
		return s.pay(Paid(subject), or)
	}
	switch name {
	case "success", "refused", "failed", "canceled", "expired":
		s.Outcome, s.Reason, s.After = strings.ToUpper(name), "", or(defaultOutcomeAfter)
	case "strange":
		s.Strange = true
		s.Outcome, s.Reason, s.After = "SUCCESS", "", or(defaultOutcomeAfter)
	case "expires":
		s.ExpireAfter = max(or(defaultExpire), time.Millisecond)
	case "lost":
		s.Lost = true
	case "busy":
		s.Busy = true
	case "down":
		s.Down = true
	case "slow":
		s.Slow = or(defaultSlow)
	case "garbage":
		s.Garbage = true
	case "unauthorized":
		s.Unauthorized = true
	case "required":
		s.Required = true
	case "vat":
		s.Vat = true
	case "processing":
		s.Processing = max(or(defaultProcessing), time.Millisecond)
	default:
		return false
	}
	return true
}

// pay adds a directive that begins with "paid-".
func (s *Set) pay(how Paid, or func(time.Duration) time.Duration) bool {
	switch how {
	case PaidPartly, PaidWrong:
		s.Outcome, s.Reason, s.After = "SUCCESS", "", or(defaultOutcomeAfter)
	case PaidLate:
		s.PaidAfter = or(defaultPaidLate)
		if s.ExpireAfter == 0 {
			s.ExpireAfter = defaultExpire
		}
	default:
		return false
	}
	s.Paid = how
	return true
}

// apply adds a directive that begins with "callback-".
func (c *Callbacks) apply(name string, or func(time.Duration) time.Duration) bool {
	switch name {
	case "twice":
		c.Twice, c.TwiceAfter = true, or(0)
	case "never":
		c.Never = true
	case "late":
		c.Late = or(defaultLate)
	case "first":
		c.First = true
	case "unknown":
		c.Unknown = true
	case "astray":
		c.Astray = true
	case "swapped":
		c.Swapped = true
	default:
		return false
	}
	return true
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
