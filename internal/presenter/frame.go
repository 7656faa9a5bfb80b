package presenter

import (
	"path"
	"strings"

	"payapp/apiclient"
	"payapp/i18n"
	"payapp/internal/known"
	"payapp/internal/links"
	"payapp/money"
	"payapp/scenarios"
	"payapp/views/components"
	"payapp/views/layout"
)

// The progress line's steps.
const (
	stepChoose = iota + 1
	stepDetails
	stepPay
	stepDone
)

// frame is the part around the content that every page of the payment has.
func (p *draft) frame(page, heading string, step int) layout.Frame {
	return layout.Frame{
		T:         p.l,
		Heading:   heading,
		Page:      page,
		Moment:    string(p.Moment),
		Overdue:   p.Moment == scenarios.OverdueSaid || p.Moment == scenarios.OverdueNone || p.Moment == scenarios.Overdue,
		Header:    p.header(),
		Step:      step,
		Place:     stepQuery(p.Unfolds),
		Unchosen:  step > stepChoose && !p.Chose,
		Languages: p.otherLanguages[p.l.Tag()],
		Likely:    p.Likely,
		Site:      p.settings,
		Test:      p.Test,
		Style:     p.Brand.Style,
	}
}

// header is what a customer pays, to whom and for what; nil before the gateway
// has accepted the token.
func (p *draft) header() *layout.Header {
	if !p.Verified {
		return nil
	}
	h := &layout.Header{Merchant: p.payee, Label: p.payeeLabel(), OrderID: p.OrderID, Amount: p.amount(p.Pays), LogoURL: p.Brand.LogoURL}
	if p.payee == "" {
		h.At = links.Host(p.returnURL)
	}
	switch step, _ := p.Step.(scenarios.ShowStatus); {
	case step.Differs != nil && (step.Status != known.Success || !step.Differs.Linked):
		h.AmountIs = p.orderLabel(*step.Differs)
	case step.Status == known.Success:
		h.Amount, h.Paid = layout.Amount{}, h.Amount.Text // the heading says it
	}
	return h
}

// payeeLabel says above the payee's name what becomes of the money: it is to be paid,
// it is paid, it isn't. Where that isn't known, the name stands alone.
func (p *draft) payeeLabel() string {
	toPay := p.Moment == ""
	switch step := p.Step.(type) {
	case scenarios.ShowStatus:
		switch {
		case step.Status == known.Failed && unpaidPlainly(step):
			return p.l.StatusFailedLabel()
		case step.Status == known.Failed:
			return ""
		case step.Differs != nil:
			return ""
		case step.Status == known.Success && p.payee != "":
			return p.l.StatusReceiptPaidTo()
		}
		toPay = step.How != nil || step.BankURL != "" && step.Way == scenarios.Open
	case scenarios.LeaveForBank, scenarios.FollowInstructions:
		toPay = true
	case scenarios.WaitInLine:
		toPay = step.Missing || step.Creating
	case scenarios.ShowProblem:
		return ""
	}
	if p.payee == "" || !toPay {
		return ""
	}
	return p.l.CommonPayTo()
}

// taxed is the frame of a page before paying, whose amount has the tax in it.
func (p *draft) taxed(f layout.Frame, payin apiclient.Payin) layout.Frame {
	if f.Header != nil && payin.VAT.IsPositive() {
		f.Header.VAT = p.l.CommonLabelled(p.l.StatusReceiptVAT(), p.l.Amount(payin.VAT))
	}
	return f
}

// amount formats money for people and for machines; it is empty if the money
// can't be an amount to pay.
func (p *draft) amount(m money.Money) layout.Amount {
	if !m.IsPositive() {
		return layout.Amount{}
	}
	return layout.Amount{Text: p.l.Amount(m), Bare: m.Bare(), Currency: m.Currency()}
}

// news keeps a page up to date: by events or, without JavaScript, by reloading.
// Nothing more comes once the link has expired.
func (p *draft) news(f *layout.Frame) {
	if p.Over {
		return
	}
	f.News = &layout.News{URL: path.Join(p.Path, string(p.Unfolds), "events"), Version: scenarios.Version(p.Due)}
	f.Refresh = &layout.Refresh{Seconds: max(leastRefresh, int(p.PollAfter.Seconds()))}
}

// leastRefresh is how many seconds a page stays without JavaScript: time to
// read it and to copy a row.
const leastRefresh = 15

// action is an address of the payment's, such as that of a POST. What a status link's
// address has unfolded stays so.
func (p *draft) action(name string) string { return p.Path + "/" + name + stepQuery(p.Unfolds) }

// named is a text that sends to the shop: by its name where that is known, which the
// button below it has, too, and there is a text with it.
func (p *draft) named(key string) string {
	if at := key + "At"; p.shop != "" && p.l.Has(at) {
		return p.l.Format(at, map[string]any{"Merchant": p.shop})
	}
	return p.l.Text(key)
}

// returnLink leads back to the shop; before the payment it is labelled as
// cancelling.
func (p *draft) returnLink(before bool) *components.Link {
	return returnLink(p.l, p.returnURL, p.shop, before)
}

func returnLink(l *i18n.Locale, url, shop string, before bool) *components.Link {
	if url == "" {
		return nil
	}
	link := &components.Link{URL: url, Hook: "return"}
	switch {
	case before && shop != "":
		link.Label = l.CommonCancelReturn(shop)
	case before:
		link.Label = l.CommonCancelReturnShop()
	case shop != "":
		link.Label = l.CommonReturn(shop)
	default:
		link.Label = l.CommonReturnShop()
	}
	return link
}

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
