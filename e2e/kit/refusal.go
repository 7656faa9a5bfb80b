package kit

import (
	"fmt"
	"strings"
)

// refusals are the fields that the page refuses, with its words.
const refusals = `[...document.querySelectorAll("main [data-error]")].filter(e => e.checkVisibility())
	.map(e => ({Field: e.dataset.error, Says: e.innerText.trim().replace(/\s+/g, " ")}))`

// refusal is a field that a page refuses.
type refusal struct{ Field, Says string }

// wantNoRefusal fails if the page refuses what the customer gave: giving the same once
// more would lead to the same page.
func (b *Tab) wantNoRefusal(c Choice) {
	b.t.Helper()
	if found := Ask[[]refusal](b, refusals); len(found) > 0 {
		b.fatalf("%s: the page refuses %s: %s", b.Customer, c.refused(found), b.Describe())
	}
}

// refused says of each field what was given, and what the page says of it.
func (c Choice) refused(found []refusal) string {
	var fields []string
	told := map[refusal]bool{}
	for _, f := range found {
		if told[f] {
			continue // a summary says it as well
		}
		told[f] = true
		fields = append(fields, fmt.Sprintf("%s, %s: %q", f.Field, c.gave(f.Field), f.Says))
	}
	return strings.Join(fields, "; ")
}

// gave is what the choice has for a field.
func (c Choice) gave(name string) string {
	switch name {
	case "paymentMethodCode":
		return fmt.Sprintf("given as %q", c.Method)
	case "paymentOperatorCode":
		return fmt.Sprintf("given as %q", c.Operator)
	}
	for _, field := range c.Fields {
		if field[0] == name {
			return fmt.Sprintf("given as %q", field[1])
		}
	}
	return "which the choice doesn't fill in"
}

// Row is the bare value of a row to copy. A page without that row fails the walk, and
// says which rows there are.
func (b *Tab) Row(field string) string {
	b.t.Helper()
	type rows struct {
		Value string
		Has   bool
		There []string
	}
	found := Ask[rows](b, fmt.Sprintf(`(e => ({Value: e?.dataset.value ?? "", Has: !!e,
		There: [...new Set([...document.querySelectorAll("main [data-row]")].map(e => e.dataset.row))]}))(document.querySelector(%s))`,
		Quoted(fmt.Sprintf("[data-row=%q]", field))))
	if !found.Has {
		there := "there is none"
		if len(found.There) > 0 {
			there = "there are " + strings.Join(found.There, ", ")
		}
		b.fatalf("%s: row %q isn't on the page; %s: %s", b.Customer, field, there, b.Describe())
	}
	return found.Value
}

// What a failure quotes of a page's words; the evidence has the whole page.
const (
	quotedLines = 8
	quotedBytes = 500
)

// quote is the beginning of a page's words, short enough that twenty failures can be read
// one after another.
func quote(words string) string {
	var lines []string
	for line := range strings.Lines(words) {
		if line = strings.TrimSpace(line); line != "" {
			lines = append(lines, line)
		}
	}
	short := strings.Join(lines[:min(len(lines), quotedLines)], "\n")
	if len(short) > quotedBytes {
		short = strings.ToValidUTF8(short[:quotedBytes], "")
	}
	if len(short) < len(strings.Join(lines, "\n")) {
		short += " …"
	}
	return short
}
