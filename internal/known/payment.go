package known

import (
	"cmp"
	"fmt"
	"reflect"
	"slices"
	"time"

	"payapp/apiclient"
)

// Payment is what is known of one payment. The zero value says nothing.
//
// Its JSON is what browsers keep and replicas exchange. The names are short,
// since a cookie travels with every request.
type Payment struct {
	State State `json:"s,omitzero"`
	// Payin is the gateway's description, if Created, exactly as it was told;
	// Filled completes it.
	Payin apiclient.Payin `json:"p,omitzero"`
	// At is the moment before the call whose answer this is, by our clock. The
	// answer may be older than its arrival, but not than that.
	At time.Time `json:"t,omitzero"`
	// Part: something of Payin was left out, for want of room.
	Part bool `json:"pt,omitzero"`

	// What sticks, whatever a later answer leaves out.
	Test     bool   `json:"ts,omitzero"` // the gateway once called this a test payment
	Operator Told   `json:"o,omitzero"`
	Sent     []Sent `json:"x,omitempty"` // newest first
}

// State is how much is known.
type State int8

// The states, each of which says more than those before it. A payment exists
// once its creation is accepted (interface.md, States, Behaviour), so a later
// "not found" takes nothing back.
const (
	Nothing    State = iota // no answer that says anything
	NotCreated              // the gateway has no such payment
	Accepted                // the gateway has its id, but hasn't described it yet
	Created                 // the gateway has described it
)

// Told is an operator as an answer named it, and when.
type Told struct {
	apiclient.Operator
	Method string    `json:"m,omitzero"` // the answer's: another one's operators are others
	At     time.Time `json:"t,omitzero"`
}

// Answered is what an answer says that describes the payment. at is the moment
// before its call.
func Answered(p apiclient.Payin, at time.Time) Payment {
	told := Payment{State: Created, Payin: p, At: plain(at), Test: p.IsTest}
	if p.Operator != (apiclient.Operator{}) {
		told.Operator = Told{Operator: p.Operator, Method: p.MethodCode, At: told.At}
	}
	return told
}

// Missing is what an answer says that there is no such payment.
func Missing(at time.Time) Payment { return Payment{State: NotCreated, At: plain(at)} }

// Taken is what an answer says that takes a creation, now (a 2xx without a body)
// or before (409), without a description.
func Taken(at time.Time) Payment { return Payment{State: Accepted, At: plain(at)} }

// plain is a time without a reading of the process's own clock, which no other
// process has.
func plain(at time.Time) time.Time { return at.Round(0).UTC() }

// Merge is what both together say. It is commutative, associative and
// idempotent, so that it doesn't matter who hears what first or twice:
//
//	success wins, then an end, then what exists, then "not created"
//	of two that say as much, the whole one wins, then the newer
//	a test mark, an operator and what was sent stick
func (p Payment) Merge(q Payment) Payment {
	merged := p
	if p.compare(q) < 0 {
		merged = q
	}
	merged.Test = p.Test || q.Test
	merged.Operator = p.Operator.later(q.Operator)
	merged.Sent = union(p.Sent, q.Sent)
	return merged
}

// compare is above zero if p says more than q. Only equal values compare as 0.
func (p Payment) compare(q Payment) int {
	c := cmp.Or(cmp.Compare(p.rank(), q.rank()), cmp.Compare(wholeness(p), wholeness(q)), p.At.Compare(q.At))
	if c == 0 {
		c = compareTexts(p.Payin, q.Payin) // seldom, and not cheap
	}
	return c
}

// rank orders what can be said of a payment by what it takes back: nothing takes
// back a success (interface.md, States), and only a success takes back an end.
func (p Payment) rank() int {
	switch status := p.Status(); {
	case status == Success:
		return int(Created) + 2
	case status.Ended():
		return int(Created) + 1
	default:
		return int(p.State)
	}
}

func wholeness(p Payment) int {
	if p.Part {
		return 0
	}
	return 1
}

