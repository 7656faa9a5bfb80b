package i18n

// markets is the main language of a currency's payers, by ISO code; no entry if
// that is English or unknown.
var markets = map[string]string{
	"ARS": "es-419", "BRL": "pt-BR", "CNY": "zh-Hans", "COP": "es-419", "IDR": "id", "INR": "hi", "JPY": "ja", "KES": "sw",
	"KRW": "ko", "LAK": "lo", "MYR": "ms", "NAD": "af", "PHP": "fil", "THB": "th", "TWD": "zh-Hant", "VND": "vi", "ZAR": "zu",
}

// Likely are the tags of the languages that a customer may want instead of the
// page's: the market's by the currency, the browser's, and English. A tag may
// be "", or of a language that isn't offered.
func (b *Bundle) Likely(currency, acceptLanguage string) [3]string {
	return [3]string{markets[currency], b.Match("", "", acceptLanguage).Tag(), registry[0].tag}
}
