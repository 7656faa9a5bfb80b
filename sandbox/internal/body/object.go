package body

import (
	"encoding/json"
	"slices"
	"strconv"

	"payapp/internal/money"
)

// Object is one JSON object of a request. An absent one is empty.
type Object struct {
	path   string // with its dot; "" for the whole body
	values map[string]json.RawMessage
	faults map[string]bool // of the whole body
}

// Read takes a body, or a part of one, that has to be an object.
func Read(raw json.RawMessage) (*Object, bool) {
	o := &Object{faults: map[string]bool{}}
	return o, o.fill(raw)
}

func (o *Object) fill(raw json.RawMessage) bool {
	return json.Unmarshal(raw, &o.values) == nil && o.values != nil
}

// Faults are the paths of all values that were looked at and are at fault.
func (o *Object) Faults() []string {
	var list []string
	for path := range o.faults {
		list = append(list, path)
	}
	slices.Sort(list)
	return list
}

// Fault finds fault with the property, for reasons of the caller's.
func (o *Object) Fault(name string) { o.faults[o.path+name] = true }

// Has reports whether the property is there.
func (o *Object) Has(name string) bool { return o.values[name] != nil }

// Need finds fault with the absence of any of the properties.
func (o *Object) Need(names ...string) {
	for _, name := range names {
		if !o.Has(name) {
			o.Fault(name)
		}
	}
}

// Only finds fault with any other property.
func (o *Object) Only(names ...string) {
	for name := range o.values {
		if !slices.Contains(names, name) {
			o.Fault(name)
		}
	}
}

// Raw is the property as it came, nil when it is absent.
func (o *Object) Raw(name string) json.RawMessage { return o.values[name] }

// Text is a string, "" when it is absent.
func (o *Object) Text(name string) string {
	text, ok := text(o.values[name])
	if o.Has(name) && !ok {
		o.Fault(name)
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
		o.Fault(name)
	}
	var texts []string
	for i, raw := range list {
		text, ok := text(raw)
		if !ok {
			o.Fault(name + "[" + strconv.Itoa(i) + "]")
		}
		texts = append(texts, text)
	}
	return texts
}

// Whole is a whole number, nil when it is absent.
func (o *Object) Whole(name string) *int64 {
	var n *int64
	if o.Has(name) && (json.Unmarshal(o.values[name], &n) != nil || n == nil) {
		o.Fault(name)
	}
	return n
}

// Inner is an object within this one.
func (o *Object) Inner(name string) *Object {
	inner := &Object{path: o.path + name + ".", faults: o.faults}
	if o.Has(name) && !inner.fill(o.values[name]) {
		o.Fault(name)
	}
	return inner
}

// Money is an amount, whatever its size, nil when it is absent or at fault. A
// number in quotes is none.
func (o *Object) Money(name string) *money.Money {
	if !o.Has(name) {
		return nil
	}
	inner := o.Inner(name)
	if inner.values == nil {
		return nil
	}
	inner.Need("amount", "currencyCode")
	currency := inner.Text("currencyCode")
	amount := inner.Raw("amount")
	var number float64
	if amount == nil || currency == "" {
		return nil
	}
	var m money.Money
	document, err := json.Marshal(map[string]any{"amount": amount, "currencyCode": currency})
	if err != nil || string(amount) == "null" || json.Unmarshal(amount, &number) != nil || json.Unmarshal(document, &m) != nil {
		inner.Fault("amount")
		return nil
	}
	return &m
}
