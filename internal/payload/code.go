package payload

import (
	"net/url"
	"strings"
)

// emv reads EMVCo's list of data objects, each a tag, a length and a value. ok is
// false unless the whole code is such a list, down to its checksum: without it the
// code was cut off.
func emv(code string) (objects map[string]string, ok bool) {
	if !strings.HasPrefix(code, "000201") && !strings.HasPrefix(code, "000202") {
		return nil, false
	}
	objects = map[string]string{}
	last := ""
	for rest := code; rest != ""; {
		if len(rest) < 4 {
			return nil, false
		}
		tag, length := rest[:2], number(rest[2:4])
		if length < 0 || number(tag) < 0 || len(rest) < 4+length {
			return nil, false
		}
		objects[tag] = rest[4 : 4+length]
		last, rest = tag, rest[4+length:]
	}
	return objects, last == "63"
}

// number is the value of two digits, -1 for anything else.
func number(digits string) int {
	if digits[0] < '0' || digits[0] > '9' || digits[1] < '0' || digits[1] > '9' {
		return -1
	}
	return int(digits[0]-'0')*10 + int(digits[1]-'0')
}

// upi is a parameter of upi://pay?pa=…, or of the same with an app's own scheme; "" if
// it is something else, or occurs twice.
func upi(code, name string) string {
	link, err := url.Parse(code)
	if err != nil || !strings.EqualFold(link.Host, "pay") {
		return ""
	}
	query, err := url.ParseQuery(link.RawQuery)
	if err != nil || len(query[name]) != 1 || !query.Has("pa") {
		return ""
	}
	return query.Get(name)
}
