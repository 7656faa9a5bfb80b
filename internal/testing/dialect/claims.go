package dialect

import (
	"cmp"
	"encoding/json"
	"html"
	"payapp/i18n"
	"payapp/i18n/messages"
	"regexp"
	"slices"
	"strings"
	"sync"
	"time"
)

// Pages are held to what is true of a payment. This is the other side of
// claims.All: that table says which facts a sentence needs, this one what must
// be so at the gateway and in the browser. It knows nothing of the application's
// facts, which may be wrong.
//
//	a page in the language of keys ──▶ Keys ──▶ claims.Of ──▶ Untrue ◀── Truth

// Truth is what is so when a page comes.
type Truth struct {
	State
	Now time.Time
	// What this browser's customer has done.
	SaidPaid, Returned bool
	// Acted: by this very link the customer came back, said to have paid or gave a
	// number, and was told so.
	Acted bool
	// Begun: it pressed Pay, and got a page.
	Begun bool
	// Elsewhere: it was created so lately, by another browser or link, that a page
	// needn't know.
	Elsewhere bool
	// Unheard: the gateway told somebody else that it is paid.
	Unheard bool
	// Page is the page's name.
	Page string
	// Heard is all that its token was told until it came; nil = nobody wrote it down.
	// By is the process that made it, and Began when that began.
	Heard []Heard
	By    string
	Began int64
}

// Overdue reports whether the time to pay is over, the tolerance of clocks included.
func (t Truth) Overdue() bool {
	return !t.Deadline.IsZero() && t.Now.After(t.Deadline.Add(time.Minute))
}

func always(Truth) bool   { return true }
func exists(t Truth) bool { return t.Exists }
func without(t Truth) bool {
	unheard := t.Hidden && t.Heard != nil && !t.Begun && t.so(func(list []Heard) bool { // by this process, which shares nothing in a bubble
		return !anyOf(func(h Said) bool { return h.Call == "create" || h.Described })(list)
	})
	return !t.Exists || t.Elsewhere || t.Void || unheard
}
func unbegun(t Truth) bool { return !t.Begun || !t.Exists }
func failed(t Truth) bool {
	return (t.Failed || t.Refused) && t.so(func(list []Heard) bool {
		status, unsure := end(list)
		return status != "" || unsure || !anyOf(described)(list)
	})
}
func saysPaid(t Truth) bool { return t.SaidPaid || t.Returned || t.Number }
func unpaid(t Truth) bool   { return t.Exists && (!t.Success || t.Unheard) }
func unanswered(t Truth) bool {
	return t.Lost && t.so(func(list []Heard) bool { return !answeredLast(list) })
}

// unclear: an answer to a creation came.
func unclear(t Truth) bool {
	if t.Heard == nil {
		return t.Begun
	}
	return t.so(anyOf(func(h Said) bool { return h.Call == "create" && h.Status != 0 }))
}

// unheard: nothing that was told says that anybody has paid, nor has this customer.
func unheard(t Truth) bool {
	return unpaid(t) && t.so(func(list []Heard) bool { return !anyOf(Said.Progress)(list) }) && !t.Acted
}

// rejected: a read says so. Other operations speak of themselves.
func rejected(t Truth) bool {
	return t.Rejected && t.so(anyOf(func(h Said) bool { return h.Call == "read" && (h.Status == 401 || h.Status == 403) }))
}

// requires: some answer asks for another amount.
func requires(t Truth) bool {
	return t.Requires || t.Heard != nil && t.so(anyOf(func(h Said) bool { return h.Required.Amount != "" }))
}

// wayless: nothing that was told says how to pay.
func wayless(t Truth) bool {
	return unpaid(t) && t.so(func(list []Heard) bool { return !anyOf(func(h Said) bool { return h.Ways != "" })(list) })
}

// checked: this customer has paid, or some answer says that the gateway works on it, or
// that it had ended.
func checked(t Truth) bool {
	return saysPaid(t) || t.Exists && t.so(anyOf(func(h Said) bool { return h.Progress() || ended(h) }))
}

