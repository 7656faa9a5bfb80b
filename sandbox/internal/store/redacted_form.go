package store

import (
	"regexp"
	"slices"
	"strings"
)

// forms are those that tokens and keys have: a JWT or its beginning, which is JSON
// in base64; a private key; and what follows a scheme.
var forms = regexp.MustCompile(`ey[JAI][\w-]{9,}(?:(?:\.|%2[Ee]|%252[Ee])[\w-]*){0,4}` +
	`|ewo[\w-]{12,}(?:\.[\w-]*){1,4}` +
	`|-----BEGIN [A-Z ]*PRIVATE KEY-----(?:[^-]|-[^-])*(?:-----END [A-Z ]*-----)?` +
	`|MII[\w+/=-]{60,}`)

// schemes are those of Authorization, wherever it is quoted.
var schemes = regexp.MustCompile(`\b([Bb]earer|BEARER|[Bb]asic|BASIC)(\s+|\+|%20)[\w.~+/=-]{8,}`)

func withoutForms(text string) string {
	if hasAny(text, "ey", "ewo", "PRIVATE KEY", "MII") {
		text = forms.ReplaceAllString(text, "…")
	}
	if hasAny(text, "earer", "asic", "EARER", "ASIC") {
		text = schemes.ReplaceAllString(text, "$1$2…")
	}
	return withoutSignatures(text)
}

// hasAny is quicker than an expression, and needs no memory.
func hasAny(text string, parts ...string) bool {
	return slices.ContainsFunc(parts, func(part string) bool { return strings.Contains(text, part) })
}

// shortestSignature is how long one is in base64, about, with the smallest key.
const shortestSignature = 120

// withoutSignatures leaves out long base64. What else is as long, such as a QR
// code's text, has no small letters, or words.
func withoutSignatures(text string) string {
	var out strings.Builder
	kept := 0
	for at := 0; at < len(text); at++ {
		start, small, capital, digit := at, false, false, false
		for at < len(text) && (isWord(rune(text[at])) || text[at] == '+' || text[at] == '/' || text[at] == '=') {
			small = small || text[at] >= 'a' && text[at] <= 'z'
			capital = capital || text[at] >= 'A' && text[at] <= 'Z'
			digit = digit || text[at] >= '0' && text[at] <= '9'
			at++
		}
		if at-start >= shortestSignature && small && capital && digit {
			out.WriteString(text[kept:start] + "…")
			kept = at
		}
	}
	if kept == 0 {
		return text
	}
	return out.String() + text[kept:]
}
