package money

import (
	"maps"
	"slices"
	"strings"

	"github.com/bojanz/currency"
)

// Currency is a currency and how its amounts are written.
type Currency struct {
	Code string // of ISO 4217, or of a cryptocurrency: "THB", "USDT"
	// MinorUnits is the number of decimals that amounts may have, by ISO 4217.
	// CLDR differs for some.
	MinorUnits int
	// Whole: people leave out decimals that are zero, although ISO 4217 has
	// some.
	Whole bool

	// Sign is what people at home write for it; "" = its code, as of a
	// cryptocurrency, which has no home.
	Sign string
	// SignShared: other currencies use the same sign, so the code is written
	// too.
	SignShared bool
	// Zone is the IANA time zone of the country where it is paid, of several the
	// one where most of them live: "Asia/Bangkok"; "" = UTC.
	Zone string
	// Language is the main language of those who pay with it, which pages offer
	// first: "th", by BCP 47; "en" is named like any other. "" = nobody knows, as of
	// a cryptocurrency or the euro.
	Language string
}

// Find returns a currency: of ISO 4217, USDC or USDT.
func Find(code string) (c Currency, known bool) {
	if c, ok := table[code]; ok {
		return c, true
	}
	units, ok := currency.GetDigits(code)
	return Currency{Code: code, MinorUnits: int(units)}, ok
}

// Currencies are those of the table, sorted by code.
func Currencies() []Currency {
	return slices.SortedFunc(maps.Values(table), func(a, b Currency) int { return strings.Compare(a.Code, b.Code) })
}

// Numeric is the currency's number by ISO 4217, as EMVCo codes have it: "764"; "" if it
// has none.
func Numeric(code string) string {
	number, _ := currency.GetNumericCode(code)
	return number
}

// Known reports whether code is a currency of ISO 4217, USDC or USDT.
func Known(code string) bool {
	_, ok := Find(code)
	return ok
}

// MinorUnits is the number of decimals that amounts of the currency may have.
func MinorUnits(code string) (int, bool) {
	c, ok := Find(code)
	return c.MinorUnits, ok
}

func byCode(all ...Currency) map[string]Currency {
	table := make(map[string]Currency, len(all))
	for _, c := range all {
		table[c.Code] = c
	}
	return table
}
