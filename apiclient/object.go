package apiclient

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"payapp/money"
)

// object reads one JSON object of an answer property by property, so that a
// property of the wrong type is absent instead of taking the rest with it.
// Names match exactly; unknown ones are never looked at.
type object struct {
	path  string // where it is, for odd
	props map[string]json.RawMessage
	// odd collects the paths of properties of the wrong type or length: names
	// only, values may be anybody's data.
	odd *[]string
}

var errNoObject = errors.New("not a JSON object")

func parseObject(data []byte, odd *[]string) (object, error) {
	var props map[string]json.RawMessage
	if err := json.Unmarshal(data, &props); err != nil || props == nil {
		// The decoder's own words may quote the body.
		return object{}, errNoObject
	}
	return object{props: props, odd: odd}, nil
}

// asObject is parseObject for an entry of a list: empty when it is none.
func asObject(data []byte, odd *[]string) object {
	o, err := parseObject(data, odd)
	if err != nil {
		*odd = append(*odd, "list entry")
		return object{odd: odd}
	}
	return o
}

// read decodes a property and reports whether it was there with the right
// type. null is absence.
func (o object) read(name string, into any) bool {
	raw, ok := o.props[name]
	if !ok || string(raw) == "null" {
		return false
	}
	if json.Unmarshal(raw, into) != nil {
		*o.odd = append(*o.odd, o.path+name)
		return false
	}
	return true
}

// maxText is the longest text, in bytes, that is taken: nothing that a page
// shows is longer. What can be cut is cut; half a number would be wrong.
const maxText = 4 << 10

// text is a property that counts as a whole: too long is absent.
func (o object) text(name string) string {
	text := o.long(name)
	if len(text) > maxText {
		*o.odd = append(*o.odd, o.path+name)
		return ""
	}
	return text
}

// long is a text of any length: addresses, and what is shown as a QR code.
func (o object) long(name string) string {
	var text string
	if !o.read(name, &text) {
		return ""
	}
	return text
}

// words are a text for people to read, of which the beginning is better than
// nothing.
func (o object) words(name string) string { return cut(o.long(name)) }

func cut(text string) string {
	if len(text) <= maxText {
		return text
	}
	at := maxText - len("…")
	for !utf8.RuneStart(text[at]) {
		at--
	}
	return text[:at] + "…"
}

// number is a text that some gateways write as a number: a code, an account, a
// reference. Only whole ones are taken, digit by digit.
func (o object) number(name string) string { return cmp.Or(o.digits(name), o.text(name)) }

// digits is a whole number as it is written; "" for anything else.
func (o object) digits(name string) string {
	if raw := string(o.props[name]); raw != "" && len(raw) <= maxNumber && strings.Trim(raw, "0123456789") == "" {
		return raw
	}
	return ""
}

// maxNumber is the longest number that is taken for a text, in digits.
const maxNumber = 40

// maxName is the longest name that is taken whole, in characters.
const maxName = 120

// name is a text that a merchant or operator chose for people to read: it
// stands in titles, buttons and sentences, so it has no control characters, no
// marks that turn the direction of what follows, and a bounded length.
func (o object) name(name string) string {
	plain := strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return ' '
		case unicode.IsControl(r), unicode.Is(unicode.Bidi_Control, r):
			return -1
		}
		return r
	}, o.long(name))
	plain = strings.TrimSpace(plain)
	count := 0
	for at := range plain {
		if count++; count > maxName {
			return strings.TrimSpace(plain[:at]) + "…"
		}
	}
	return plain
}

// flag is true also where it is written as a text.
func (o object) flag(name string) bool {
	if string(o.props[name]) == `"true"` {
		return true
	}
	var flag bool
	return o.read(name, &flag) && flag
}

// list is the entries of a list, the first ones of one that is longer than
// most.
func (o object) list(name string, most int) []json.RawMessage {
	var list []json.RawMessage
	o.read(name, &list)
	if len(list) > most {
		*o.odd = append(*o.odd, o.path+name+"[]")
		return list[:most]
	}
	return list
}

// object is an empty one where the property is absent or none.
func (o object) object(name string) object {
	inner := object{path: o.path + name + ".", odd: o.odd}
	o.read(name, &inner.props)
	return inner
}

// at walks nested objects to a text.
func (o object) at(path []string) string {
	for len(path) > 1 {
		o, path = o.object(path[0]), path[1:]
	}
	return o.long(path[0])
}

func (o object) money(name string) money.Money {
	var amount money.Money
	if !o.read(name, &amount) {
		return money.Money{}
	}
	return amount
}

// asMoney reads the object itself as money.
func (o object) asMoney() money.Money {
	var amount money.Money
	data, err := json.Marshal(o.props)
	if err != nil || json.Unmarshal(data, &amount) != nil {
		return money.Money{}
	}
	return amount
}

// exactMoney is money for where a mistake costs some: absence is fine, the
// wrong type isn't.
func (o object) exactMoney(name string) (money.Money, error) {
	var amount money.Money
	raw, ok := o.props[name]
	if !ok {
		return amount, nil
	}
	if err := json.Unmarshal(raw, &amount); err != nil {
		return money.Money{}, fmt.Errorf("%s%s isn't money", o.path, name)
	}
	return amount, nil
}

// timeLayouts are RFC 3339 (fractions are optional when parsing) and ISO
// 8601's offset without a colon, or in hours.
var timeLayouts = []string{time.RFC3339, "2006-01-02T15:04:05Z0700", "2006-01-02T15:04:05Z07"}

// time reads a timestamp with its offset, as UTC; zero where it can't. One
// without an offset isn't guessed at: a wrong deadline is worse than none.
func (o object) time(name string) time.Time {
	text := o.text(name)
	if text == "" {
		return time.Time{}
	}
	for _, layout := range timeLayouts {
		if at, err := time.Parse(layout, text); err == nil {
			return at.UTC()
		}
	}
	*o.odd = append(*o.odd, o.path+name)
	return time.Time{}
}

func (o object) operator(name string) Operator {
	inner := o.object(name)
	return Operator{Code: inner.number("code"), Name: inner.name("name")}
}

func (o object) account(name string) Account { return o.object(name).asAccount() }

func (o object) asAccount() Account {
	return Account{
		Name: o.words("accountName"), Number: o.number("accountNumber"), Type: o.text("accountType"),
		BankCode: o.number("bankCode"), BankName: o.words("bankName"),
	}
}
