package methods

import (
	"regexp"
	"strconv"
	"strings"

	lru "github.com/hashicorp/golang-lru/v2"
	"github.com/nyaruka/phonenumbers"
)

// phoneText is how people write phone numbers. The library also accepts letters
// (0800 FLOWERS), which no wallet has.
var phoneText = regexp.MustCompile(`^[(\[]?\+?[0-9 ()\[\]./-]+$`)

// checkPhone accepts any valid number of any country, one of the method's own
// also without country code, and returns E.164. The number is only for
// messages.
func checkPhone(typed string, at place) (string, *Problem) {
	number, ok := parsePhone(typed, at.country)
	if !ok {
		return fold(typed), notOf(at.country, "error.phone")
	}
	return phonenumbers.Format(number, phonenumbers.E164), nil
}

// checkPhoneChecked is checkPhone for a number that the gateway checks. A number
// of the right length in a range that the library doesn't know only gets a
// warning.
func checkPhoneChecked(typed string, at place) (string, *Problem) {
	value, problem := checkPhone(typed, at)
	if problem != nil {
		_, problem.Soft = readPhone(typed, at.country, phonenumbers.IsPossibleNumber)
	}
	return value, problem
}

// checkMobile accepts mobile numbers of the method's country: they get a
// payment request. Numbers of some countries (Mexico, Argentina) don't show
// whether they are mobile: they are accepted.
func checkMobile(typed string, at place) (string, *Problem) {
	number, ok := parsePhone(typed, at.country)
	switch {
	case !ok && at.country == "":
		return fold(typed), notOf(at.country, "error.phone")
	case !ok:
		return fold(typed), notOf(at.country, "error.mobile")
	}
	value := phonenumbers.Format(number, phonenumbers.E164)
	if !mayBeMobile[phonenumbers.GetNumberType(number)] || at.country != "" && !phonenumbers.IsValidNumberForRegion(number, at.country) {
		return value, notOf(at.country, "error.mobile")
	}
	return value, nil
}

var mayBeMobile = map[phonenumbers.PhoneNumberType]bool{phonenumbers.MOBILE: true, phonenumbers.FIXED_LINE_OR_MOBILE: true}

// notOf is the problem that a number of this country is expected, with its
// country code.
func notOf(country, key string) *Problem {
	if country == "" {
		return &Problem{Key: key}
	}
	return &Problem{Key: key + "-country", Vars: vars("Country", country, "Code", phonenumbers.GetCountryCodeForRegion(country))}
}

// parsePhone reads a valid number: one of the country as dialled there, or any
// with its country code.
func parsePhone(typed, country string) (*phonenumbers.PhoneNumber, bool) {
	return readPhone(typed, country, phonenumbers.IsValidNumber)
}

func readPhone(typed, country string, fits func(*phonenumbers.PhoneNumber) bool) (*phonenumbers.PhoneNumber, bool) {
	text := dropTrunkZero(fold(typed))
	if !phoneText.MatchString(text) {
		return nil, false
	}
	region := country
	if region == "" {
		region = phonenumbers.UNKNOWN_REGION
	}
	for _, spelling := range spellings(text, country) {
		if number, err := phonenumbers.Parse(spelling, region); err == nil && fits(number) {
			return number, true
		}
	}
	return nil, false
}

// spellings are the ways to read a number: as it is, and with a + if people
// left it out before the country's own code, or dial 00 for it.
func spellings(text, country string) []string {
	all := []string{text}
	digits := squeeze(text)
	if abroad, ok := strings.CutPrefix(digits, "00"); ok {
		all = append(all, "+"+abroad)
	}
	if code := codeOf(country); code != "" && strings.HasPrefix(digits, code) {
		all = append(all, "+"+digits)
	}
	return all
}

// dropTrunkZero removes the zero in brackets of "+66 (0)80 123 4567": it isn't
// dialled after a country code, and isn't needed before any other number.
func dropTrunkZero(text string) string { return strings.Replace(text, "(0)", "", 1) }

var (
	mobileTW      = regexp.MustCompile(`^09\d{8}$`)
	walletPhoneID = regexp.MustCompile(`^08[1-9]\d{7,10}$`)
)

