package presenter

import (
	"strings"
	"unicode"

	"golang.org/x/text/unicode/norm"

	"payapp/apiclient"
)

// search keeps the operators whose name or code contains every word of the
// query. static/src/filter.js does the same while a customer types.
func search(operators []apiclient.Operator, query string) []apiclient.Operator {
	words := strings.Fields(plain(query))
	if len(words) == 0 {
		return operators
	}
	var found []apiclient.Operator
	for _, op := range operators {
		text, all := plain(op.Name+" "+op.Code), true
		for _, word := range words {
			all = all && strings.Contains(text, word)
		}
		if all {
			found = append(found, op)
		}
	}
	return found
}

// plain is a text as people type it in a hurry, and as names are sorted: lower
// case, letters of any width, without marks. In Unicode the Vietnamese đ is a letter of its own.
func plain(text string) string {
	folded := strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Mn, r) {
			return -1
		}
		return r
	}, norm.NFKD.String(text))
	return strings.ReplaceAll(strings.ToLower(folded), "đ", "d")
}
