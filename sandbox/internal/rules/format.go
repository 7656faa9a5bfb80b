package rules

import (
	"net/mail"
	"regexp"
	"strings"
	"unicode"
	"unicode/utf8"
)

// format decides whether a value has the form that a bank could use.
type format func(string) bool

func matching(pattern string) format { return regexp.MustCompile(pattern).MatchString }

var (
	upiID   = matching(`^[A-Za-z0-9][\w.-]{1,254}@[A-Za-z][A-Za-z0-9]{1,63}$`)
	phone   = matching(`^\+?[0-9]{7,15}$`)
	account = matching(`^[A-Za-z0-9@.+_-]{1,64}$`)

	// Reference is the form of an external payment reference: exactly 12
	// digits (interface.md, Limits; assumed for UPIQR).
	Reference = matching(`^[0-9]{12}$`)
)

// mobiles are the mobile numbers of the currencies whose methods reach a
// phone, national or international.
var mobiles = map[string]format{
	"GHS": matching(`^(\+?233|0)[25][0-9]{8}$`),
	"KES": matching(`^(\+?254|0)[17][0-9]{8}$`),
	"IDR": matching(`^(\+?62|0)8[1-9][0-9]{7,10}$`),
	"TWD": matching(`^(\+?886|0)9[0-9]{8}$`),
}

var promptPayPhone = matching(`^(0|\+?66)[689][0-9]{8}$`)
var promptPayWallet = matching(`^[0-9]{15}$`)

// promptPay takes a mobile number, a 13-digit id or a 15-digit e-wallet.
func promptPay(s string) bool {
	return promptPayPhone(s) || thaiID(s) || promptPayWallet(s)
}

// thaiID checks a 13-digit id with its check digit.
func thaiID(s string) bool {
	if len(s) != 13 || strings.Trim(s, "0123456789") != "" {
		return false
	}
	return (11-weighted(s[:12], 13, 12, 11, 10, 9, 8, 7, 6, 5, 4, 3, 2)%11)%10 == int(s[12]-'0')
}

// cuit checks the Argentine tax number with its check digit.
func cuit(s string) bool {
	if len(s) != 11 || strings.Trim(s, "0123456789") != "" {
		return false
	}
	check := (11 - weighted(s[:10], 5, 4, 3, 2, 7, 6, 5, 4, 3, 2)%11) % 11
	return check < 10 && check == int(s[10]-'0')
}

func weighted(digits string, weights ...int) int {
	sum := 0
	for i, w := range weights {
		sum += w * int(digits[i]-'0')
	}
	return sum
}

// email takes an RFC 5322 address alone, with a dot in its domain.
func email(s string) bool {
	a, err := mail.ParseAddress(s)
	if err != nil || a.Address != s || len(s) > 254 {
		return false
	}
	_, domain, _ := strings.Cut(s, "@")
	return strings.Contains(strings.Trim(domain, "."), ".")
}

// name takes any script and digits, up to 100 characters, nothing invisible.
func name(s string) bool {
	if n := utf8.RuneCountInString(s); n < 1 || n > 100 || strings.TrimSpace(s) == "" {
		return false
	}
	return utf8.ValidString(s) && !strings.ContainsFunc(s, func(r rune) bool {
		return unicode.IsControl(r) || unicode.Is(unicode.Bidi_Control, r)
	})
}

// text takes what name takes, for the freer fields.
var text = name

// colombianID takes an identity number: CC, NIT, CE or passport.
var colombianID = matching(`^[A-Za-z0-9-]{5,20}$`)

// uuid is the form of a Pix random key.
var uuid = matching(`^[0-9a-fA-F]{8}(-[0-9a-fA-F]{4}){3}-[0-9a-fA-F]{12}$`)

// clabe checks the Mexican account number with its check digit.
func clabe(s string) bool {
	if len(s) != 18 || strings.Trim(s, "0123456789") != "" {
		return false
	}
	sum := 0
	for i, weight := range []int{3, 7, 1, 3, 7, 1, 3, 7, 1, 3, 7, 1, 3, 7, 1, 3, 7} {
		sum += int(s[i]-'0') * weight % 10
	}
	return (10-sum%10)%10 == int(s[17]-'0')
}

// cpfOrCNPJ checks a Brazilian tax number: 11 digits, or 14 characters whose
// first twelve may be letters since July 2026.
func cpfOrCNPJ(s string) bool {
	switch len(s) {
	case 11:
		return strings.Trim(s, "0123456789") == "" && strings.Trim(s, s[:1]) != "" &&
			brazilian(s[:9], 10) == s[9] && brazilian(s[:10], 11) == s[10]
	case 14:
		return strings.Trim(s, "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZ") == "" && strings.Trim(s, s[:1]) != "" &&
			brazilian(s[:12], 9) == s[12] && brazilian(s[:13], 9) == s[13]
	}
	return false
}

// brazilian is the check digit over s with weights that count up from 2 at the
// right end to highest, and again from 2.
func brazilian(s string, highest int) byte {
	sum, weight := 0, 2
	for i := len(s) - 1; i >= 0; i-- {
		sum += int(s[i]-'0') * weight // letters count as ASCII − 48
		if weight++; weight > highest {
			weight = 2
		}
	}
	if rest := sum % 11; rest >= 2 {
		return byte('0' + 11 - rest)
	}
	return '0'
}
