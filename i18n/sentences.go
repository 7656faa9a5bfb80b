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
		s := Sentence{Key: key, Forms: texts[key].source()}
		for i, words := range s.Forms {
			s.Foreign = s.Foreign || strings.Contains(words, foreignBegin)
			s.Forms[i] = strings.NewReplacer(foreignBegin, "", foreignEnd, "").Replace(words)
		}
		list = append(list, s)
	}
	return list
}

// source rebuilds the text with its variables' names.
func (t *text) source() []string {
	names := make([]string, len(t.vars))
	for i, name := range t.vars {
		names[i] = "{{." + name + "}}"
	}
	words := func(parts []part) string { return join(parts, "{{."+countVar+"}}", names) }
	switch {
	case t.forms != nil:
		var forms []string
		for _, parts := range t.forms {
			if parts != nil {
				forms = append(forms, words(parts))
			}
		}
		return forms
	case t.parts != nil:
		return []string{words(t.parts)}
	default:
		return []string{t.plain}
	}
}
