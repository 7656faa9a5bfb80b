package apiclient

import (
	"encoding/json"
	"errors"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"payapp/money"
)

// object reads one JSON object of an answer, property by property: one of the
// wrong type counts as absent and doesn't spoil the others. Names match
// exactly; unknown properties are ignored.
type object struct {
	path  string // where it is, for odd
	props map[string]json.RawMessage
	// odd collects the paths of properties of the wrong type or length. It has
	// no values: they may be personal data.
	odd *[]string
}

var errNoObject = errors.New("not a JSON object")

func parseObject(data []byte, odd *[]string) (object, error) {
	var props map[string]json.RawMessage
	if err := json.Unmarshal(data, &props); err != nil || props == nil {
		// The decoder's own error may quote the body.
		return object{}, errNoObject
	}
	return object{props: props, odd: odd}, nil
}

// listEntry is what an entry that is no object is called.
const listEntry = "list entry"

// asObject is parseObject for an entry of a list; the result is empty if the
// entry isn't an object.
func asObject(data []byte, odd *[]string) object {
	o, err := parseObject(data, odd)
	if err != nil {
		*odd = append(*odd, listEntry)
		return object{odd: odd}
	}
	return o
}

// read decodes a property and reports whether it was present with the right
// type. null counts as absent.
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

// has reports whether the object has one of the properties at least.
func (o object) has(names ...string) bool {
	return slices.ContainsFunc(names, func(name string) bool { return o.props[name] != nil })
}

// maxText is the longest text, in bytes; no page shows a longer one. Texts for
// people are cut; others are dropped, since half a number would be wrong. An address
// may be longer, and a code as long as any QR code is: 7,089 digits (ISO/IEC 18004).
const (
	maxText    = 4 << 10
	maxAddress = 16 << 10
	maxCode    = 7089
)

// text is a property that must be complete: a text that is too long counts as
// absent. White space around it is nobody's.
func (o object) text(name string) string { return strings.TrimSpace(o.long(name, maxText)) }

// long is a text of at most so many bytes, such as an address. One with a NUL counts
// as absent, too: browsers put something else in its place, so what is copied would
// be wrong.
func (o object) long(name string, most int) string {
	text := o.raw(name)
	if len(text) > most || strings.ContainsRune(text, 0) {
		*o.odd = append(*o.odd, o.path+name)
		return ""
	}
	return text
}

// raw is a text as it came.
func (o object) raw(name string) (text string) {
	if !o.read(name, &text) {
		return ""
	}
	return text
}

// words is a text for people, cut if it is too long.
func (o object) words(name string) string { return cut(plainText(o.raw(name))) }

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
// reference. Only whole numbers are accepted, digit by digit.
func (o object) number(name string) string {
	if digits := o.digits(name); digits != "" {
		return digits
	}
	return o.text(name)
}

// digits is a whole number as written; "" for anything else.
func (o object) digits(name string) string {
	if raw := string(o.props[name]); raw != "" && len(raw) <= maxNumber && strings.Trim(raw, "0123456789") == "" {
		return raw
	}
	return ""
}

// maxNumber is the longest number accepted for a text, in digits.
const maxNumber = 40

// maxName is the longest name, in characters; longer ones are cut.
const maxName = 120

// name is a text that a merchant or operator chose, for titles, buttons and
// sentences. Control characters and marks that change the writing direction are
// removed, and its length is limited.
func (o object) name(name string) string {
	plain := strings.Map(func(r rune) rune {
		switch {
		case unicode.IsSpace(r):
			return ' '
		case unicode.IsControl(r), unicode.Is(unicode.Bidi_Control, r):
			return -1
		}
		return r
	}, plainText(o.raw(name)))
	plain = strings.TrimSpace(plain)
	count := 0
	for at := range plain {
		if count++; count > maxName {
			return strings.TrimSpace(plain[:at]) + "…"
		}
	}
	return plain
}

// flag is true also if it is written as a text.
func (o object) flag(name string) bool {
	if string(o.props[name]) == `"true"` {
		return true
	}
	var flag bool
	return o.read(name, &flag) && flag
}

// list is the entries of a list, at most that many.
func (o object) list(name string, most int) []json.RawMessage {
	var list []json.RawMessage
	o.read(name, &list)
	if len(list) > most {
		*o.odd = append(*o.odd, o.path+name+"[]")
		return list[:most]
	}
	return list
}

// object is a nested object; empty if the property is absent or no object.
func (o object) object(name string) object {
	inner := object{path: o.path + name + ".", odd: o.odd}
	o.read(name, &inner.props)
	return inner
}

// at follows a path of nested objects to the one with the last name.
func (o object) at(path []string) (inner object, name string) {
	for len(path) > 1 {
		o, path = o.object(path[0]), path[1:]
	}
	return o, path[0]
}

// address is at the end of a path.
func (o object) address(path []string) string {
	inner, name := o.at(path)
	return strings.TrimSpace(inner.long(name, maxAddress))
}

// code is the content of a QR code, at the end of a path.
func (o object) code(path []string) string {
	inner, name := o.at(path)
	if digits := inner.digits(name); digits != "" {
		return digits
	}
	return inner.long(name, maxCode)
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

// exactMoney is an amount where a mistake costs money: it may be absent, but
// the wrong type is an error.
func (o object) exactMoney(name string) (money.Money, error) {
	var amount money.Money
	raw, ok := o.props[name]
	if !ok {
		return amount, nil
	}
	if err := json.Unmarshal(raw, &amount); err != nil {
		return money.Money{}, unlike{"amount-notation", o.path + name + " isn't money"}
	}
	return amount, nil
}

// time reads a timestamp; zero if it can't.
func (o object) time(name string) time.Time {
	raw, ok := o.props[name]
	if !ok || string(raw) == "null" || string(raw) == `""` {
		return time.Time{}
	}
	at, ok := readTime(raw)
	if !ok {
		*o.odd = append(*o.odd, o.path+name)
		return time.Time{}
	}
	return at
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