// checkMobileTW accepts a Taiwanese mobile number, or any from abroad: it is
// only for messages.
func checkMobileTW(typed string, at place) (string, *Problem) {
	number := national(typed, "886", "9")
	if mobileTW.MatchString(number) {
		return "+886" + number[1:], nil
	}
	if strings.HasPrefix(number, "+") {
		return checkPhone(typed, place{country: "TW", operator: at.operator})
	}
	switch {
	case !isDigits(number):
		return fold(typed), &Problem{Key: "error.only-digits"}
	case len(number) != 10:
		return fold(typed), &Problem{Key: "error.mobile-tw", Vars: vars("Have", len(number))}
	}
	return fold(typed), &Problem{Key: "error.mobile-tw-start", Vars: vars("Start", number[:2])}
}

// checkWalletPhoneID accepts the number of an Indonesian wallet.
func checkWalletPhoneID(typed string, _ place) (string, *Problem) {
	number := national(typed, "62", "8")
	switch {
	case walletPhoneID.MatchString(number):
		return "+62" + number[1:], nil
	case strings.HasPrefix(number, "+"):
		return checkMobile(typed, place{country: "ID"})
	case !isDigits(number):
		return fold(typed), &Problem{Key: "error.only-digits"}
	case len(number) < 10 || len(number) > 13:
		return fold(typed), &Problem{Key: "error.wallet-phone-id", Vars: vars("Have", len(number))}
	}
	return fold(typed), &Problem{Key: "error.wallet-phone-id-start", Vars: vars("Start", number[:3])}
}

// national returns a number as dialled within the country, adding the zero if
// it was left out before first, the digit that mobile numbers begin with. A
// number of another country keeps its +.
func national(typed, code, first string) string {
	number := squeeze(dropTrunkZero(fold(typed)))
	if abroad, ok := strings.CutPrefix(number, "00"); ok {
		number = "+" + abroad
	}
	if within, ok := strings.CutPrefix(strings.TrimPrefix(number, "+"), code); ok {
		return "0" + strings.TrimPrefix(within, "0")
	}
	if isDigits(number) && strings.HasPrefix(number, first) {
		return "0" + number
	}
	return number
}

// codeOf is the country's calling code, "" if unknown.
func codeOf(country string) string {
	if code := phonenumbers.GetCountryCodeForRegion(country); code > 0 {
		return strconv.Itoa(code)
	}
	return ""
}

// PhoneText formats a valid phone number in its country's usual groups, without
// line breaks: an international one with its code, "+66 81 234 5678", or one as
// dialled within the country, "081 234 5678". Other texts are returned
// unchanged.
func PhoneText(number, country string) string {
	if !phoneText.MatchString(number) {
		return number
	}
	of := dialled{number, country}
	text, ok := phoneTexts.Get(of)
	if !ok {
		text = of.text()
		phoneTexts.Add(of, text)
	}
	return text
}

// dialled is a number as it was typed, in a country.
type dialled struct{ number, country string }

// phoneTexts keeps those that were shown last: the library tries a dozen regular
// expressions for each, and a payment's page shows the same ones at every look.
var phoneTexts, _ = lru.New[dialled, string](1024) // fails only for a size below one

func (d dialled) text() string {
	parsed, err := phonenumbers.Parse(d.number, d.country)
	if err != nil || !phonenumbers.IsValidNumber(parsed) {
		return d.number
	}
	format := phonenumbers.INTERNATIONAL
	if d.number[0] != '+' {
		format = phonenumbers.NATIONAL
	}
	return unbroken.Replace(phonenumbers.Format(parsed, format))
}

// Example is a sample number for the field, as dialled in the method's country
// or, if people write it differently, with its code. It is "" for a field of
// another kind, or if the method has no country. The number isn't assigned, or
// everybody's example.
func (m Method) Example(f Field) string {
	switch f.Rule {
	case RulePhone, RulePhoneChecked, RuleMobile, RuleMobileTW, RuleWalletPhoneID:
	default:
		return ""
	}
	if m.Country == "IN" {
		return unbroken.Replace("98765 43210") // nobody there types the zero of libphonenumber's
	}
	number := phonenumbers.GetExampleNumberForType(m.Country, phonenumbers.MOBILE)
	if number == nil {
		return ""
	}
	for _, format := range []phonenumbers.PhoneNumberFormat{phonenumbers.NATIONAL, phonenumbers.INTERNATIONAL} {
		if text := phonenumbers.Format(number, format); m.Check(f, text).Problem == nil { // Argentina's fits neither as dialled
			return unbroken.Replace(text)
		}
	}
	return ""
}

// unbroken keeps a number on one line.
var unbroken = strings.NewReplacer(" ", "\u00a0", "-", "\u2011")
