package i18n

import "payapp/money"

// Likely are the tags of the languages that a customer may want instead of the
// page's: the market's by the currency, the browser's, and English. A tag may
// be "", or of a language that isn't offered.
func (b *Bundle) Likely(currency, acceptLanguage string) [3]string {
	market, _ := money.Find(currency)
	return [3]string{market.Language, b.Match("", "", acceptLanguage).Tag(), registry[0].tag}
}
