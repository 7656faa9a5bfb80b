package gallery

import (
	"slices"
	"time"

	"payapp/i18n"
	"payapp/internal/site"
	"payapp/money"
	"payapp/views/components"
	"payapp/views/layout"
)

const (
	shop    = "Lotus Books"
	order   = "order-2026-1121"
	address = "/pay/9vXq2kT7bNw0RzLs4mYhCe" // of the payment
	shopURL = "https://shop.example/orders/2026-1121?step=paid"
)

// amount is money as in a page model.
func amount(l *i18n.Locale, number, currency string) layout.Amount {
	m := money.MustParse(number, currency)
	return layout.Amount{Text: l.Amount(m), Bare: m.Bare(), Currency: currency}
}

var settings = site.Settings{
	Sandbox:  true,
	Operator: site.Operator{Name: "Example Pay", Privacy: "https://pay.example/privacy", Terms: "https://pay.example/terms"},
}

// frame is what the pages of one payment share.
func frame(l *i18n.Locale, page, heading string, step int, a layout.Amount) layout.Frame {
	return layout.Frame{
		T: l, Heading: heading, Page: page, Step: step, Site: settings,
		Header:    &layout.Header{Merchant: shop, Amount: a, OrderID: order},
		Languages: otherLanguages(l), Likely: likely,
	}
}

// evening is a time in the hour after six in which the gallery plays.
func evening(l *i18n.Locale, minute int) string { return l.Time(at(minute), at(24), zone) }

// dated is evening with its date, for paper.
func dated(l *i18n.Locale, minute int) string {
	return l.InZone(l.Lasting(at(minute), zone), at(minute), zone)
}

var zone = time.FixedZone("ICT", 7*60*60)

func at(minute int) time.Time { return time.Date(2026, time.November, 21, 18, minute, 0, 0, zone) }

// likely are the languages that this customer may want.
var likely = [3]string{"th", "vi", "en"}

// languages are some of the languages.
var languages = []layout.Language{
	language("id", "Bahasa Indonesia"), language("ms", "Bahasa Melayu"), language("en", "English"), language("vi", "Tiếng Việt"),
	language("hi", "हिन्दी"), language("th", "ไทย"), language("zh-Hant", "繁體中文"),
}

func language(tag, name string) layout.Language {
	return layout.Language{Tag: tag, Name: name}
}

func otherLanguages(l *i18n.Locale) []layout.Language {
	return slices.DeleteFunc(slices.Clone(languages), func(other layout.Language) bool { return other.Tag == l.Tag() })
}

// waiting is a frame of a page that is told of changes.
func waiting(f layout.Frame, status, method string) layout.Frame {
	f.Status, f.Method = status, method
	f.News = &layout.News{URL: address + "/events", Version: "7c1f"}
	f.Refresh = &layout.Refresh{Seconds: 15}
	return f
}

// seen is a mark of what a page shows; a real one is a keyed hash.
const seen = "EprX5Q1kaF91w6lNzxoARtiTqdMv6mvVrcPl85JQ-5Mu5i73"

func button(action, hook, label string) components.Button {
	b := components.Button{Action: address + "/" + action, Hook: hook, Label: label}
	if action == "pay" || action == "paid" || action == "reference" {
		b.Seen = seen
	}
	return b
}

func ptr[T any](v T) *T { return &v }

func returnTo(l *i18n.Locale) *components.Link {
	return &components.Link{URL: shopURL, Hook: "return", Label: l.CommonReturn(shop)}
}

func cancelTo(l *i18n.Locale) *components.Link {
	return &components.Link{URL: shopURL, Hook: "return", Label: l.CommonCancelReturn(shop)}
}

// chosen shows the method in use; with change it can be changed.
func chosen(l *i18n.Locale, glyph, code, operator string, change bool) components.Chosen {
	c := components.Chosen{Mark: components.Mark{Glyph: glyph}, Method: l.Text("method." + code + ".name"), Operator: operator}
	if change {
		c.Change = ptr(button("change-method", "change-method", l.CommonChangeMethod()))
	}
	return c
}
