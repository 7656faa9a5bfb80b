package methods

import (
	"net/mail"
	"regexp"
	"strings"

	"github.com/nyaruka/phonenumbers"
)

// maxEmail is the longest e-mail address that can be delivered to (RFC 5321).
const maxEmail = 254

// checkEmail takes an RFC 5322 address alone, without name and brackets, with a
// dot in its domain.
func checkEmail(typed string, _ place) (string, *Problem) {
	value := fold(typed)
	address, err := mail.ParseAddress(value)
	if err != nil || address.Address != value || len(value) > maxEmail || !isASCII(value) {
		return "", &Problem{Key: "error.email"}
	}
	domain := value[strings.LastIndexByte(value, '@')+1:]
	if !emailDomain.MatchString(domain) {
		return "", &Problem{Key: "error.email"}
	}
	return value, nil
}

var emailDomain = regexp.MustCompile(`^[A-Za-z0-9-]+(\.[A-Za-z0-9-]+)+$`)

func isASCII(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool { return r >= 0x80 }) < 0
}

// phoneText is how people write phone numbers. The library takes letters too
// (0800 FLOWERS), which no wallet has.
var phoneText = regexp.MustCompile(`^\+?[0-9 ()./-]+$`)

// checkPhone takes any valid number of the country, national or with +, and
// gives E.164.
func checkPhone(typed string, at place) (string, *Problem) {
	number, ok := parsePhone(typed, at.country)
	if !ok {
		return "", &Problem{Key: "error.phone", Vars: vars("Country", at.country)}
	}
	return phonenumbers.Format(number, phonenumbers.E164), nil
}

// checkMobile is checkPhone for mobile numbers. Some countries' numbers don't
// tell mobile from fixed (Mexico, Argentina): those pass.
func checkMobile(typed string, at place) (string, *Problem) {
	number, ok := parsePhone(typed, at.country)
	if !ok {
		return "", &Problem{Key: "error.phone", Vars: vars("Country", at.country)}
	}
	switch phonenumbers.GetNumberType(number) {
	case phonenumbers.MOBILE, phonenumbers.FIXED_LINE_OR_MOBILE:
		return phonenumbers.Format(number, phonenumbers.E164), nil
	default:
		return "", &Problem{Key: "error.mobile", Vars: vars("Country", at.country)}
	}
}

// parsePhone reads a number of the country; without a country, one of any
// country with +.
func parsePhone(typed, country string) (*phonenumbers.PhoneNumber, bool) {
	folded := fold(typed)
	if !phoneText.MatchString(folded) {
		return nil, false
	}
	if country == "" {
		number, err := phonenumbers.Parse(folded, phonenumbers.UNKNOWN_REGION)
		return number, err == nil && phonenumbers.IsValidNumber(number)
	}
	number, err := phonenumbers.Parse(folded, country)
	return number, err == nil && phonenumbers.IsValidNumberForRegion(number, country)
}

var (
	mobileTW      = regexp.MustCompile(`^(?:\+8860?|0)(9\d{8})$`)
	walletPhoneID = regexp.MustCompile(`^(?:\+?62|0)(8[1-9]\d{7,10})$`)
)

// checkMobileTW takes a Taiwanese mobile number and gives E.164.
func checkMobileTW(typed string, _ place) (string, *Problem) {
	m := mobileTW.FindStringSubmatch(squeezePhone(typed))
	if m == nil {
		return "", &Problem{Key: "error.mobile-tw"}
	}
	return "+886" + m[1], nil
}

// checkWalletPhoneID takes the number of an Indonesian wallet and gives E.164.
func checkWalletPhoneID(typed string, _ place) (string, *Problem) {
	m := walletPhoneID.FindStringSubmatch(squeezePhone(typed))
	if m == nil {
		return "", &Problem{Key: "error.wallet-phone-id"}
	}
	return "+62" + m[1], nil
}

func squeezePhone(typed string) string {
	return strings.NewReplacer("(", "", ")", "").Replace(squeeze(fold(typed)))
}
