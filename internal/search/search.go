package search

import (
	"strings"
	"unicode"
	"unicode/utf8"

	"golang.org/x/text/unicode/norm"

	"payapp/apiclient"
)

// Operators keeps the operators whose name or code contains every word of the query,
// spaces aside; if there are none, those with words that differ in a few letters.
// static/src/filter.js does the same while a customer types.
func Operators(operators []apiclient.Operator, query string) []apiclient.Operator {
	words := wordsOf(query)
	if len(words) == 0 {
		return operators
	}
	matching := func(slack func(word string) int) (found []apiclient.Operator) {
		for _, op := range operators {
			text := Plain(op.Name + " " + op.Code)
			joined, all := strings.ReplaceAll(text, " ", ""), true
			for _, word := range words {
				all = all && (strings.Contains(joined, word) || strings.Contains(text, word) || wrong(word, text) <= slack(word))
			}
			if all {
				found = append(found, op)
			}
		}
		return found
	}
	if found := matching(func(string) int { return 0 }); len(found) > 0 {
		return found
	}
	return matching(func(word string) int { return utf8.RuneCountInString(word) / lettersToOneWrong })
}

// What is looked at of a query: each word is compared with every letter of each name.
const (
	mostLetters = 64
	mostWords   = 8
)

// wordsOf are the query's words. Its beginning is cut to what could have so many
// letters, before it is folded.
func wordsOf(query string) []string {
	letters := []rune(Plain(query[:min(len(query), 4*utf8.UTFMax*mostLetters)]))
	words := strings.Fields(string(letters[:min(len(letters), mostLetters)]))
	return words[:min(len(words), mostWords)]
}

// lettersToOneWrong is how many letters a word has for each that may be wrong.
const lettersToOneWrong = 4

// wrong is the least number of letters to change, to add or to leave out so that the
// text contains the word (Sellers' algorithm).
func wrong(word, text string) int {
	letters := []rune(word)
	least := len(letters)
	row := make([]int, least)
	for i := range row {
		row[i] = i + 1
	}
	for _, letter := range text {
		diagonal, last := 0, 0
		for i, up := range row {
			same := diagonal
			if letters[i] != letter {
				same++
			}
			last = min(same, up+1, last+1)
			row[i], diagonal = last, up
		}
		least = min(least, last)
	}
	return least
}

// Plain is a text as people type it in a hurry, and as names are sorted: lower
// case, letters of any width, without marks. In Unicode the Vietnamese đ is a letter of its own.
func Plain(text string) string {
	folded := strings.Map(func(r rune) rune {
		if unicode.Is(unicode.Mn, r) {
			return -1
		}
		return r
	}, norm.NFKD.String(text))
	return strings.ReplaceAll(strings.ToLower(folded), "đ", "d")
}
