package body

import (
	"bytes"
	"encoding/json"
	"maps"
	"slices"
	"strconv"
	"strings"

	"github.com/go-json-experiment/json/jsontext"
)

// Reason is what is wrong with a property.
type Reason string

// The reasons.
const (
	Missing      Reason = "MISSING"       // absent, or empty although mandatory
	WrongType    Reason = "WRONG_TYPE"    // for example a number instead of a text
	Malformed    Reason = "MALFORMED"     // a text of an invalid form
	OutOfRange   Reason = "OUT_OF_RANGE"  // a number beyond its limits
	NotAvailable Reason = "NOT_AVAILABLE" // a value that doesn't exist, for this merchant or at all
	Unknown      Reason = "UNKNOWN"       // no property has this name
)

// Fault is a property by its path, "money.amount", and what is wrong with it.
type Fault struct {
	Path   string
	Reason Reason
	What   string // in words, if the reason alone says too little
}

// Object is one JSON object of a request. An absent one is empty.
type Object struct {
	path   string // with a trailing dot; "" for the whole body
	values map[string]json.RawMessage
	faults map[string]Fault // of the whole body
}

// Read reads a body, or a part of one, that must be an object.
func Read(raw json.RawMessage) (*Object, bool) {
	o := &Object{faults: map[string]Fault{}}
	return o, o.fill(raw)
}

// fill finds the properties as slices of raw. encoding/json would copy each of
// them at each level, and a body's cost must be limited.
func (o *Object) fill(raw json.RawMessage) bool {
	document := jsontext.NewDecoder(bytes.NewBuffer(raw), jsontext.AllowDuplicateNames(true), jsontext.AllowInvalidUTF8(true))
	if open, err := document.ReadToken(); err != nil || open.Kind() != '{' {
		return false
	}
	o.values = map[string]json.RawMessage{}
	for document.PeekKind() != '}' {
		name, err := document.ReadToken()
		if err != nil {
			return false
		}
		key, start := name.String(), document.InputOffset()
		if document.SkipValue() != nil {
			return false
		}
		value := bytes.TrimLeft(raw[start:document.InputOffset()], ": \t\r\n")
		o.values[key] = value[:len(value):len(value)]
	}
	return true
}

// Faults are all invalid values found so far, by path.
func (o *Object) Faults() []Fault {
	var list []Fault
	for _, path := range slices.Sorted(maps.Keys(o.faults)) {
		list = append(list, o.faults[path])
	}
	return list
}

// Fault reports the property as invalid. The first reason stays.
func (o *Object) Fault(name string, reason Reason) { o.FaultOf(name, reason, "") }

// FaultOf is Fault with words of its own.
func (o *Object) FaultOf(name string, reason Reason, what string) {
	if _, found := o.faults[o.path+name]; !found {
		o.faults[o.path+name] = Fault{o.path + name, reason, what}
	}
}

// Has reports whether the property is present.
func (o *Object) Has(name string) bool { return o.values[name] != nil }

// Need reports each of the properties that is missing. An empty text counts as
// missing.
func (o *Object) Need(names ...string) {
	for _, name := range names {
		if value := o.values[name]; value == nil || string(value) == `""` {
			o.Fault(name, Missing)
		}
	}
}

// Only reports any other property.
func (o *Object) Only(names ...string) {
	for name := range o.values {
		if !slices.Contains(names, name) {
			o.Fault(name, Unknown)
		}
	}
}

// Raw is the property as sent, nil if absent.
func (o *Object) Raw(name string) json.RawMessage { return o.values[name] }

// Text is a string, "" if absent.
func (o *Object) Text(name string) string {
	text, ok := text(o.values[name])
	if o.Has(name) && !ok {
		o.Fault(name, WrongType)
	}
	return text
}

func text(raw json.RawMessage) (string, bool) {
	var s *string
	if json.Unmarshal(raw, &s) != nil || s == nil {
		return "", false
	}
	return *s, true
}

// Texts is a list of strings.
func (o *Object) Texts(name string) []string {
	var list []json.RawMessage
	if o.Has(name) && (json.Unmarshal(o.values[name], &list) != nil || list == nil) {
		o.Fault(name, WrongType)
	}
	var texts []string
	for i, raw := range list {
		text, ok := text(raw)
		if !ok {
			o.Fault(name+"["+strconv.Itoa(i)+"]", WrongType)
		}
		texts = append(texts, text)
	}
	return texts
}

// Whole is a whole number, nil if absent.
func (o *Object) Whole(name string) *int64 {
	if !o.Has(name) {
		return nil
	}
	var n int64
	switch raw := string(o.values[name]); {
	case !isNumber(raw) || strings.Trim(raw, "-0123456789") != "":
		o.Fault(name, WrongType)
	case json.Unmarshal(o.values[name], &n) != nil:
		o.Fault(name, OutOfRange)
	default:
		return &n
	}
	return nil
}

func isNumber(raw string) bool { return raw != "" && strings.ContainsRune("-0123456789", rune(raw[0])) }

// Inner is an object within this one.
func (o *Object) Inner(name string) *Object {
	inner := &Object{path: o.path + name + ".", faults: o.faults}
	if o.Has(name) && !inner.fill(o.values[name]) {
		o.Fault(name, WrongType)
	}
	return inner
}
