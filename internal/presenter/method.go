package presenter

import (
	"strconv"
	"strings"
	"time"

	"payapp/apiclient"
	"payapp/i18n"
	"payapp/methods"
	"payapp/money"
	"payapp/scenarios"
	"payapp/views/components"
	"payapp/views/layout"
)

// methodName is the method's name in the page's language.
func (p *draft) methodName(m methods.Method) string { return p.l.Text(m.NameKey()) }

// operatorKind says what the method's operators are, as in message keys: bank,
// wallet, store or network.
func operatorKind(m methods.Method) string {
	switch m.Glyph {
	case methods.GlyphStore:
		return "store"
	case methods.GlyphCoins:
		return "network"
	}
	if m.PaysIn() == methods.AppWallet {
		return "wallet"
	}
	return "bank"
}

// presented is the method's presentation as in message keys: approval in an app
// has different texts by whose app it is.
func presented(m methods.Method) string {
	kind := string(m.Presentation)
	if m.Presentation == methods.Approve {
		kind += map[methods.App]string{methods.AppUPI: "UPI", methods.AppWallet: "Wallet", methods.AppNamed: "Named"}[m.PaysIn()]
	}
	return kind
}

// destination is the name of where a redirect leads.
func (p *draft) destination(m methods.Method, operator string) string {
	switch {
	case operator != "":
		return operator
	case operatorKind(m) == "wallet":
		return p.l.CommonYourWallet()
	default:
		return p.l.CommonYourBank()
	}
}

// pictureOf is the method's picture. A short name that the name begins with says
// nothing more.
func (p *draft) pictureOf(m methods.Method) components.Mark {
	mark := components.Mark{Glyph: string(m.Glyph), Chip: m.Chip}
	if strings.Contains(p.methodName(m), m.Chip) {
		mark.Chip = ""
	}
	return mark
}

// chosen shows the method in use, with a way to change it.
func (p *draft) chosen(m methods.Method, operator string, canChange bool) *components.Chosen {
	c := &components.Chosen{Mark: p.pictureOf(m), Method: p.methodName(m), Operator: operator}
	if canChange {
		c.Change = &components.Button{Action: p.action("change-method"), Hook: "change-method", Label: p.l.CommonChangeMethod()}
	}
	return c
}

// backButton leads from a page before paying to the choice, as Change does:
// customers look for a way back at the page's end.
func (p *draft) backButton(canChange bool) *components.Button {
	if !canChange {
		return nil
	}
	return &components.Button{Action: p.action("change-method"), Hook: "back", Label: p.l.CommonBack()}
}

// chosenLine names the method in use; a customer who chose it is told how to
// choose another method.
func (p *draft) chosenLine(m methods.Method, payin apiclient.Payin, chosen scenarios.Chosen) string {
	if line := p.otherMethod(m, payin, chosen); line != "" {
		return line
	}
	return p.l.CommonLabelled(p.l.StatusReceiptMethod(), p.nameWith(m, payin.Operator.Name))
}

// otherMethod says how to pay by another method than the chosen one; "" if the customer
// didn't choose it, or if there is no way back to the shop.
func (p *draft) otherMethod(m methods.Method, payin apiclient.Payin, chosen scenarios.Chosen) string {
	if !chosen.Method || p.returnURL == "" {
		return ""
	}
	operator := ""
	if chosen.Operator {
		operator = payin.Operator.Name
	}
	return i18n.Join(p.l.InstructionsChosen(p.nameWith(m, operator)), p.returnsOtherMethod())
}

// returnsOtherMethod says that another method leads through the shop; "" if there
// is no way back to it.
func (p *draft) returnsOtherMethod() string {
	if p.returnURL == "" {
		return ""
	}
	return p.l.InstructionsOtherWay(p.shop)
}

func (p *draft) nameWith(m methods.Method, operator string) string {
	if operator == "" {
		return p.methodName(m)
	}
	return p.methodName(m) + "\u00a0– " + p.l.Isolate(operator)
}

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