// changes: two answers ask for different amounts.
func changes(t Truth) bool {
	return t.Exists && t.so(func(list []Heard) bool {
		first := slices.IndexFunc(list, func(h Heard) bool { return h.Described })
		return first >= 0 && slices.ContainsFunc(list[first:], func(h Heard) bool {
			return h.Required.Amount != "" && h.Required != cmp.Or(list[first].Required, list[first].Money)
		})
	})
}

// waits: something describes a payment that goes on, or who says to have paid it, or came
// back from a bank, is told how long that takes.
func waits(t Truth) bool { return t.Exists && (t.SaidPaid || t.Returned || t.so(anyOf(described))) }

// newest: the last answer that counts is of this kind. Of two at the same instant, in two
// processes, nobody knows the later one.
func newest(list []Heard, counts, of func(Said) bool) bool {
	var last *Heard
	for i, h := range slices.Backward(list) {
		switch {
		case !counts(h.Said) || last != nil && h.By == last.By:
			continue
		case last == nil:
			last = &list[i]
		case !h.Then.Equal(last.Then):
			return false
		}
		if of(h.Said) {
			return true
		}
	}
	return false
}

// lastly: the last answer that describes the payment is of this kind; nobody wrote down
// what was told: then it may be.
func lastly(of func(Said) bool) func(Truth) bool {
	return func(t Truth) bool {
		return t.Exists && t.so(func(list []Heard) bool { return newest(list, described, of) })
	}
}

// closed: the last answer says so; or, of what was paid, the last one that is no end: a failure
// that follows doesn't take it back that the shop should be asked.
func closed(t Truth) bool {
	goesOn := func(h Said) bool { return h.Described && !ended(h) }
	return lastly(Said.Closes)(t) || t.Success && t.so(func(list []Heard) bool { return newest(list, goesOn, Said.Closes) })
}

// closable: somebody has paid, by what was told.
func closable(t Truth) bool {
	return t.Page == "instructions" || t.Success || t.SaidPaid || t.Number || slices.Contains(Working, t.Word) ||
		t.Heard != nil && t.so(anyOf(Said.Works))
}

// Needs is what must be so for each claim of claims.All, by what it says.
var Needs = map[string]func(Truth) bool{
	"nothing was charged":                          without,
	"there is no payment yet":                      without,
	"nothing was charged by this page":             unbegun,
	"no payment was heard of":                      unheard,
	"the time to pay is over":                      Truth.Overdue,
	"it has expired":                               func(t Truth) bool { return t.Expired || t.Overdue() },
	"it failed, and isn't paid":                    failed,
	"it is paid":                                   func(t Truth) bool { return t.Success },
	"it goes on":                                   waits,
	"it is being checked":                          checked,
	"the customer has paid":                        saysPaid,
	"it was started, and not described yet":        exists,
	"another amount to pay was told before":        changes,
	"it exists":                                    exists,
	"how to pay is as the gateway says":            exists,
	"who is paid":                                  func(t Truth) bool { return t.Name != "" },
	"this customer chose it":                       exists,
	"an app isn't charged before it approves":      unpaid,
	"the gateway has the number":                   func(t Truth) bool { return t.Number },
	"the number wasn't sent":                       func(t Truth) bool { return !t.NumberTold },
	"the gateway didn't take the number":           func(t Truth) bool { return !t.Number },
	"the amounts differ":                           exists,
	"it was started without a way to pay":          wayless,
	"the gateway refused it":                       failed,
	"the gateway was too busy":                     unanswered,
	"an answer came that says nothing":             unclear,
	"no answer came":                               unanswered,
	"the token isn't accepted":                     rejected,
	"the token's own time has passed":              func(t Truth) bool { return t.Rejected },
	"the order is paid in full by another amount":  requires,
	"the page can be closed, and the shop is told": closable,
	"it can be closed once it is paid":             exists,
	"it waits for the money":                       lastly(Said.Waits),
	"it is worked on":                              lastly(Said.Works),
	"part of it came":                              lastly(func(h Said) bool { return h.Word == "PARTIALLY_PAID" }),
	"it has ended otherwise":                       closed,
	"the first try ended":                          func(t Truth) bool { return t.Exists && t.so(anyOf(ended)) },

	// These say nothing of the payment at the gateway.
	"nothing was sent":                            always,
	"a Pay is under way":                          always,
	"nothing is known just now":                   always,
	"the gateway has a problem":                   always,
	"nothing fits the order":                      always,
	"nothing":                                     always,
	"nothing of a payment: there is none to show": always,
}

