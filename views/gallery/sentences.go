package gallery

import (
	"context"
	"fmt"
	"html"
	"regexp"
	"slices"
	"strings"

	"payapp/i18n"
)

// usedSentence is a sentence with the names of the entries that contain it.
type usedSentence struct {
	i18n.Sentence
	pages []string
}

// language is the language of its text.
func (s usedSentence) language(l *i18n.Locale) string {
	if s.Foreign {
		return "en"
	}
	return l.Tag()
}

func (s usedSentence) direction(l *i18n.Locale) string {
	if s.Foreign {
		return "ltr"
	}
	return l.Dir()
}

var key = regexp.MustCompile(i18n.KeyBegin + `([^` + i18n.KeyBegin + i18n.KeyEnd + `]+)` + i18n.KeyEnd)

var tag = regexp.MustCompile(`<[^>]*>`)

// KeysOnPages maps the keys of messages to the entries that contain them, in the order
// of Moments. keys is the language i18n.PseudoKeys.
func KeysOnPages(keys *i18n.Locale) (map[string][]string, error) {
	by := map[string][]string{}
	for _, e := range Moments() {
		var b strings.Builder
		if err := e.Page(keys).Render(context.Background(), &b); err != nil {
			return nil, fmt.Errorf("gallery: %s: %w", e.Name, err)
		}
		for _, found := range key.FindAllStringSubmatch(html.UnescapeString(b.String()), -1) {
			name := tag.ReplaceAllString(found[1], "") // a key with hyphens has names to keep whole
			if !slices.Contains(by[name], e.Name) {
				by[name] = append(by[name], e.Name)
			}
		}
	}
	return by, nil
}

// usedSentences combines a language's sentences with the entries that contain them.
func usedSentences(l, keys *i18n.Locale) ([]usedSentence, error) {
	by, err := KeysOnPages(keys)
	if err != nil {
		return nil, err
	}
	var list []usedSentence
	for _, s := range l.Sentences() {
		list = append(list, usedSentence{s, by[s.Key]})
	}
	return list, nil
}

func summary(list []usedSentence) string {
	shown, foreign := 0, 0
	for _, s := range list {
		if len(s.pages) > 0 {
			shown++
		}
		if s.Foreign {
			foreign++
		}
	}
	return fmt.Sprintf("%d sentences, %d of them on pages of the gallery; %d are English here.", len(list), shown, foreign)
}
