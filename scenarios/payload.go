package scenarios

import (
	"payapp/apiclient"
	"payapp/internal/links"
	"payapp/internal/payload"
	"payapp/methods"
	"payapp/money"
)

// Payload is the content of the payment's QR code, byte for byte; "" = there is
// none that can be scanned. m is the row as returned by shown.
func Payload(m methods.Method, p apiclient.Payin) string {
	if !m.TakesCode(p.QRCode) {
		p.QRCode = ""
	}
	switch {
	case m.QRLink:
		return p.DeepLink
	case m.Presentation == methods.QR || m.ShowsQR:
		return p.QRCode
	case m.Presentation == methods.Crypto && p.QRCode != "":
		return p.QRCode
	case m.Presentation == methods.Crypto:
		return p.Account.Number
	default:
		return ""
	}
}

// shown is the row as this answer must be shown: the row says how its method is
// usually paid, but the answer decides. ok is false if it doesn't say how. The
// first line that fits decides:
//
//	what the row expects is there           the row's presentation
//	an address of a bank or wallet          that one
//	a code, or a link to make one of        a code to scan
//	an account to pay to, or instructions   rows to copy
//	approved in an app or on the phone      nothing has to be there
//	a bank's address that was there before  waiting: the customer has been sent there
//	a wallet                                approved in its app
func (f *Facts) shown(m methods.Method, p apiclient.Payin) (row methods.Method, ok bool) {
	if !m.TakesCode(p.QRCode) {
		p.QRCode = ""
	}
	pushed := m.Presentation == methods.Approve || m.Presentation == methods.Phone
	crypto := m.Presentation == methods.Crypto // coins go only to an address on a named network
	code := !crypto && (p.QRCode != "" || p.DeepLink != "")
	switch {
	case m.RedirectFirst && p.RedirectURL != "":
		m.Presentation = methods.Redirect
	case usual(m, p):
		// A code that the row doesn't ask for is shown beside the rows.
		m.ShowsQR = m.ShowsQR || p.QRCode != "" && (m.Presentation == methods.Transfer || m.Presentation == methods.VirtualAccount)
	case p.RedirectURL != "":
		m.Presentation = methods.Redirect
	case code:
		m.Presentation, m.QRLink = methods.QR, p.QRCode == ""
	case !pushed && !crypto && (hasPayee(m, p) || len(p.InstructionList) > 0 && m.Presentation != methods.Redirect):
		m.Presentation = methods.Transfer
	case pushed:
	case m.Presentation == methods.Redirect && !f.Progress.Leaving:
	case m.Presentation == methods.Redirect && m.Glyph == methods.GlyphPhone:
		m.Presentation = methods.Approve
	default:
		return m, false
	}
	return m, true
}

// usual reports whether the answer has what its row expects.
func usual(m methods.Method, p apiclient.Payin) bool {
	switch m.Presentation {
	case methods.Redirect:
		return p.RedirectURL != ""
	case methods.QR, methods.Crypto:
		return Payload(m, p) != ""
	case methods.Transfer, methods.VirtualAccount:
		return hasPayee(m, p)
	case methods.StoreCode:
		return p.Reference != ""
	default:
		return false // approved elsewhere, unless the answer has another presentation
	}
}

// hasPayee reports whether the answer says where to pay. The accounts of
// ONLINE's answers are deprecated: "their content is ignored" (interface.md,
// Change history 2.1 and 2.11).
func hasPayee(m methods.Method, p apiclient.Payin) bool {
	return !m.AccountIgnored && (p.Account.Number != "" || p.PaymentAddress.ID != "")
}

// linksAllowed reports whether the answer's addresses may become links. A UPI
// link may, for any method.
func (f *Facts) linksAllowed(m methods.Method) bool {
	p := &f.Known.Payin
	return (p.RedirectURL == "" || m.LinkAllowed(p.RedirectURL, f.AllowHTTP)) &&
		(p.DeepLink == "" || m.LinkAllowed(p.DeepLink, f.AllowHTTP) || links.Answer(p.DeepLink, f.AllowHTTP, []string{"upi"}))
}

// sameMoney reports whether the payment has the amount that the shop asked for.
func sameMoney(p apiclient.Payin, want money.Money) bool {
	return p.Money == want && (p.Requested.IsZero() || p.Requested == want)
}

// judgeRequired reports whether the customer can be asked to pay: by moneyRequired, if
// present, and by no code or link that asks for something else.
func judgeRequired(p apiclient.Payin) bool {
	return requiredFits(p) && !asksOther(p, p.QRCode) && !asksOther(p, p.DeepLink) && !asksOther(p, p.RedirectURL)
}

// asksOther reports whether a code or link asks by itself for another amount in the
// payment's currency than the page tells the customer to pay.
func asksOther(p apiclient.Payin, code string) bool {
	amount, currency := payload.Amount(code)
	own := p.Money.Currency()
	if amount == "" || currency != own && currency != money.Numeric(own) {
		return false
	}
	asked, err := money.Parse(amount, own)
	return err == nil && asked != Pays(p)
}

// requiredFits reports whether moneyRequired, if present, can be an amount to pay:
// above zero, in the payment's currency, with nothing below its smallest unit.
func requiredFits(p apiclient.Payin) bool {
	r := p.MoneyRequired
	return r.IsZero() || r.IsPositive() && r.FitsUnit() && r.Currency() == p.Money.Currency()
}

// Pays is what the customer pays: moneyRequired if the gateway gave one, or
// else the amount.
func Pays(p apiclient.Payin) money.Money {
	if !p.MoneyRequired.IsZero() && requiredFits(p) {
		return p.MoneyRequired
	}
	return p.Money
}
