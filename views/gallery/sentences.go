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

// said is a sentence with the names of the entries that contain it.
type said struct {
	i18n.Sentence
	pages []string
}

// language is the language of its text.
func (s said) language(l *i18n.Locale) string {
	if s.Foreign {
		return "en"
	}
	return l.Tag()
}

func (s said) direction(l *i18n.Locale) string {
	if s.Foreign {
		return "ltr"
	}
	return l.Dir()
}

var key = regexp.MustCompile(i18n.KeyBegin + `([^` + i18n.KeyBegin + i18n.KeyEnd + `]+)` + i18n.KeyEnd)

var tag = regexp.MustCompile(`<[^>]*>`)

// Say maps the keys of messages to the entries that contain them, in the order
// of Moments. keys is the language i18n.PseudoKeys.
func Say(keys *i18n.Locale) (map[string][]string, error) {
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

// whereSaid combines a language's sentences with the entries that contain them.
func whereSaid(l, keys *i18n.Locale) ([]said, error) {
	by, err := Say(keys)
	if err != nil {
		return nil, err
	}
	var list []said
	for _, s := range l.Sentences() {
		list = append(list, said{s, by[s.Key]})
	}
	return list, nil
}

func summary(list []said) string {
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
