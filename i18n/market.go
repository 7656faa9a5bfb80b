package i18n

// markets are the languages that most people speak who pay in a currency, by
// its ISO code; where it is English, or nobody's, there is none.
var markets = map[string]string{
	"ARS": "es-419", "BRL": "pt-BR", "CNY": "zh-Hans", "COP": "es-419", "IDR": "id", "INR": "hi", "JPY": "ja", "KES": "sw",
	"KRW": "ko", "LAK": "lo", "MYR": "ms", "NAD": "af", "PHP": "fil", "THB": "th", "TWD": "zh-Hant", "VND": "vi", "ZAR": "zu",
}

// Likely are the tags of the languages that a customer who isn't content with
// the page's will look for: the market's of the currency, the browser's, and
// English. A tag may be "", or that of a language that isn't offered.
func (b *Bundle) Likely(currency, acceptLanguage string) [3]string {
	return [3]string{markets[currency], b.Match("", "", acceptLanguage).Tag(), registry[0].tag}
}
