package methods

import (
	"regexp"
	"strings"
)

// vars makes a message's variables from alternating names and numbers.
func vars(pairs ...any) map[string]any {
	m := make(map[string]any, len(pairs)/2)
	for i := 0; i < len(pairs); i += 2 {
		m[pairs[i].(string)] = pairs[i+1]
	}
	return m
}

// digits makes the check of numbers with want digits, with fits for the check
// digits; nil = no check digits.
func digits(want int, fits func(string) bool) check {
	return func(typed string, _ place) (string, *Problem) {
		value := asWritten(typed)
		switch {
		case !isDigits(value):
			return value, &Problem{Key: "error.only-digits"}
		case len(value) != want:
			return value, &Problem{Key: "error.digits", Vars: vars("Want", want, "Have", len(value))}
		case fits != nil && !fits(value):
			return value, &Problem{Key: "error.check-digit"}
		}
		return value, nil
	}
}

// thaiMobile is a mobile number of Thailand with the country code. Without a +
// it must not have the zero either: accounts may have twelve digits, but not
// eleven.
var thaiMobile = regexp.MustCompile(`^(?:(?:\+|00)660?|66)([689]\d{8})$`)

// checkPromptPay accepts the account that the money comes from: a Thai bank
// account of 10 to 12 digits, or a PromptPay id: a mobile number, a national or
// tax id of 13 digits, or an e-wallet's number of 15.
func checkPromptPay(typed string, _ place) (string, *Problem) {
	value := squeeze(dropTrunkZero(fold(typed)))
	if mobile := thaiMobile.FindStringSubmatch(value); mobile != nil {
		return "0" + mobile[1], nil
	}
	switch n := len(value); {
	case !isDigits(value):
		return asWritten(typed), &Problem{Key: "error.only-digits"}
	case n == 13 && !fitsThaiID(value):
		return value, &Problem{Key: "error.check-digit"}
	case n < 10 || n == 14 || n > 15:
		return value, &Problem{Key: "error.promptpay", Vars: vars("Have", n)}
	}
	return value, nil
}

// paperCO is the name of an identity paper before its number: "CC 1020304050",
// "C.E. N° 123456".
var paperCO = regexp.MustCompile(`^(?i)(C\.? ?C|C\.? ?E|T\.? ?I|N\.? ?I\.? ?T)\.?[ .:#-]*(?:N[o°º]?\.?[ .:]*)?([0-9][0-9 .,-]*)$`)

// checkIdentityCO accepts Colombian identity papers: a citizen's (CC) or foreigner's
// card (CE) of 6 to 10 digits, a minor's (TI) of 10 or 11, a tax number (NIT) with
// its check digit, or a passport.
//
// A number without a type is checked as a NIT if it can't be a card: with a dash
// before the last digit, or with 10 digits starting with 8 or 9, which companies
// have and cards never reach.
func checkIdentityCO(typed string, _ place) (string, *Problem) {
	const passportLeast, passportMost = 5, 16
	folded := strings.ReplaceAll(fold(typed), ",", "") // thousands separators, like dots
	nit := false
	for _, text := range []string{folded, squeeze(folded)} { // "T-I 1020…" is a card's number, too
		if paper := paperCO.FindStringSubmatch(text); paper != nil {
			nit = strings.EqualFold(squeeze(paper[1]), "NIT")
			folded = paper[2]
			break
		}
	}
	value := capitals(squeeze(folded))
	n := len(value)
	dash := n > 1 && strings.LastIndexByte(folded, '-') == len(folded)-2
	switch {
	case !isAlphanumeric(value) || countDigits(value) == 0:
		return asWritten(typed), &Problem{Key: "error.identity-co"}
	case !isDigits(value):
		if n < passportLeast || n > passportMost {
			return value, &Problem{Key: "error.identity-co-passport", Vars: vars("Min", passportLeast, "Max", passportMost, "Have", n)}
		}
		return value, nil
	case n < 6 || n > 11:
		return value, &Problem{Key: "error.identity-co-digits", Vars: vars("Have", n)}
	case (dash || n == 10 && value[0] >= '8' || nit && n == 10) && !fitsNIT(value):
		return value, &Problem{Key: "error.check-digit"}
	}
	return value, nil
}

// capitals converts ASCII letters. strings.ToUpper also makes ASCII capitals of
// other letters, such as the Turkish ı.
func capitals(text string) string {
	return strings.Map(func(r rune) rune {
		if 'a' <= r && r <= 'z' {
			return r - 'a' + 'A'
		}
		return r
	}, text)
}
