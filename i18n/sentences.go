package i18n

import (
	"maps"
	"slices"
	"strings"
)

// Sentence is a message as translators see it.
type Sentence struct {
	Key   string   // as the message files name it
	Forms []string // its texts, one for each plural form; variables as {{.Name}}
	// Foreign says that the language has no translation: the text is English.
	Foreign bool
}

// Sentences lists all messages, by key: for the gallery, and for tests of every
// text.
func (l *Locale) Sentences() []Sentence {
	texts := l.texts()
	list := make([]Sentence, 0, len(texts))
	for _, key := range slices.Sorted(maps.Keys(texts)) {
		s := Sentence{Key: key}
		forms := texts[key].forms
		if forms == nil {
			forms = []string{texts[key].words}
		}
		for _, words := range forms {
			s.Foreign = s.Foreign || strings.Contains(words, foreignBegin)
			if words != "" {
				s.Forms = append(s.Forms, strings.NewReplacer(foreignBegin, "", foreignEnd, "").Replace(words))
			}
		}
		list = append(list, s)
	}
	return list
}
