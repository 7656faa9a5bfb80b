package methods

import (
	"net/mail"
	"regexp"
	"strings"
)

// maxEmail is the longest deliverable e-mail address (RFC 5321).
const maxEmail = 254

// checkEmail accepts a single RFC 5322 address, without name and brackets, with
// a dot in its domain. One outside ASCII may be real, but many systems don't
// accept it, so it gets a warning, and its digits and dashes stay what they are.
func checkEmail(typed string, _ place) (string, *Problem) {
	value := fold(typed)
	if !isASCII(value) {
		value = widths(typed)
	}
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

// isAddress reports whether s is exactly an address.
func isAddress(s string) bool {
	address, err := mail.ParseAddress(s)
	return err == nil && address.String() == "<"+s+">"
}

var (
	emailDomain = regexp.MustCompile(`^[\pL\pM\pN-]+(\.[\pL\pM\pN-]+)+$`)
	// Two Japanese carriers gave out addresses that RFC 5322 doesn't allow,
	// with consecutive dots and dots before the @. They are still in use.
	carrierJP = regexp.MustCompile(`(?i)^([a-z0-9-]+\.)*(docomo\.ne\.jp|ezweb\.ne\.jp|au\.com)$`)
	oneDot    = regexp.MustCompile(`\.{2,}`)
)

func isASCII(s string) bool {
	return strings.IndexFunc(s, func(r rune) bool { return r >= 0x80 }) < 0
}
