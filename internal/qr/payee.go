package qr

import (
	"net/url"
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
	name, ok := emvName(code)
	if !ok {
		name = upiName(code)
	}
	name = strings.TrimSpace(name)
	if !utf8.ValidString(name) || utf8.RuneCountInString(name) > maxPayee || strings.ContainsFunc(name, notGraphic) {
		return ""
	}
	return name
}

func notGraphic(r rune) bool { return !unicode.IsGraphic(r) }

// emvName reads EMVCo's list of tags, each with its length. ok is false unless
// the whole code is such a list.
func emvName(code string) (name string, ok bool) {
	if !strings.HasPrefix(code, "000201") {
		return "", false
	}
	last := ""
	for rest := code; rest != ""; {
		if len(rest) < 4 {
			return "", false
		}
		tag, length := rest[:2], number(rest[2:4])
		if length < 0 || number(tag) < 0 || len(rest) < 4+length {
			return "", false
		}
		if tag == "59" {
			name = rest[4 : 4+length]
		}
		last, rest = tag, rest[4+length:]
	}
	return name, last == "63" // the checksum; without it the code was cut off
}

// number is the value of two digits, -1 for anything else.
func number(digits string) int {
	if digits[0] < '0' || digits[0] > '9' || digits[1] < '0' || digits[1] > '9' {
		return -1
	}
	return int(digits[0]-'0')*10 + int(digits[1]-'0')
}

// upiName is pn of upi://pay?pa=…&pn=….
func upiName(code string) string {
	link, err := url.Parse(code)
	if err != nil || !strings.EqualFold(link.Host, "pay") {
		return ""
	}
	query, err := url.ParseQuery(link.RawQuery)
	if err != nil || len(query["pn"]) != 1 || !query.Has("pa") {
		return ""
	}
	return query.Get("pn")
}
