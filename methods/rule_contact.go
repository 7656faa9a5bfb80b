package methods

import (
	"net/mail"
	"regexp"
	"strings"
)

// maxEmail is the longest e-mail address that can be delivered to (RFC 5321).
const maxEmail = 254

// checkEmail takes an RFC 5322 address alone, without name and brackets, with a
// dot in its domain. One in another script than ASCII may be real, and many
// systems don't take it: it is only doubted.
func checkEmail(typed string, _ place) (string, *Problem) {
	value := fold(typed)
	at := strings.LastIndexByte(value, '@')
	if at < 0 || len(value) > maxEmail {
		return value, &Problem{Key: "error.email"}
	}
	local, domain := value[:at], value[at+1:]
	if carrierJP.MatchString(domain) {
		local = oneDot.ReplaceAllString(strings.TrimRight(local, "."), ".")
	}
	if !isAddress(local+"@"+domain) || !emailDomain.MatchString(domain) {
		return value, &Problem{Key: "error.email"}
	}
	if !isASCII(value) {
		return value, &Problem{Key: "error.email", Soft: true}
	}
	return value, nil
}

// isAddress reports whether s is an address and nothing but that.
func isAddress(s string) bool {
	address, err := mail.ParseAddress(s)
	return err == nil && address.String() == "<"+s+">"
}

var (
	emailDomain = regexp.MustCompile(`^[\pL\pM\pN-]+(\.[\pL\pM\pN-]+)+$`)
	// Two Japanese carriers gave out addresses that RFC 5322 doesn't know, with
	// dots in a row and before the @. They are still in use.
	carrierJP = regexp.MustCompile(`(?i)^([a-z0-9-]+\.)*(docomo\.ne\.jp|ezweb\.ne\.jp|au\.com)$`)
	oneDot    = regexp.MustCompile(`\.{2,}`)
)

func isASCII(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool { return r >= 0x80 }) < 0
}
