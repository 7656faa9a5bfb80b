package i18n

import (
	"slices"
	"strings"
	"testing"

	"payapp/money"
)

// Amounts as people write them: each language has its own separators, grouping and place
// of the sign, with 0 to 9 everywhere, as in banks' apps.
func TestAmount(t *testing.T) {
	b := setup(t)
	for _, tt := range []struct{ lang, amount, currency, want string }{
		{"en", "1234.5", "THB", "฿1,234.50"}, {"en", "150000.5", "IDR", "Rp 150,000.50"}, {"en", "1000000", "VND", "₫1,000,000"}, {"en", "1200.5", "ARS", "$1,200.50 ARS"},
		{"en", "12.5", "USDT", "12.5 USDT"}, {"en", "12.500001", "USDC", "12.500001 USDC"}, {"en", "1234567", "INR", "₹12,34,567.00"}, {"en", "12.5", "CNY", "CN¥12.50"},
		{"en", "0.5", "EUR", "€0.50"}, // without a row of the table
		{"en", "123456789012345678.99", "THB", "฿123,456,789,012,345,678.99"},
		{"th", "1234.5", "THB", "฿1,234.50"}, {"th", "150000", "IDR", "Rp 150,000"}, {"th", "1234567", "INR", "₹1,234,567.00"}, {"th", "1200", "TWD", "NT$1,200"},
		{"th", "50000", "COP", "$50,000 COP"}, {"th", "12.5", "NAD", "N$12.50 NAD"},
		{"vi", "1234.5", "THB", "1.234,50 ฿"}, {"vi", "1234567", "VND", "1.234.567 ₫"}, {"vi", "150000", "IDR", "150.000 Rp"}, {"vi", "1234567.5", "INR", "1.234.567,50 ₹"},
		{"vi", "1200", "TWD", "1.200 NT$"}, {"vi", "1200.5", "ARS", "1.200,50 ARS"}, {"vi", "12.500001", "USDC", "12,500001 USDC"},
		{"id", "1234567", "VND", "₫1.234.567"}, {"id", "150000", "IDR", "Rp 150.000"}, {"id", "1234567.5", "INR", "₹1.234.567,50"}, {"id", "1200.5", "ARS", "$1.200,50 ARS"},
		{"ms", "1234.5", "MYR", "RM 1,234.50"}, {"ms", "1234567.5", "INR", "₹1,234,567.50"}, {"ms", "150000", "IDR", "Rp 150,000"},
		{"hi", "1234567.5", "INR", "₹12,34,567.50"}, {"hi", "1234567", "VND", "₫12,34,567"}, {"hi", "150000", "IDR", "Rp 1,50,000"},
		{"lo", "250000", "LAK", "₭250.000"}, {"zh-Hans", "12.5", "CNY", "¥12.50"}, {"zh-Hans", "1000", "JPY", "JP¥1,000"}, {"zh-Hant", "1000", "JPY", "JP¥1,000"},
		{"zh-Hant", "12.5", "CNY", "CN¥12.50"}, {"zh-Hant", "1200", "TWD", "NT$1,200"}, {"zh-Hant", "1234567.5", "INR", "₹1,234,567.50"},
		{"ja", "12.5", "CNY", "CN¥12.50"}, {"ja", "1000", "JPY", "¥1,000"}, {"ko", "1000", "KRW", "₩1,000"},
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

// next are currencies that a method may bring, with signs unlike those of the
// table: they end in a letter, a full stop or a stroke.
var next = []money.Currency{
	{Code: "BOB", Sign: "Bs"}, {Code: "CHF", Sign: "CHF"}, {Code: "CZK", Sign: "Kč"}, {Code: "DKK", Sign: "kr."},
	{Code: "EUR", Sign: "€"}, {Code: "PEN", Sign: "S/"}, {Code: "PLN", Sign: "zł"}, {Code: "PYG", Sign: "₲"}, {Code: "SEK", Sign: "kr"},
}

// Every currency as people write it in English, by its sign.
func TestAmountOfEveryCurrency(t *testing.T) {
	english := newAmounts(registry[0])
	want := map[string]string{
		"ARS": "$249.00 ARS", "BRL": "R$249.00", "CNY": "CN¥249.00", "COP": "$249 COP", "GHS": "GH₵249.00", "IDR": "Rp 249", "INR": "₹249.00",
		"JPY": "¥249", "KES": "KSh 249.00", "KRW": "₩249", "LAK": "₭249", "MXN": "$249.00 MXN", "MYR": "RM 249.00", "NAD": "N$249.00 NAD",
		"NGN": "₦249.00", "PHP": "₱249.00", "THB": "฿249.00", "TWD": "NT$249", "USDC": "249 USDC", "USDT": "249 USDT", "VND": "₫249", "ZAR": "R 249.00",
		"BOB": "Bs 249.00", "CHF": "CHF 249.00", "CZK": "Kč 249.00", "DKK": "kr. 249.00", "EUR": "€249.00", "PEN": "S/ 249.00", "PLN": "zł 249.00",
		"PYG": "₲249", "SEK": "kr 249.00",
	}
	for _, c := range slices.Concat(money.Currencies(), next) {
		got := strings.ReplaceAll(english.write(money.MustParse("249", c.Code), c), space, " ")
		if got != want[c.Code] {
			t.Errorf("%s: got %q, want %q", c.Code, got, want[c.Code])
		}
	}
}

// In no language does a sign that ends like a word touch the number.
func TestWordsAreApartFromNumbers(t *testing.T) {
	directions := strings.NewReplacer(leftToRight, "", isolateEnd, "", "\u200f", "", "\u200e", "")
	for _, l := range setup(t).Locales() {
		for _, c := range next {
			written := directions.Replace(l.amounts.write(money.MustParse("249", c.Code), c))
			before, after, ok := strings.Cut(written, c.Sign)
			touches := !strings.HasSuffix(before, space) && !strings.HasPrefix(after, space)
			if word := !strings.Contains("€₲", c.Sign); !ok || word && touches {
				t.Errorf("%s: %s is written %q", l.Tag(), c.Code, written)
			}
		}
	}
}

// Fault 38: an amount that can't be paid is never shown.
func TestFault38_AmountIsNeverShownForNothing(t *testing.T) {
	l := setup(t).Match("en", "", "")
	var negative, zero money.Money
	for m, data := range map[*money.Money]string{
		&negative: `{"amount": -5, "currencyCode": "THB"}`,
		&zero:     `{"amount": 0, "currencyCode": "THB"}`,
	} {
		if err := m.UnmarshalJSON([]byte(data)); err != nil {
			t.Fatal(err)
		}
		if got := l.Amount(*m); got != "" {
			t.Errorf("Amount(%s) = %q, want nothing", m, got)
		}
	}
	if got := l.Amount(money.Money{}); got != "" {
		t.Errorf("Amount of no money = %q, want nothing", got)
	}
}

// From right to left a sign of letters and "$" stays in one piece: it has a
// direction of its own.
func TestSignsStayWholeFromRightToLeft(t *testing.T) {
	b := setup(t)
	for _, tag := range []string{"ar", "he"} {
		if got := b.Match(tag, "", "").Amount(money.MustParse("123.45", "BRL")); !strings.Contains(got, "\u2066R$\u2069") {
			t.Errorf("%s: got %+q", tag, got)
		}
	}
}
