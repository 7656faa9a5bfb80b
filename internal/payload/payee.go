package payload

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// maxPayee is the longest payee name shown, in characters: schemes allow 25,
// and some gateways accept more.
const maxPayee = 60

// PayeeName is the name that an app shows to whoever scans the code: the
// merchant's name in an EMVCo code, the payee's in a UPI link. It is often the
// payment company and not the shop, so customers should see it before they pay.
// It is "" if the code doesn't clearly contain one.
func PayeeName(code string) string {
	objects, ok := emv(code)
	name := objects["59"]
	if !ok {
		name = upi(code, "pn")
	}
	name = strings.TrimSpace(name)
	if !utf8.ValidString(name) || utf8.RuneCountInString(name) > maxPayee || strings.ContainsFunc(name, notGraphic) {
		return ""
	}
	return name
}

func notGraphic(r rune) bool { return !unicode.IsGraphic(r) }
