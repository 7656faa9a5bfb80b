package kit

import (
	"fmt"
	"maps"
	"slices"
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
		b.fatalf("%s: the page refuses %s: %s", b.Customer, b.Observer.Mask(c.refused(found)), b.Describe())
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

// wantOne fails if the page lacks what is wanted, and says what it has of the kind.
func (b *Tab) wantOne(kind, wanted string, there []string) {
	b.t.Helper()
	if slices.Contains(there, wanted) {
		return
	}
	if wanted == "" {
		b.fatalf("%s: there is no %s \"\" to choose, but %s: %s", b.Customer, kind, strings.TrimPrefix(listed(there), "are "), b.Describe())
	}
	b.fatalf("%s: %s %q isn't on the page; there %s: %s", b.Customer, kind, wanted, listed(there), b.Describe())
}

// mostListed is how many names a failure lists: some pages have hundreds of banks.
const mostListed = 30

// listed says which names there are.
func listed(names []string) string {
	names = slices.DeleteFunc(names, func(name string) bool { return name == "" })
	switch more := len(names) - mostListed; {
	case len(names) == 0:
		return "is none"
	case more > 0:
		return fmt.Sprintf("are %s and %d more", strings.Join(names[:mostListed], ", "), more)
	}
	return "are " + strings.Join(names, ", ")
}

// each is what an expression says of the elements e of a selector, each once.
func (b *Tab) each(selector, expression string) []string {
	b.t.Helper()
	return Ask[[]string](b, fmt.Sprintf(`[...new Set([...document.querySelectorAll(%s)].map(e => %s))]`, Quoted(selector), expression))
}

// wantField fails if no field has the name, and says which have one.
func (b *Tab) wantField(name string) {
	b.t.Helper()
	b.wantOne("field", name, b.each("input:not([type=hidden])", "e.name"))
}

// Row is the bare value of a row to copy. A page without that row fails the walk, and
// says which rows there are.
func (b *Tab) Row(field string) string {
	b.t.Helper()
	rows := Ask[map[string]string](b, `Object.fromEntries(
		[...document.querySelectorAll("[data-row]")].reverse().map(e => [e.dataset.row, e.dataset.value ?? ""]))`)
	b.wantOne("row", field, slices.Sorted(maps.Keys(rows)))
	return rows[field]
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
