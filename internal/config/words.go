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

// checkWords lists what is wrong with a merchant's sentence; the reasons follow
// its name.
func checkWords(w site.Words) (reasons []string) {
	for _, tag := range slices.Sorted(maps.Keys(w)) {
		text := w[tag]
		switch n := utf8.RuneCountInString(text); {
		case !languageTag.MatchString(tag):
			reasons = append(reasons, fmt.Sprintf(": %q is no language", tag))
		case strings.TrimSpace(text) == "" || strings.ContainsFunc(text, unicode.IsControl):
			reasons = append(reasons, fmt.Sprintf(": %q is no line of text", text))
		case n > maxSuccess:
			reasons = append(reasons, fmt.Sprintf(" has %d characters, %d at most", n, maxSuccess))
		}
	}
	return reasons
}
