package money

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"

	"pgregory.net/rapid"

	_ "payapp/internal/testing/seeded"
)

// Shops print two decimals, whatever the currency has: zeros that say nothing are ignored
// in links and answers.
func TestParse(t *testing.T) {
	for _, c := range []struct{ amount, currency, bare string }{
		{"1234.5", "THB", "1234.50"}, {"150000", "VND", "150000"}, {"150000.00", "IDR", "150000"}, {"150000.5", "IDR", "150000.50"},
		{"0.01", "ZAR", "0.01"}, {"100", "TWD", "100"}, {"1", "USDC", "1"},
		{"1000.00", "JPY", "1000"}, {"15000.00", "KRW", "15000"}, {"150000.000", "VND", "150000"}, {"100.000", "THB", "100.00"},
		{"12.50000000", "USDT", "12.5"}, {"0.10000", "ZAR", "0.10"},
	} {
		parsed, err := Parse(c.amount, c.currency)
		if err != nil || parsed.Bare() != c.bare {
			t.Errorf("Parse(%s, %s) = %s, %v; want %s", c.amount, c.currency, parsed.Bare(), err, c.bare)
		}
		for _, form := range []string{`{"amount":%s,"currencyCode":%q}`, `{"amount":"%s","currencyCode":%q}`} {
			var answered Money
			if err := json.Unmarshal(fmt.Appendf(nil, form, c.amount, c.currency), &answered); err != nil || answered != parsed || !answered.FitsUnit() {
				t.Errorf("%s %s of an answer is %v, %v; want %v", c.amount, c.currency, answered, err, parsed)
			}
		}
	}
	if m, err := Parse("0001234.50", "THB"); err != nil || m.Bare() != "1234.50" {
		t.Errorf("zeros in front: got %v, %v", m, err)
	}
	for _, c := range []struct{ amount, currency string }{{"1000.5", "JPY"}, {"100.005", "THB"}, {"1.0000001", "USDC"}} {
		var m Money
		if err := json.Unmarshal(fmt.Appendf(nil, `{"amount":%s,"currencyCode":%q}`, c.amount, c.currency), &m); err != nil || m.FitsUnit() {
			t.Errorf("%s %s fits its unit; %v", c.amount, c.currency, err)
		}
	}
}

// Fault 13 of the fault list: what an amount may not be.
func TestFault13_ParseRefuses(t *testing.T) {
	for _, c := range []struct {
		amount, currency string
		want             error
	}{
		{"1e9999", "THB", ErrSyntax}, {"-1", "THB", ErrSyntax}, {"0", "THB", ErrPositive},
		{"0.00", "THB", ErrPositive}, {"10,00", "THB", ErrSyntax}, {"NaN", "THB", ErrSyntax},
		{"+1", "THB", ErrSyntax}, {"0x10", "THB", ErrSyntax}, {"", "THB", ErrSyntax},
		{"1.", "THB", ErrSyntax}, {".5", "THB", ErrSyntax}, {"1.2.3", "THB", ErrSyntax},
		{"١٢", "THB", ErrSyntax}, {" 1", "THB", ErrSyntax},
		{"1234567890123456789012345678901234567890", "THB", ErrTooLong},
		{"1.234", "THB", ErrDecimals}, {"1.5", "JPY", ErrDecimals}, {"1000.50", "VND", ErrDecimals},
		{"100.001", "THB", ErrDecimals}, {"0.00", "KRW", ErrPositive}, {"1.0000000000000000000", "THB", ErrTooLong},
		{"1.0000001", "USDT", ErrDecimals}, {"1", "XYZ", ErrCurrency}, {"1", "thb", ErrCurrency}, {"1", "", ErrCurrency},
	} {
		if m, err := Parse(c.amount, c.currency); !errors.Is(err, c.want) {
			t.Errorf("Parse(%q, %q) = %v, %v; want %v", c.amount, c.currency, m, err, c.want)
		}
	}
}

func TestMinorUnits(t *testing.T) {
	for code, want := range map[string]int{
		"VND": 0, "JPY": 0, "KRW": 0, "USDC": 6, "USDT": 6, "IDR": 2, "LAK": 2, "TWD": 2, "COP": 2,
		"CNY": 2, "NAD": 2, "NGN": 2, "PHP": 2, "THB": 2, "ZAR": 2, "ARS": 2, "INR": 2, "MYR": 2, "BRL": 2, "GHS": 2, "KES": 2, "MXN": 2,
	} {
		if got, ok := MinorUnits(code); !ok || got != want {
			t.Errorf("MinorUnits(%s) = %d, %v; want %d", code, got, ok, want)
		}
	}
}

