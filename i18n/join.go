package i18n

import (
	"strings"
	"unicode/utf8"
)

// Join makes one text of sentences, as the language does: with spaces, but with
// none after a full-width sign, which has its space in itself. Empty sentences
// are left out.
func Join(sentences ...string) string {
	var b strings.Builder
	last := ""
	for _, s := range sentences {
		if s == "" {
			continue
		}
		b.WriteString(Gap(last))
		b.WriteString(s)
		last = s
	}
	return b.String()
}

// Gap is what stands between a sentence and the next: a space; nothing after a
// full-width sign, or before the first sentence.
func Gap(sentence string) string {
	last, _ := utf8.DecodeLastRuneInString(strings.TrimRight(sentence, isolateEnd))
	if sentence == "" || strings.ContainsRune(fullWidth, last) {
		return ""
	}
	return " "
}

// fullWidth are the signs that end sentences in Chinese and Japanese.
const fullWidth = "。！？）」』"
