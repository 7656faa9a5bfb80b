package i18n

import (
	"strings"
	"testing"

	"payapp/i18n/internal/source"
	"payapp/methods"
	"payapp/money"
)

func sumOf(english string) string { return source.SumOf(source.Message{Text: english}) }

// all is the Bundle of all languages, for tests that need no files.
func all(t *testing.T) *Bundle {
	t.Helper()
	files := map[string]string{"en": `{"a": "x"}`}
	for _, tag := range Tags()[1:] {
		files[tag] = `{}`
	}
	return loaded(t, files)
}

func TestCountriesHaveNamesInEveryLanguage(t *testing.T) {
	b := all(t)
	for _, l := range b.Locales() {
		for _, m := range methods.Default().All() {
			if m.Country == "" {
				continue
			}
			if name := l.Country(m.Country); name == "" || name == m.Country {
				t.Errorf("%s has no name for %s", l.Tag(), m.Country)
			}
		}
	}
	for _, tt := range []struct{ lang, code, want string }{
		{"en", "PH", "Philippines"}, {"th", "TW", "ไต้หวัน"}, {"zh-Hant", "TW", "台灣"}, {"zh-Hans", "TW", "台湾"},
		{"nb", "PH", "Filippinene"}, {"pt-BR", "KE", "Quênia"}, {"pt-PT", "KE", "Quénia"}, {"lo", "LA", "ລາວ"},
		{"en", "XX", ""}, {"en", "Elbonia", ""}, {"en", "", ""}, {"en", "419", ""},
	} {
		if got := b.Match(tt.lang, "", "").Country(tt.code); got != tt.want {
			t.Errorf("%s: %s is %q, want %q", tt.lang, tt.code, got, tt.want)
		}
	}
}

// Amounts as people write them, with 0 to 9 everywhere, as in banks' apps.
func TestAmountsOfAllLanguages(t *testing.T) {
	b := all(t)
	for _, tt := range []struct{ lang, amount, currency, want string }{
		{"lo", "250000", "LAK", "₭250.000"}, {"zh-Hans", "12.5", "CNY", "¥12.50"}, {"zh-Hans", "1000", "JPY", "JP¥1,000"}, {"zh-Hant", "1000", "JPY", "JP¥1,000"},
		{"zh-Hant", "12.5", "CNY", "CN¥12.50"}, {"en", "12.5", "CNY", "CN¥12.50"}, {"ja", "12.5", "CNY", "CN¥12.50"}, {"ja", "1000", "JPY", "¥1,000"}, {"ko", "1000", "KRW", "₩1,000"},
		{"fil", "1234.5", "PHP", "₱1,234.50"}, {"pt-BR", "1234.5", "BRL", "R$ 1.234,50"}, {"pt-PT", "1234.5", "BRL", "1234,50 R$"},
		{"es-419", "1234.5", "ARS", "$ 1.234,50 ARS"}, {"es-419", "1234.5", "MXN", "$1,234.50 MXN"}, {"es-419", "50000", "COP", "$ 50.000 COP"},
		{"es", "12345.5", "MXN", "12.345,50 MXN"}, {"sw", "1234.5", "KES", "KSh 1,234.50"}, {"af", "1234.5", "ZAR", "R 1 234,50"}, {"zu", "1234.5", "ZAR", "R 1,234.50"},
		{"ta", "1234567", "INR", "₹12,34,567.00"}, {"te", "1234567", "INR", "₹12,34,567.00"}, {"bn", "1234567", "INR", "₹12,34,567.00"},
		{"mr", "1234567", "INR", "₹12,34,567.00"}, {"my", "1234.5", "THB", "1,234.50 ฿"}, {"km", "1234.5", "THB", "1,234.50฿"},
		{"nb", "1234.5", "THB", "1 234,50 ฿"}, {"de", "1234.5", "THB", "1.234,50 ฿"}, {"ar", "1234.5", "THB", "1,234.50 ฿"}, {"he", "12.5", "USDT", "12.5 USDT"},
	} {
		got := strings.NewReplacer("\u00a0", " ", "\u202f", " ", "\u200f", "").Replace(b.Match(tt.lang, "", "").Amount(money.MustParse(tt.amount, tt.currency)))
		if got != tt.want {
			t.Errorf("%s: %s %s is %q, want %q", tt.lang, tt.amount, tt.currency, got, tt.want)
		}
	}
	for _, l := range b.Locales() {
		got := l.Amount(money.MustParse("9876543.21", "INR"))
		digits := strings.Map(func(r rune) rune {
			if r >= '0' && r <= '9' {
				return r
			}
			return -1
		}, got)
		if digits != "987654321" {
			t.Errorf("%s writes %q", l.Tag(), got)
		}
	}
}
