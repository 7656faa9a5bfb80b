package presenter

import (
	"strings"

	"payapp/views/layout"
)

// support is whom to ask: the shop, and the brand's support contacts.
func (p *draft) support() *layout.Support {
	support := &layout.Support{Text: p.l.CommonSupportShop()}
	if p.payee != "" {
		support.Text, support.Order = p.l.CommonSupportMerchant(p.payee, p.OrderID), p.OrderID
	}
	if mail := p.Brand.SupportEmail; mail != "" {
		support.Links = append(support.Links, layout.Link{URL: "mailto:" + mail, Label: p.l.CommonSupportEmail(mail)})
	}
	if phone := p.Brand.SupportPhone; phone != "" {
		support.Links = append(support.Links, layout.Link{URL: "tel:" + dialable(phone), Label: p.l.CommonSupportPhone(phone)})
	}
	if p.Brand.SupportURL != "" {
		support.Links = append(support.Links, layout.Link{URL: p.Brand.SupportURL, Label: p.l.CommonSupportWeb()})
	}
	return support
}

// dialable is a phone number for a tel: link.
func dialable(number string) string {
	return strings.Map(func(r rune) rune {
		if r == '+' || r >= '0' && r <= '9' {
			return r
		}
		return -1
	}, number)
}
