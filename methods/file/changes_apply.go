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
// marks. What can't be applied is a fault, and a file with faults makes no
// catalogue. A file spans releases: a row that has been built in since is replaced
// by the file's, and hiding one that is no longer there does nothing.
func (c changes) apply(r *reader) *methods.Catalogue {
	c.checkPlaces(r)
	words := c.words(r)
	rows := methods.Default().All()
	for i, h := range c.Hide {
		rows = h.apply(r, r.line("hide", i), rows)
	}
	for i, n := range c.Rename {
		n.apply(r, r.line("rename", i), rows)
	}
	currencies := c.addCurrencies(r)
	for i, a := range c.Add {
		m := a.check(r, i, currencies)
		switch at := find(rows, m.Code, m.Currency); {
		case at < 0:
			rows = append(rows, m)
		case rows[at].Messages == m.Code: // built in, by its own name
			rows[at] = m
		default:
			r.fault(r.line("add", i), "add: %s in %s is there already", m.Code, m.Currency)
		}
	}
	for i, m := range c.Marks {
		m.apply(r, r.line("marks", i), rows)
	}
	checkMarks(r, rows)
	if len(r.faults) > 0 {
		return nil
	}
	catalogue, err := methods.New(rows, methods.Extra{
		AddedCurrencies: currencies, RedirectProperty: c.RedirectProperty, ReferencePath: c.ReferencePath, StatusWords: words,
		Warnings: r.warnings,
	})
	if err != nil {
		r.fault(0, "%v", err)
		return nil
	}
	return catalogue
}

// find is where a method's row is, -1 if nowhere.
func find(rows []methods.Method, code, currency string) int {
	return slices.IndexFunc(rows, func(m methods.Method) bool { return m.Code == code && m.Currency == currency })
}

func (h hidden) apply(r *reader, line int, rows []methods.Method) []methods.Method {
	left := slices.DeleteFunc(slices.Clone(rows), func(m methods.Method) bool {
		return m.Code == h.Code && (h.Currency == "" || m.Currency == h.Currency)
	})
	if len(left) == len(rows) {
		r.warn(line, "hide: there is no method %s %s", h.Code, h.Currency)
	}
	return left
}

func (n renamed) apply(r *reader, line int, rows []methods.Method) {
	if !codeForm.MatchString(n.To) {
		r.fault(line, "rename: %q is no method code", n.To)
	}
	found := false
	for i := range rows {
		m := &rows[i]
		if m.Code != n.Code || m.Messages != m.Code { // of another code, or already renamed
			continue
		}
		found = true
		if find(rows, n.To, m.Currency) >= 0 {
			r.fault(line, "rename: %s in %s is there already", n.To, m.Currency)
			continue
		}
		m.Code, m.Messages = n.To, n.Code
	}
	if !found {
		r.fault(line, "rename: there is no method %s", n.Code)
	}
}

func (m marked) apply(r *reader, line int, rows []methods.Method) {
	picture, err := mark.Parse(m.SVG)
	if err != nil {
		r.fault(line, "marks: svg: %v", err)
	}
	found := false
	for i := range rows {
		if rows[i].Code == m.Code && (m.Currency == "" || rows[i].Currency == m.Currency) {
			rows[i].Mark, found = picture, true
		}
	}
	if !found {
		r.fault(line, "marks: there is no method %s %s", m.Code, m.Currency)
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
	for i, own := range c.Currencies {
		line := r.line("currencies", i)
		if knows(added, own.Code) {
			r.fault(line, "currencies: %s is listed twice", own.Code)
		}
		added = append(added, own.check(r, line))
	}
	return added
}

func knows(added []money.Currency, code string) bool {
	return slices.ContainsFunc(added, func(c money.Currency) bool { return c.Code == code })
}

// check is the currency, and notes what is wrong with it. A known one needs no
// decimals and can't have others: it is listed for its sign, zone or language.
func (c currency) check(r *reader, line int) money.Currency {
	units, known := money.MinorUnits(c.Code)
	switch {
	case !currencyForm.MatchString(c.Code):
		r.fault(line, "currencies: %q is no currency code", c.Code)
	case known && c.MinorUnits != nil && units != *c.MinorUnits:
		r.fault(line, "currencies: %s has %d decimals", c.Code, units)
	case !known && (c.MinorUnits == nil || *c.MinorUnits < 0 || *c.MinorUnits > maxMinorUnits):
		r.fault(line, "currencies: %s needs minorUnits from 0 to %d", c.Code, maxMinorUnits)
	case !known:
		units = *c.MinorUnits
	}
	if utf8.RuneCountInString(c.Sign) > maxSign || strings.ContainsFunc(c.Sign, notInSign) {
		r.fault(line, "currencies: %s: %q is no sign of up to %d letters and signs", c.Code, c.Sign, maxSign)
	}
	if _, err := time.LoadLocation(c.Zone); err != nil {
		r.fault(line, "currencies: %s: %q is no time zone, as Asia/Manila is", c.Code, c.Zone)
	}
	if _, err := language.Parse(c.Language); c.Language != "" && err != nil {
		r.fault(line, "currencies: %s: %q is no language tag", c.Code, c.Language)
	}
	return money.Currency{Code: c.Code, MinorUnits: units, Sign: c.Sign, SignShared: c.SignShared, Zone: c.Zone, Language: c.Language}
}

// maxSign is longer than any sign, in characters: GH₵, KSh.
const maxSign = 6

// notInSign finds characters that would change the amount.
func notInSign(r rune) bool {
	return !unicode.IsPrint(r) || unicode.IsDigit(r) || strings.ContainsRune(" ,-+", r)
}

// checkPlaces checks the property and path that the interface leaves open.
func (c changes) checkPlaces(r *reader) {
	if c.RedirectProperty != "" && !propertyForm.MatchString(c.RedirectProperty) {
		r.fault(r.line("redirectProperty"), "redirectProperty: %q is no property", c.RedirectProperty)
	}
	if c.ReferencePath != "" && !referenceForm.MatchString(c.ReferencePath) {
		r.fault(r.line("referencePath"), "referencePath: %q is no path below a payment", c.ReferencePath)
	}
}

// statusesOfFile are the words that a gateway's own words can be mapped to.
var statusesOfFile = []string{"SUCCESS", "PENDING", "FAILED", "REFUSED", "CANCELED", "EXPIRED"}

// words is the mapping of a gateway's own words, in capitals.
func (c changes) words(r *reader) map[string]string {
	words := make(map[string]string, len(c.StatusWords))
	for own, stands := range c.StatusWords {
		line, word := r.line("statusWords", own), strings.ToUpper(own)
		switch {
		case !codeForm.MatchString(word):
			r.fault(line, "statusWords: %q is no status", own)
		case words[word] != "" || word == "SUCCESS":
			r.fault(line, "statusWords: %s is there already", word)
		case !slices.Contains(statusesOfFile, stands):
			r.fault(line, "statusWords: %q is not one of %s", stands, strings.Join(statusesOfFile, ", "))
		}
		words[word] = stands
	}
	return words
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
