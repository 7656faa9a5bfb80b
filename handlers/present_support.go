package handlers

import (
	"payapp/i18n"
	"payapp/views/components"
	"payapp/views/pages"
)

// support is whom the merchant's brand names; nobody without one.
func (p presenter) support() *pages.Support {
	return supportOf(p.l, p.server, p.visit, p.merchant)
}

// supportOf names whom to ask.
func supportOf(l *i18n.Locale, s *server, v *visit, merchant string) *pages.Support {
	support := &pages.Support{Text: l.CommonSupportShop()}
	if merchant != "" {
		support.Text, support.Order = l.CommonSupportMerchant(merchant, v.order.IDPayin), v.order.IDPayin
	}
	b := s.brand(v)
	if b.SupportEmail != "" {
		support.Links = append(support.Links, components.Link{URL: "mailto:" + b.SupportEmail, Label: l.CommonSupportEmail(b.SupportEmail)})
	}
	if b.SupportPhone != "" {
		support.Links = append(support.Links, components.Link{
			URL: "tel:" + dialable(b.SupportPhone), Label: l.CommonSupportPhone(b.SupportPhone),
		})
	}
	if b.SupportURL != "" {
		support.Links = append(support.Links, components.Link{URL: b.SupportURL, Label: l.CommonSupportWeb()})
	}
	return support
}

// dialable is a phone number as a tel: link has it.
func dialable(number string) string {
	digits := make([]rune, 0, len(number))
	for _, r := range number {
		if r == '+' || r >= '0' && r <= '9' {
			digits = append(digits, r)
		}
	}
	return string(digits)
}
