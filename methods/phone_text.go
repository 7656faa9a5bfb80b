package methods

import (
	"strconv"
	"strings"

	"github.com/nyaruka/phonenumbers"
)

// PhoneText is an international number, as PhoneNumber rules send it, as
// people read it: "+886 912 345 678", in one piece. Anything else stays as it
// is. Every waiting page shows one, so the groups are made here: the library's
// own way costs forty allocations.
func PhoneText(number string) string {
	rest := strings.TrimPrefix(number, "+")
	if rest == number || rest == "" || strings.Trim(rest, "0123456789") != "" {
		return number
	}
	code := 1
	for ; code < 3 && code < len(rest) && !isCallingCode(rest[:code]); code++ {
	}
	if code >= len(rest) {
		return number
	}
	var room [40]byte
	b := append(append(room[:0], '+'), rest[:code]...)
	group := 3
	if rest = rest[code:]; len(rest)%4 == 0 {
		group = 4
	}
	for ; len(rest) > 4; rest = rest[group:] {
		b = append(append(b, unbroken...), rest[:group]...)
	}
	return string(append(append(b, unbroken...), rest...))
}

// unbroken is the space that keeps a number on one line.
const unbroken = "\u00a0"

func isCallingCode(digits string) bool {
	code, err := strconv.Atoi(digits)
	return err == nil && phonenumbers.GetRegionCodeForCountryCode(code) != phonenumbers.UNKNOWN_REGION
}