// compareTexts orders different descriptions of the same moment, so that
// everybody prefers the same one.
func compareTexts(a, b apiclient.Payin) int {
	if reflect.DeepEqual(a, b) {
		return 0
	}
	return cmp.Compare(fmt.Sprintf("%+v", a), fmt.Sprintf("%+v", b))
}

// later prefers a name to a bare code, then the newer.
func (t Told) later(u Told) Told {
	better := func(x Told) int {
		switch {
		case x.Name != "":
			return 2
		case x.Code != "":
			return 1
		}
		return 0
	}
	c := cmp.Or(cmp.Compare(better(t), better(u)), t.At.Compare(u.At))
	if c == 0 && t != u {
		c = cmp.Compare(fmt.Sprint(t.Operator, t.Method), fmt.Sprint(u.Operator, u.Method))
	}
	if c < 0 {
		return u
	}
	return t
}

// Verifies reports whether it shows that the gateway has accepted the token: it has
// said something of the payment, or been sent something that it may have taken.
func (p Payment) Verifies() bool { return p.State != Nothing || len(p.Sent) > 0 }

// Exists reports whether the gateway has taken the payment's creation.
func (p Payment) Exists() bool { return p.State >= Accepted }

// Standing is the state as it counts: a "not created" from before something was
// sent says nothing any more.
func (p Payment) Standing() State {
	if p.State == NotCreated && len(p.Sent) > 0 && !p.At.After(p.lastSent()) {
		return Nothing
	}
	return p.State
}

// NotAfter is the payment as a process with that clock has it: another one's may
// be ahead, and what it dates in the future would count as fresh until then.
func (p Payment) NotAfter(now time.Time) Payment {
	now = plain(now)
	earlier := func(t time.Time) time.Time {
		if t.After(now) {
			return now
		}
		return t
	}
	p.At, p.Operator.At = earlier(p.At), earlier(p.Operator.At)
	if p.lastSent().After(now) {
		p.Sent = slices.Clone(p.Sent)
		for i := range p.Sent {
			p.Sent[i].At = earlier(p.Sent[i].At)
		}
	}
	return p
}

// Since is the payment without a "not created" from before then: meanwhile it
// may have been created elsewhere.
func (p Payment) Since(then time.Time) Payment {
	if p.State == NotCreated && p.At.Before(then) {
		p.State, p.At = Nothing, time.Time{}
	}
	return p
}

// Status is the payment's status by the gateway's word.
func (p Payment) Status() Status {
	switch p.State {
	case Created:
		return StatusOf(p.Payin)
	case Accepted:
		return Pending
	default:
		return Unknown
	}
}

// Same reports whether both say the same, whenever they were read. Times that
// move by seconds, or that no page shows yet, are the same.
func (p Payment) Same(q Payment) bool {
	for _, x := range []*Payment{&p, &q} {
		if x.Payin.ExpireAt = x.Payin.ExpireAt.Truncate(time.Minute); !x.Status().Ended() {
			x.Payin.ProcessedAt = time.Time{}
		}
	}
	p.At, q.At, p.Operator.At, q.Operator.At = time.Time{}, time.Time{}, time.Time{}, time.Time{}
	return reflect.DeepEqual(p, q)
}

// WithoutWays is the description without all that there is to pay by, which nobody
// needs once the payment has ended.
func WithoutWays(p apiclient.Payin) apiclient.Payin {
	p.Account, p.PaymentAddress, p.InstructionList = apiclient.Account{}, apiclient.PaymentAddress{}, nil
	p.RedirectURL, p.DeepLink, p.QRCode, p.QRName = "", "", "", ""
	return p
}

// TakesBack reports whether a later answer denies a success that was told
// before. It stays paid, and a person should look into it.
func (p Payment) TakesBack(later Payment) bool {
	return p.Status() == Success && later.State == Created && later.Status() != Success && later.At.After(p.At)
}
