package scenarios

import (
	"cmp"

	"payapp/apiclient"
	"payapp/methods"
)

// Payload is what the payment's QR holds, byte for byte; "" = there is none.
func Payload(m methods.Method, p apiclient.Payin) string {
	switch {
	case m.QRLink:
		return p.DeepLink
	case m.Presentation == methods.QR || m.ShowsQR:
		return p.QRCode
	case m.Presentation == methods.Crypto:
		return cmp.Or(p.QRCode, p.Account.Number)
	default:
		return ""
	}
}

// tells reports whether the answer says how to pay by this method. A bank's
// address may be missing once the customer has been there, or was sent there
// from another browser.
func (f Facts) tells(m methods.Method, p apiclient.Payin) bool {
	payee := p.Account.Number != "" || p.PaymentAddress.ID != ""
	switch m.Presentation {
	case methods.Redirect:
		return p.RedirectURL != "" || !f.Work.Leaving
	case methods.QR:
		return payee || Payload(m, p) != "" || m.OpensApp && cmp.Or(p.DeepLink, p.RedirectURL) != ""
	case methods.Transfer, methods.VirtualAccount:
		return payee || Payload(m, p) != ""
	case methods.Crypto:
		return Payload(m, p) != ""
	case methods.StoreCode:
		return p.Reference != ""
	default:
		return true // approved in an app or on the phone
	}
}
