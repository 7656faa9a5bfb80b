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
// full-width sign, or before the first sentence; Wide where no stop tells that the
// sentence is over, as in Thai and Lao.
func Gap(sentence string) string {
	last, _ := utf8.DecodeLastRuneInString(strings.TrimRight(sentence, isolateEnd+foreignEnd))
	switch {
	case sentence == "" || strings.ContainsRune(fullWidth, last):
		return ""
	case strings.ContainsRune(stops, last):
		return " "
	}
	return Wide
}

// Wide is the space that divides sentences where no stop does: Thai's orthography has
// it twice as wide as the one within a sentence. Messages of two sentences have it, too.
const Wide = "\u2002"

// stops are the signs that end sentences in the other languages, the quotes behind them
// among them.
const stops = ".!?…:;؟।။។”»"

// fullWidth are the signs that end sentences in Chinese and Japanese.
const fullWidth = "。！？）」』"
