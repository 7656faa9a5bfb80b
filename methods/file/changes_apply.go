package file

import (
	"cmp"
	"maps"
	"regexp"
	"slices"
	"strings"
	"time"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/language"

	"payapp/methods"
	"payapp/methods/mark"
	"payapp/money"
)

var (
	codeForm      = regexp.MustCompile(`^[A-Z][A-Z0-9_]{0,63}$`)
	currencyForm  = regexp.MustCompile(`^[A-Z0-9]{3,10}$`)
	propertyForm  = regexp.MustCompile(`^[A-Za-z_][A-Za-z0-9_]*(\.[A-Za-z_][A-Za-z0-9_]*)*$`)
	referenceForm = regexp.MustCompile(`^[A-Za-z0-9!_-]+(/[A-Za-z0-9!_-]+)*$`)
)

// maxMinorUnits is far more than any currency has, and fits into amounts.
const maxMinorUnits = 12

// apply applies the changes to the built-in rows, in this order: hide, rename, add,
// marks; so a hidden row can be replaced. What can't be applied is a fault, and a
// file with faults makes no catalogue.
func (c changes) apply(r *reader) *methods.Catalogue {
	c.checkPlaces(r)
	rows := methods.Default().All()
	for _, h := range c.hide {
		rows = h.apply(r, rows)
	}
	for _, n := range c.rename {
		n.apply(r, rows)
	}
	added := c.addCurrencies(r)
	for _, a := range c.add {
		a.check(r, added)
		if has(rows, a.method.Code, a.method.Currency) {
			r.fault(a.line, "add: %s in %s is there already", a.method.Code, a.method.Currency)
			continue
		}
		rows = append(rows, a.method)
	}
	for _, m := range c.marks {
		m.apply(r, rows)
	}
	checkMarks(r, rows)
	if len(r.faults) > 0 {
		return nil
	}
	catalogue, err := methods.New(rows, methods.Extra{
		AddedCurrencies: added, RedirectProperty: c.redirect, ReferencePath: c.reference, StatusWords: c.statusWords,
	})
	if err != nil {
		r.fault(0, "%v", err)
		return nil
	}
	return catalogue
}

func has(rows []methods.Method, code, currency string) bool {
	return slices.ContainsFunc(rows, func(m methods.Method) bool { return m.Code == code && m.Currency == currency })
}

func (h hidden) apply(r *reader, rows []methods.Method) []methods.Method {
	left := slices.DeleteFunc(slices.Clone(rows), func(m methods.Method) bool {
		return m.Code == h.code && (h.currency == "" || m.Currency == h.currency)
	})
	if len(left) == len(rows) {
		r.fault(h.line, "hide: there is no method %s %s", h.code, h.currency)
	}
	return left
}

func (n renamed) apply(r *reader, rows []methods.Method) {
	if !codeForm.MatchString(n.to) {
		r.fault(n.line, "rename: %q is no method code", n.to)
	}
	found := false
	for i := range rows {
		m := &rows[i]
		if m.Code != n.code || m.Messages != m.Code { // of another code, or already renamed
			continue
		}
		found = true
		if has(rows, n.to, m.Currency) {
			r.fault(n.line, "rename: %s in %s is there already", n.to, m.Currency)
			continue
		}
		m.Code, m.Messages = n.to, n.code
	}
	if !found {
		r.fault(n.line, "rename: there is no method %s", n.code)
	}
}

func (m marked) apply(r *reader, rows []methods.Method) {
	found := false
	for i := range rows {
		if rows[i].Code == m.code && (m.currency == "" || rows[i].Currency == m.currency) {
			rows[i].Mark, found = m.mark, true
		}
	}
	if !found {
		r.fault(m.line, "marks: there is no method %s %s", m.code, m.currency)
	}
}

// maxMarks limits the marks of one currency, in bytes: a page of methods shows
// all of them, and must fit one TCP flight.
const maxMarks = 4 * mark.MaxBytes

func checkMarks(r *reader, rows []methods.Method) {
	sizes := map[string]int{}
	for _, m := range rows {
		sizes[m.Currency] += len(m.Mark.Shapes())
	}
	for _, currency := range slices.Sorted(maps.Keys(sizes)) {
		if sizes[currency] > maxMarks {
			r.fault(0, "marks: those in %s have %d bytes together; at most %d", currency, sizes[currency], maxMarks)
		}
	}
}

func (c changes) addCurrencies(r *reader) []money.Currency {
	var added []money.Currency
	for _, a := range c.currencies {
		a.check(r)
		if knows(added, a.about.Code) {
			r.fault(a.line, "currencies: %s is listed twice", a.about.Code)
		}
		added = append(added, a.about)
	}
	return added
}

func knows(added []money.Currency, code string) bool {
	return slices.ContainsFunc(added, func(c money.Currency) bool { return c.Code == code })
}

// check notes what is wrong with an added currency. A known one needs no
// decimals and can't have others: it is listed for its sign or zone.
func (a *addedCurrency) check(r *reader) {
	c := &a.about
	units, known := money.MinorUnits(c.Code)
	switch {
	case !currencyForm.MatchString(c.Code):
		r.fault(a.line, "currencies: %q is no currency code", c.Code)
	case known && a.units && units != c.MinorUnits:
		r.fault(a.line, "currencies: %s has %d decimals", c.Code, units)
	case !known && (!a.units || c.MinorUnits < 0 || c.MinorUnits > maxMinorUnits):
		r.fault(a.line, "currencies: %s needs minorUnits from 0 to %d", c.Code, maxMinorUnits)
	}
	if known {
		c.MinorUnits = units
	}
	if utf8.RuneCountInString(c.Sign) > maxSign || strings.ContainsFunc(c.Sign, notInSign) {
		r.fault(a.line, "currencies: %s: %q is no sign of up to %d letters and signs", c.Code, c.Sign, maxSign)
	}
	if _, err := time.LoadLocation(c.Zone); err != nil {
		r.fault(a.line, "currencies: %s: %q is no time zone, as Asia/Manila is", c.Code, c.Zone)
	}
}

// maxSign is longer than any sign, in characters: GH₵, KSh.
const maxSign = 6

// notInSign finds characters that would change the amount.
func notInSign(r rune) bool {
	return !unicode.IsPrint(r) || unicode.IsDigit(r) || strings.ContainsRune(" ,-+", r)
}

// checkPlaces checks the property and path that the interface leaves open.
func (c changes) checkPlaces(r *reader) {
	if c.redirect != "" && !propertyForm.MatchString(c.redirect) {
		r.fault(c.redirectLine, "redirectProperty: %q is no property", c.redirect)
	}
	if c.reference != "" && !referenceForm.MatchString(c.reference) {
		r.fault(c.referenceLine, "referencePath: %q is no path below a payment", c.reference)
	}
}

func isLanguage(tag string) bool {
	_, err := language.Parse(tag)
	return err == nil
}

// builtInNames are names that the built-in rows use and that therefore have
// messages: field names, labels, captions.
func builtInNames() (fields, labels, captions map[string]bool) {
	fields, labels, captions = map[string]bool{}, map[string]bool{}, map[string]bool{"": true}
	for _, m := range methods.Default().All() {
		captions[m.Caption] = true
		for _, f := range m.Fields {
			fields[f.Name] = true
			labels[labelOf(f)] = true
		}
	}
	return fields, labels, captions
}

// labelOf is the part of the field's message keys.
func labelOf(f methods.Field) string { return cmp.Or(f.Label, f.Name) }

func sorted(set map[string]bool) []string { return slices.Sorted(maps.Keys(set)) }
