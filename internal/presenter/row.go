package presenter

import (
	"cmp"
	"strings"

	"payapp/apiclient"
	"payapp/methods"
	"payapp/views/components"
)

// rows collects the lines of instructions; empty values give no line.
type rows []components.Row

func (r *rows) add(row components.Row) {
	if row.Text != "" {
		*r = append(*r, row)
	}
}

// text adds a line to read.
func (r *rows) text(hook, label, value string) {
	r.add(components.Row{Hook: hook, Label: label, Text: value})
}

// copyable adds a line whose bare value can be copied.
func (r *rows) copyable(hook, label, value string) {
	r.add(components.Row{Hook: hook, Label: label, Text: value, Copy: value})
}

// reference adds what a payer must write letter by letter: shown in groups if it
// is all digits, and copied as it was given.
func (r *rows) reference(hook, label, value string) {
	r.add(referenceRow(hook, label, value))
}

func referenceRow(hook, label, value string) components.Row {
	return components.Row{Hook: hook, Label: label, Text: group(value), Copy: value, Mono: true}
}

// number adds an account number or code, shown in groups and copied bare.
func (r *rows) number(hook, label, value string) {
	r.add(components.Row{Hook: hook, Label: label, Text: group(value), Copy: bare(value), Mono: true})
}

// bigNumber adds the account to pay to, the most important number.
func (r *rows) bigNumber(hook, label, value string) {
	r.add(components.Row{Hook: hook, Label: label, Text: group(value), Copy: bare(value), Mono: true, Big: true})
}

// phone adds the customer's phone number, formatted.
func (r *rows) phone(label, number, country string) {
	r.add(components.Row{Hook: "phoneNumber", Label: label, Text: methods.PhoneText(number, country), Bare: number})
}

// account adds an account of the customer's; text is shown besides the number.
func (r *rows) account(hook, label, text string, a apiclient.Account) {
	r.add(components.Row{Hook: hook, Label: label, Text: text, Bare: bareAccount(a)})
}

// bareAccount is an account's number, or its holder if it has none.
func bareAccount(a apiclient.Account) string { return cmp.Or(bare(a.Number), a.Name) }

// group splits digits into fours: "0123 4567 89". Seven are read at once, and other
// texts stay unchanged.
func group(value string) string {
	if len(value) < 8 || strings.Trim(value, "0123456789") != "" {
		return value
	}
	var b strings.Builder
	for i, r := range value {
		if i > 0 && i%4 == 0 {
			b.WriteByte(' ')
		}
		b.WriteRune(r)
	}
	return b.String()
}

// groupCode is group behind the letters that a store's code begins with:
// "LLL 2611 2112 345". Kiosks take no spaces, so nobody types them.
func groupCode(code string) string {
	code = bare(code)
	digits := strings.TrimLeft(code, "ABCDEFGHIJKLMNOPQRSTUVWXYZ")
	return strings.TrimSpace(strings.TrimSuffix(code, digits) + " " + group(digits))
}

// bare is a number or code without spaces, as a bank's form accepts it.
func bare(value string) string { return strings.Join(strings.Fields(value), "") }

// unbroken is group for a number within a sentence, without line breaks.
func unbroken(value string) string { return strings.ReplaceAll(group(value), " ", "\u00a0") }
