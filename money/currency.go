package money

import (
	"slices"
	"strings"

	"github.com/bojanz/currency"
)

// Currency is what belongs to an amount's currency wherever it is written.
type Currency struct {
	Code string // of ISO 4217, or a cryptocurrency's: "THB", "USDT"
	// MinorUnits is the number of decimals that amounts may have, as ISO 4217
	// says; CLDR says otherwise of some.
	MinorUnits int
	// Whole: custom writes no decimals where there are none to write, also where
	// ISO 4217 has some.
	Whole bool
	// Crypto marks coins, which belong to no country: they have neither sign nor
	// zone.
	Crypto bool

	// Sign is what people at home write for it; "" = its code.
	Sign string
	// SignShared: other currencies have the sign, too, so the code goes with it.
	SignShared bool
	// Zone is the time zone of the country where it is paid, as the IANA calls
	// it: "Asia/Bangkok"; "" = UTC.
	Zone string
}

// Find gives what is known of a currency of ISO 4217, USDC, USDT, or one that
// was registered.
func Find(code string) (c Currency, known bool) {
	if c, ok := table[code]; ok {
		return c, true
	}
	units, ok := currency.GetDigits(code)
	return Currency{Code: code, MinorUnits: int(units)}, ok
}

// Currencies gives those of the table, with what was registered, by code.
func Currencies() []Currency {
	var all []Currency
	for _, c := range table {
		all = append(all, c)
	}
	slices.SortFunc(all, func(a, b Currency) int { return strings.Compare(a.Code, b.Code) })
	return all
}

// Register makes a currency known, or says more of one that is known: what is
// empty in c stays as it is, and so do the decimals. It is for start-up, before
// anything is parsed: nothing guards it against concurrent use.
func Register(c Currency) {
	if known, ok := Find(c.Code); ok {
		if c.Sign == "" {
			c.Sign, c.SignShared = known.Sign, known.SignShared
		}
		if c.Zone == "" {
			c.Zone = known.Zone
		}
		c.MinorUnits, c.Whole, c.Crypto = known.MinorUnits, known.Whole, known.Crypto
	}
	table[c.Code] = c
}

// Known reports whether code is a currency of ISO 4217, USDC, USDT or one that
// was registered.
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
