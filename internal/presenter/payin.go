package presenter

import (
	"strconv"
	"strings"
	"time"

	"payapp/apiclient"
	"payapp/methods"
	"payapp/money"
	"payapp/scenarios"
	"payapp/views/layout"
)

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