// WithKeys is every language, and that of keys (i18n.PseudoKeys), in which pages are read.
var WithKeys = sync.OnceValue(func() *i18n.Bundle {
	bundle, err := i18n.LoadWithPseudo()
	if err != nil {
		panic(err)
	}
	return bundle
})

// Reader reads pages in the language of keys, by the English messages.
type Reader struct{ messages map[string]string }

// English is the reader of all messages.
var English = sync.OnceValue(func() Reader {
	text, err := messages.Files.ReadFile("en.json")
	if err != nil {
		panic(err)
	}
	var all map[string]json.RawMessage
	if err := json.Unmarshal(text, &all); err != nil {
		panic(err)
	}
	r := Reader{map[string]string{}}
	for key, message := range all {
		r.messages[key] = strings.Trim(string(message), `"`)
	}
	return r
})

// onceItIsPressed is what a form's script says after Pay.
var onceItIsPressed = regexp.MustCompile(` data-pay="[^"]*"`)

var (
	key   = regexp.MustCompile(`⟦([^⟧]+)⟧`)
	payee = regexp.MustCompile(`(?s)<header>.*?<strong[^>]*>\s*(?:<small>[^<]*</small>\s*)?<bdi[^>]*>(.*?)</bdi>`)
	tag   = regexp.MustCompile(`<[^>]*>`)
)

// Keys are the messages on the page; what another one's words stand for counts as
// well, where they are about money.
func (r Reader) Keys(body string) (keys []string) {
	for _, m := range key.FindAllStringSubmatch(onceItIsPressed.ReplaceAllString(body, ""), -1) {
		keys = append(keys, m[1])
		if same, ok := strings.CutPrefix(r.messages[m[1]], "="); ok && (strings.HasPrefix(same, "money.") || strings.HasSuffix(same, ".money")) {
			keys = append(keys, same)
		}
	}
	return keys
}

// Payee is who the page says is paid; "" if it names nobody.
func Payee(body string) string {
	m := payee.FindStringSubmatch(body)
	if m == nil {
		return ""
	}
	return strings.TrimSpace(html.UnescapeString(tag.ReplaceAllString(m[1], "")))
}

// Untrue are the page's claims that aren't so. claimsOf is what a message claims.
func (r Reader) Untrue(body string, claimsOf func(key string) []string, t Truth) (list []string) {
	for _, k := range r.Keys(body) {
		for _, says := range claimsOf(k) {
			if needs := Needs[says]; needs == nil || !needs(t) {
				list = append(list, says+" ("+k+")")
			}
		}
	}
	if named := Payee(body); named != "" && named != t.Name {
		list = append(list, "who is paid: "+named)
	}
	slices.Sort(list)
	return slices.Compact(list)
}

// Text is a message in English, as it is written; "" if there is none.
func (r Reader) Text(key string) string { return r.messages[key] }

// Naming is the message of a line that has the name as a variable.
func (r Reader) Naming(line, name string) (message string, ok bool) {
	before, _, ok := strings.Cut(line, name)
	found := key.FindAllStringSubmatch(before, -1)
	if !ok || len(found) == 0 {
		return "", ok
	}
	return found[len(found)-1][1], true
}
