package i18n

import (
	"slices"
	"strings"
	"testing"

	"payapp/money"
)

func TestAmount(t *testing.T) {
	b := setup(t)
	tests := []struct{ amount, currency, en, th string }{
		{"1234.5", "THB", "฿1,234.50", "฿1,234.50"},
		{"150000", "IDR", "Rp 150,000", "Rp 150,000"},
		{"150000.5", "IDR", "Rp 150,000.50", "Rp 150,000.50"},
		{"1000000", "VND", "₫1,000,000", "₫1,000,000"},
		{"1000", "JPY", "¥1,000", "¥1,000"},
		{"1000", "KRW", "₩1,000", "₩1,000"},
		{"250000", "LAK", "₭250,000", "₭250,000"},
		{"1200", "TWD", "NT$1,200", "NT$1,200"},
		{"1200.5", "ARS", "$1,200.50 ARS", "$1,200.50 ARS"},
		{"50000", "COP", "$50,000 COP", "$50,000 COP"},
		{"12.5", "NAD", "N$12.50 NAD", "N$12.50 NAD"},
		{"12", "MYR", "RM 12.00", "RM 12.00"},
		{"99.9", "ZAR", "R 99.90", "R 99.90"},
		{"12.5", "USDT", "12.5 USDT", "12.5 USDT"},
		{"12.500001", "USDC", "12.500001 USDC", "12.500001 USDC"},
		{"1234567", "INR", "₹12,34,567.00", "₹1,234,567.00"},
		{"100", "BRL", "R$100.00", "R$100.00"},
		{"0.5", "EUR", "€0.50", "€0.50"}, // without a row of the table
	}
	for _, tt := range tests {
		m := money.MustParse(tt.amount, tt.currency)
		for tag, want := range map[string]string{"en": tt.en, "th": tt.th} {
			got := strings.ReplaceAll(b.Match(tag, "", "").Amount(m), "\u00a0", " ")
			if got != want {
				t.Errorf("%s: %s = %q, want %q", tag, m, got, want)
			}
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

// Each language has its own separators, grouping and place of the sign.
func TestAmountInEveryLanguage(t *testing.T) {
	b := setup(t)
	tests := []struct{ amount, currency, vi, id, ms, hi, zh string }{
		{"1234.5", "THB", "1.234,50 ฿", "฿1.234,50", "฿1,234.50", "฿1,234.50", "฿1,234.50"},
		{"1234567", "VND", "1.234.567 ₫", "₫1.234.567", "₫1,234,567", "₫12,34,567", "₫1,234,567"},
		{"150000", "IDR", "150.000 Rp", "Rp 150.000", "Rp 150,000", "Rp 1,50,000", "Rp 150,000"},
		{"1234.5", "MYR", "1.234,50 RM", "RM 1.234,50", "RM 1,234.50", "RM 1,234.50", "RM 1,234.50"},
		{"1234567.5", "INR", "1.234.567,50 ₹", "₹1.234.567,50", "₹1,234,567.50", "₹12,34,567.50", "₹1,234,567.50"},
		{"1200", "TWD", "1.200 NT$", "NT$1.200", "NT$1,200", "NT$1,200", "NT$1,200"},
		{"1200.5", "ARS", "1.200,50 ARS", "$1.200,50 ARS", "$1,200.50 ARS", "$1,200.50 ARS", "$1,200.50 ARS"},
		{"12.500001", "USDC", "12,500001 USDC", "12,500001 USDC", "12.500001 USDC", "12.500001 USDC", "12.500001 USDC"},
	}
	for _, tt := range tests {
		m := money.MustParse(tt.amount, tt.currency)
		for tag, want := range map[string]string{"vi": tt.vi, "id": tt.id, "ms": tt.ms, "hi": tt.hi, "zh-TW": tt.zh} {
			got := strings.ReplaceAll(b.Match(tag, "", "").Amount(m), "\u00a0", " ")
			if got != want {
				t.Errorf("%s: %s = %q, want %q", tag, m, got, want)
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

func TestAmountKeepsEveryDigit(t *testing.T) {
	l := setup(t).Match("en", "", "")
	m := money.MustParse("123456789012345678.99", "THB")
	if got, want := l.Amount(m), "฿123,456,789,012,345,678.99"; got != want {
		t.Errorf("got %q, want %q", got, want)
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
