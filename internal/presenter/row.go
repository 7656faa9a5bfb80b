package presenter

import (
	"cmp"
	"strconv"
	"strings"
	"time"

	"payapp/apiclient"
	"payapp/methods"
	"payapp/money"
	"payapp/scenarios"
	"payapp/views/components"
	"payapp/views/layout"
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

// method is the payment's row of the catalogue.
func (p *draft) method(payin apiclient.Payin) (methods.Method, bool) {
	return p.catalogue.Find(payin.MethodCode, payin.Money.Currency())
}

// amountNote says before paying that another amount than the order's has to be paid,
// because a payment of the order's can't be recognised; or than was told before, whatever
// for: then it doesn't say that the order will be paid by it.
func (p *draft) amountNote(payin apiclient.Payin, pays, instead money.Money) (note, why string) {
	switch {
	case instead.IsPositive():
		return p.l.InstructionsInstead(p.l.Amount(instead), p.l.Amount(pays)), ""
	case pays == payin.Money:
		return "", ""
	}
	return p.l.InstructionsAmountNote(p.l.Amount(pays), p.l.Amount(payin.Money)), p.l.InstructionsAmountWhy()
}

// deadline is the gateway's, with the time that is left by our clock: the date and
// the zone are the payment's, and its reader may be anywhere. One that is years
// away isn't shown.
func (p *draft) deadline(payin apiclient.Payin) *layout.Deadline {
	left := payin.ExpireAt.Sub(p.Now) + p.Behind
	if payin.ExpireAt.IsZero() || left > farDeadline {
		return nil
	}
	d := &layout.Deadline{
		ISO:      payin.ExpireAt.UTC().Format("2006-01-02T15:04:05Z"),
		Text:     p.l.InstructionsPayBefore(p.l.Time(payin.ExpireAt, p.Now, p.zone)),
		LeftMS:   left.Milliseconds(),
		FarText:  p.l.InstructionsHoursLeft(),
		NearText: p.l.InstructionsMinutesLeft(), NearerText: p.l.InstructionsSecondsLeft(),
	}
	hours := int((left + time.Hour/2) / time.Hour)
	if hours >= hoursMost {
		d.Days = hours / 24
		d.FarText = p.l.InstructionsDaysLeft(strconv.Itoa(d.Days))
	}
	if left > 0 {
		d.Left = d.NearText
		amount := int((left + time.Minute - 1) / time.Minute)
		if left > scenarios.Long {
			d.Left, amount = d.FarText, hours-24*d.Days
		}
		d.Left = strings.ReplaceAll(d.Left, "{n}", strconv.Itoa(amount))
	}
	return d
}

// What is left is said in minutes, beyond scenarios.Long in hours, to the nearest one, and
// from two days on in days and hours. static/src/deadline.js has the first two.
const hoursMost = 48

const farDeadline = 366 * 24 * time.Hour

// accountText is the number and holder of an account of the customer's.
func (p *draft) accountText(m methods.Method, a apiclient.Account) string {
	field, _ := m.Field("accountNumber")
	number := unbroken(m.Text(field, a.Number))
	if number == "" || a.Name == "" {
		return number + a.Name
	}
	return p.l.InstructionsAccountOf(number, a.Name)
}

// warnsOfPayer reports whether to warn that a transfer from another account is
// hard to recognise. Beside a code a row says it, so that the code stays on the
// first screen.
func warnsOfPayer(m methods.Method, payin apiclient.Payin) bool {
	return m.Presentation == methods.Transfer && payin.AccountCustomer.Number != ""
}
