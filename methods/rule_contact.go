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
		return "", notOf(at.country, "error.phone")
	}
	return phonenumbers.Format(number, phonenumbers.E164), nil
}

// checkMobile is checkPhone for mobile numbers. Some countries' numbers don't
// tell mobile from fixed (Mexico, Argentina): those pass.
func checkMobile(typed string, at place) (string, *Problem) {
	number, ok := parsePhone(typed, at.country)
	switch {
	case !ok && at.country == "":
		return "", notOf(at.country, "error.phone")
	case !ok || !mayBeMobile[phonenumbers.GetNumberType(number)]:
		return "", notOf(at.country, "error.mobile")
	}
	return phonenumbers.Format(number, phonenumbers.E164), nil
}

var mayBeMobile = map[phonenumbers.PhoneNumberType]bool{phonenumbers.MOBILE: true, phonenumbers.FIXED_LINE_OR_MOBILE: true}

// notOf says which country's number is needed, with the code that it begins
// with abroad; nothing else is taken there, whatever it begins with.
func notOf(country, key string) *Problem {
	if country == "" {
		return &Problem{Key: key}
	}
	return &Problem{Key: key + "-country", Vars: vars("Country", country, "Code", phonenumbers.GetCountryCodeForRegion(country))}
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
	mobileTW      = regexp.MustCompile(`^09\d{8}$`)
	walletPhoneID = regexp.MustCompile(`^08[1-9]\d{7,10}$`)
)

// checkMobileTW takes a Taiwanese mobile number and gives E.164.
func checkMobileTW(typed string, _ place) (string, *Problem) {
	number := national(typed, "886")
	switch {
	case strings.HasPrefix(number, "+"):
		return "", notOf("TW", "error.mobile")
	case !isDigits(number):
		return "", &Problem{Key: "error.only-digits"}
	case len(number) != 10:
		return "", &Problem{Key: "error.mobile-tw", Vars: vars("Have", len(number))}
	case !mobileTW.MatchString(number):
		return "", &Problem{Key: "error.mobile-tw-start", Vars: vars("Start", number[:2])}
	}
	return "+886" + number[1:], nil
}

// checkWalletPhoneID takes the number of an Indonesian wallet and gives E.164.
// People write its country code without the +, too.
func checkWalletPhoneID(typed string, _ place) (string, *Problem) {
	number := national(typed, "62")
	if bare, ok := strings.CutPrefix(number, "628"); ok {
		number = "08" + bare
	}
	switch {
	case strings.HasPrefix(number, "+"):
		return "", notOf("ID", "error.mobile")
	case !isDigits(number):
		return "", &Problem{Key: "error.only-digits"}
	case len(number) < 10 || len(number) > 13:
		return "", &Problem{Key: "error.wallet-phone-id", Vars: vars("Have", len(number))}
	case !walletPhoneID.MatchString(number):
		return "", &Problem{Key: "error.wallet-phone-id-start", Vars: vars("Start", number[:3])}
	}
	return "+62" + number[1:], nil
}

// national gives a number as it is dialled within the country of the code.
func national(typed, code string) string {
	number := strings.NewReplacer("(", "", ")", "").Replace(squeeze(fold(typed)))
	if abroad, ok := strings.CutPrefix(number, "+"+code); ok {
		return "0" + strings.TrimPrefix(abroad, "0")
	}
	return number
}
