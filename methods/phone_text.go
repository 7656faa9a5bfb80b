package methods

import (
	"strconv"
	"strings"

	"github.com/nyaruka/phonenumbers"
)

// PhoneText is a phone number as people read it, in one piece: an international
// one, as PhoneNumber rules send it, "+886 912 345 678", or one as it is dialled
// within its country, "081 234 5678". Anything else stays as it is. Every waiting
// page shows one, so the groups are made here: the library's own way costs forty
// allocations.
func PhoneText(number string) string {
	if strings.HasPrefix(number, "0") {
		return nationalText(number)
	}
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

// nationalText groups from the end, four digits and three, as most countries do:
// what is left at the beginning is the area's or the network's.
func nationalText(number string) string {
	if len(number) < 8 || len(number) > 12 || strings.Trim(number, "0123456789") != "" {
		return number
	}
	end := len(number) - 4
	middle := end - 3
	if end%4 == 0 {
		middle = end - 4
	}
	text := number[middle:end] + unbroken + number[end:]
	if middle > 0 {
		text = number[:middle] + unbroken + text
	}
	return text
}

// Text is a value of the field as people read it, where that is a phone number;
// else the value itself.
func (f Field) Text(value string) string {
	switch f.Rule {
	case RulePhone, RuleMobile, RuleMobileTW, RuleWalletPhoneID:
		return PhoneText(value)
	case RulePromptPay:
		if len(value) == 10 || strings.HasPrefix(value, "+") {
			return PhoneText(value)
		}
	}
	return value
}

// unbroken is the space that keeps a number on one line.
const unbroken = "\u00a0"

func isCallingCode(digits string) bool {
	code, err := strconv.Atoi(digits)
	return err == nil && phonenumbers.GetRegionCodeForCountryCode(code) != phonenumbers.UNKNOWN_REGION
}