// Each usual notation of an amount in an answer is that amount to its last digit, and one
// that can be two is none. One that isn't above zero is not to pay.
func TestNotationsOfAmounts(t *testing.T) {
	for written, want := range map[string]string{
		`1234.5`: "1234.50", `"1234.50"`: "1234.50", `1.2345E3`: "1234.50", `"1.2345E+3"`: "1234.50", `1234.5000`: "1234.50", `"+1234.50"`: "1234.50", `" 1234.50 "`: "1234.50",
		`"1,234.50"`: "1234.50", `"1.234,50"`: "1234.50", `"1 234.50"`: "1234.50", `"1\u00a0234.50"`: "1234.50", `"1'234.50"`: "1234.50", `"1,234,567.5"`: "1234567.50",
		`"12,5"`: "12.50", `"1234,50"`: "1234.50", `"1 234"`: "1234.00", `"-1,234.50"`: "-1234.50", `1E+1`: "10.00", `"00012.50"`: "12.50", `".5"`: "0.50",
		`"1,234"`: "", `"1.234.567"`: "", `"12,34,567.50"`: "", `"1,2345.00"`: "", `"1234.50 THB"`: "", `"฿1,234.50"`: "", `"1,234,"`: "", `"1,,234.50"`: "",
		`12.345`: "12.345", `"12.3"`: "12.30", `1.2e3`: "1200.00", `0.001`: "0.001", `0`: "0.00", `-5`: "-5.00", `1e999999999`: "", `1e-400`: "", `"NaN"`: "", `"Infinity"`: "",
		`"0x10"`: "", `"1_000"`: "", `"١٢"`: "", `""`: "", `" "`: "", `null`: "", `[1]`: "", `{}`: "", `true`: "", `"1e400"`: "", `"1 2"`: "", `"\u0000"`: "",
	} {
		var m Money
		err := json.Unmarshal([]byte(`{"amount":`+written+`,"currencyCode":" thb "}`), &m)
		if got := m.Bare(); (err != nil) != (want == "") || err == nil && (got != want || m.Currency() != "THB") {
			t.Errorf("%s: got %v, %v; want %q", written, m, err, want)
		}
		if want != "" && m.IsPositive() == (want == "0.00" || strings.HasPrefix(want, "-")) {
			t.Errorf("%s is to pay: %t", written, m.IsPositive())
		}
	}
	for in, want := range map[string]Money{`{"amount":3,"currencyCode":"VND","x":[true]}`: MustParse("3", "VND"), `[]`: {}, `{"currencyCode":"THB"}`: {}} {
		var m Money
		if err := json.Unmarshal([]byte(in), &m); (err != nil) != want.IsZero() || m != want {
			t.Errorf("%s: got %v, %v; want %v", in, m, err, want)
		}
	}
}

func TestSumsAreExact(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		a := rapid.Uint64Range(1, 1<<50).Draw(t, "a")
		b := rapid.Uint64Range(1, 1<<50).Draw(t, "b")
		cents := func(n uint64) Money { return MustParse(fmt.Sprintf("%d.%02d", n/100, n%100), "THB") }
		sum, err := cents(a).Add(cents(b))
		if err != nil || sum != cents(a+b) {
			t.Fatalf("got %v, %v; want %v", sum, err, cents(a+b))
		}
	})
}

func TestJSONRoundTrip(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		n := rapid.Uint64Range(1, 1<<59).Draw(t, "millionths")
		m := MustParse(fmt.Sprintf("%d.%06d", n/1e6, n%1e6), "USDT")
		data, err := json.Marshal(m)
		if err != nil {
			t.Fatal(err)
		}
		var back Money
		if err := json.Unmarshal(data, &back); err != nil || back != m {
			t.Fatalf("%s: got %v, %v; want %v", data, back, err, m)
		}
	})
}

func FuzzUnmarshal(f *testing.F) {
	f.Add([]byte(`{"amount":1e5,"currencyCode":"THB"}`))
	f.Fuzz(func(t *testing.T, data []byte) {
		var m Money
		if json.Unmarshal(data, &m) == nil && !m.IsZero() {
			_ = m.String()
		}
	})
}
