package money

import "github.com/bojanz/currency"

// crypto holds the minor units of the currencies that ISO 4217 doesn't list.
var crypto = map[string]int{"USDC": 6, "USDT": 6}

// whole lists the currencies that custom writes without decimals when there
// are none to write (shared methods facts; ISO 4217 gives some of them two).
var whole = map[string]bool{
	"IDR": true, "LAK": true, "VND": true, "JPY": true,
	"KRW": true, "TWD": true, "COP": true,
}

// isoOverrides holds minor units where the library follows CLDR instead of
// ISO 4217.
var isoOverrides = map[string]int{"IDR": 2, "LAK": 2, "COP": 2, "TWD": 2}

// Register adds a currency that ISO 4217 doesn't list, with the decimals that
// its amounts may have. It is for start-up, before anything is parsed: nothing
// guards it against concurrent use.
func Register(code string, minorUnits int) { crypto[code] = minorUnits }

// Known reports whether code is a currency of ISO 4217, USDC or USDT.
func Known(code string) bool {
	_, ok := MinorUnits(code)
	return ok
}

// MinorUnits is the number of decimals that amounts of the currency may have.
func MinorUnits(code string) (int, bool) {
	if n, ok := crypto[code]; ok {
		return n, true
	}
	if n, ok := isoOverrides[code]; ok {
		return n, true
	}
	n, ok := currency.GetDigits(code)
	return int(n), ok
}

// IsCrypto reports whether the currency is one that ISO 4217 doesn't list.
func IsCrypto(code string) bool { _, ok := crypto[code]; return ok }
