package kit

import (
	"testing"

	"payapp/i18n"
	"payapp/money"
)

// What our own pages write is recognised, in every language and currency.
func TestAmountsOfEveryLanguage(t *testing.T) {
	bundle, err := i18n.Load()
	if err != nil {
		t.Fatal(err)
	}
	for _, l := range bundle.Locales() {
		for _, currency := range money.Currencies() {
			for _, amount := range []string{"99", "1234567", "100000"} {
				m := money.MustParse(amount, currency.Code)
				if shown := l.Amount(m); !shows(shown, m.Bare()) {
					t.Errorf("%s: %q isn't taken for %s", l.Tag(), shown, m.Bare())
				}
			}
		}
	}
}

func TestShows(t *testing.T) {
	for _, c := range []struct {
		text, bare string
		want       bool
	}{
		{"฿99.00", "99.00", true},
		{"฿99", "99.00", true},
		{"฿90.00", "99.00", false},
		{"฿9,900", "99.00", false},
		{"฿9.90", "99.00", false},
		{"฿99.0", "99.00", true},
		{"", "99.00", false},
		{"฿", "99.00", false},
		{"₹12,34,567.50", "1234567.50", true},
		{"1 234,50 €", "1234.50", true},
		{"1.234 €", "1234.50", false},
		{"\u200f١٬٢٣٤٫٥٠ ر.س.\u200f", "1234.50", true},
		{"۱٬۲۳۴٫۵۱", "1234.50", false},
		{"၁၂၃၄.၅၀", "1234.50", true},
		{"25.50 USDT", "25.5", true},
		{"0.05", "0.05", true},
		{"0.50", "0.05", false},
		{"50,000 ₫", "150000", false},
		{"150.000 ₫", "150000", true},
		{"฿99.00 ฿90.00", "99.00", false},
	} {
		if got := shows(c.text, c.bare); got != c.want {
			t.Errorf("%q for %s: %t", c.text, c.bare, got)
		}
	}
}
