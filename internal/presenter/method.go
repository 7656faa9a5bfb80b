package presenter

import (
	"strings"

	"payapp/apiclient"
	"payapp/i18n"
	"payapp/methods"
	"payapp/scenarios"
	"payapp/views/components"
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
