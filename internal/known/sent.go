package known

import (
	"cmp"
	"fmt"
	"slices"
	"time"

	"payapp/apiclient"
)

// Sent is what was sent to create the payment, if it may have been taken. An
// answer needn't repeat it.
type Sent struct {
	Method   string             `json:"m,omitzero"`
	Operator apiclient.Operator `json:"o,omitzero"` // with its name; zero = none was sent
	Account  string             `json:"a,omitzero"` // accountNumber
	At       time.Time          `json:"t,omitzero"` // the moment before
	// Taken: the gateway said that it took just this. Otherwise the answer was lost,
	// and another creation may have been the one that it took.
	Taken bool `json:"k,omitzero"`
}

// mostSent is how many creations are remembered: after each whose answer was
// lost another may be tried.
const mostSent = 4

// WithSent is the payment once this was sent to create it.
func (p Payment) WithSent(s Sent) Payment {
	s.At = momentOf(s.At).time()
	return p.Merge(Payment{Sent: []Sent{s}})
}

// union is what both have, each once, what was taken and the newest first.
func union(a, b []Sent) []Sent {
	if len(b) == 0 {
		return a
	}
	if len(a) == 0 {
		return b
	}
	all := slices.Concat(a, b)
	slices.SortFunc(all, func(s, t Sent) int {
		return cmp.Or(cmp.Compare(rank(t.Taken), rank(s.Taken)), t.At.Compare(s.At), cmp.Compare(fmt.Sprint(s), fmt.Sprint(t)))
	})
	var kept []Sent
	for _, s := range all {
		again := slices.ContainsFunc(kept, func(k Sent) bool {
			return k.Method == s.Method && k.Operator == s.Operator && k.Account == s.Account
		})
		if !again && len(kept) < mostSent {
			kept = append(kept, s)
		}
	}
	return kept
}

// lastSent is when something was last sent; 0 = nothing was.
func (p Payment) lastSent() (last moment) {
	for _, s := range p.Sent {
		last = max(last, momentOf(s.At))
	}
	return last
}

// IsAnother reports whether the payment is known to be another one than was sent: by
// its method, its operator or the account. What isn't known of it, or was left to the
// gateway, doesn't differ.
func (v View) IsAnother(s Sent) bool {
	before, _ := v.SentWith(s.Method)
	differs := func(known, sent string) bool { return known != "" && sent != "" && known != sent }
	return v.Existence == Described &&
		(v.Payin.MethodCode != s.Method || differs(v.Payin.Operator.Code, s.Operator.Code) || differs(before.Account, s.Account))
}

// SentWith is what was sent with the method: what was taken, if that is known. If
// creations differ otherwise, it isn't known which of them was: what they don't
// agree on is left out, since coins that are sent on another network are lost.
func (v *View) SentWith(method string) (s Sent, ok bool) {
	for _, sent := range v.Sent {
		switch {
		case sent.Method != method || ok && s.Taken && !sent.Taken:
			continue
		case !ok:
			s, ok = sent, true
			continue
		}
		if sent.Operator.Code != s.Operator.Code {
			s.Operator = apiclient.Operator{}
		}
		if sent.Account != s.Account {
			s.Account = ""
		}
	}
	return s, ok
}
