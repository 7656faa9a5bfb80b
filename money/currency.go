package money

import "github.com/bojanz/currency"

// unlisted holds the minor units of the currencies that ISO 4217 doesn't list:
// two crypto currencies, and what a catalogue file adds, of whatever kind.
var unlisted = map[string]int{"USDC": 6, "USDT": 6}

// whole lists the currencies that custom writes without decimals when there
// are none to write (shared methods facts; ISO 4217 gives some of them two).
var whole = map[string]bool{
	"IDR": true, "LAK": true, "VND": true, "JPY": true,
	"KRW": true, "TWD": true, "COP": true,
}

// isoOverrides holds minor units where the library follows CLDR instead of
// ISO 4217.
var isoOverrides = map[string]int{"IDR": 2, "LAK": 2, "COP": 2, "TWD": 2}

// Register makes a currency known, with the decimals that its amounts may have.
// One that is known stays as it is. It is for start-up, before anything is
// parsed: nothing guards it against concurrent use.
func Register(code string, minorUnits int) {
	if !Known(code) {
		unlisted[code] = minorUnits
	}
}

// Known reports whether code is a currency of ISO 4217, USDC, USDT or one that
// was registered.
func Known(code string) bool {
	_, ok := MinorUnits(code)
	return ok
}

// MinorUnits is the number of decimals that amounts of the currency may have.
func MinorUnits(code string) (int, bool) {
	if n, ok := unlisted[code]; ok {
		return n, true
	}
	if n, ok := isoOverrides[code]; ok {
		return n, true
	}
	n, ok := currency.GetDigits(code)
	return int(n), ok
}
