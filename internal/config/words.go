package config

import (
	"fmt"
	"maps"
	"regexp"
	"slices"
	"strings"
	"unicode"
	"unicode/utf8"

	"payapp/internal/site"
)

var languageTag = regexp.MustCompile(`^([a-z]{2,3}(-[A-Za-z0-9]{2,8})*)?$`)

// checkWords lists what is wrong with an operator's own texts, each of at most
// most characters.
func checkWords(w site.Words, name string, most int) (reasons []string) {
	for _, tag := range slices.Sorted(maps.Keys(w)) {
		text := w[tag]
		switch n := utf8.RuneCountInString(text); {
		case !languageTag.MatchString(tag):
			reasons = append(reasons, fmt.Sprintf("%s: %q is no language", name, tag))
		case strings.TrimSpace(text) == "" || strings.ContainsFunc(text, unicode.IsControl):
			reasons = append(reasons, fmt.Sprintf("%s: %q is no line of text", name, text))
		case n > most:
			reasons = append(reasons, fmt.Sprintf("%s has %d characters, %d at most", name, n, most))
		}
	}
	return reasons
}
