package i18n

import (
	"embed"
	"encoding/json"
	"fmt"
	"io/fs"
	"maps"
	"slices"
	"sync"

	"github.com/nicksnyder/go-i18n/v2/i18n"
	"golang.org/x/text/language"
)

//go:embed messages/*.json
var files embed.FS

// Bundle is every language that we speak. It is safe for concurrent use.
type Bundle struct {
	locales []*Locale
	match   *matcher
}

// Load reads the embedded messages, once in a process: nobody changes a Bundle,
// so all share one. It fails on what only a programmer can mend: a broken file,
// a language without messages, a variable that the English message doesn't have.
func Load() (*Bundle, error) { return loadOnce() }

var loadOnce = sync.OnceValues(func() (*Bundle, error) { return load(files) })

func load(source fs.FS) (*Bundle, error) {
	messages, err := parseFiles(source)
	if err != nil {
		return nil, err
	}
	plurals := i18n.NewBundle(languages[0].tag)
	english, err := compileAll(messages[languages[0].tag], nil)
	if err != nil {
		return nil, fmt.Errorf("i18n: %s: %w", languages[0].tag, err)
	}
	b := &Bundle{}
	tags := make([]language.Tag, 0, len(languages))
	for _, row := range languages {
		if len(messages[row.tag]) == 0 {
			return nil, fmt.Errorf("i18n: no messages for %s", row.tag)
		}
		own, err := compileAll(messages[row.tag], english)
		if err != nil {
			return nil, fmt.Errorf("i18n: %s: %w", row.tag, err)
		}
		if err := addPlurals(plurals, row.tag, messages[row.tag], own); err != nil {
			return nil, fmt.Errorf("i18n: %s: %w", row.tag, err)
		}
		b.locales = append(b.locales, newLocale(row, plurals, own, english))
		tags = append(tags, row.tag)
	}
	b.match = newMatcher(tags)
	return b, nil
}

// parseFiles reads all message files and groups them by language.
func parseFiles(source fs.FS) (map[language.Tag][]*i18n.Message, error) {
	names, err := fs.Glob(source, "messages/*.json")
	if err != nil {
		return nil, fmt.Errorf("i18n: %w", err)
	}
	messages := map[language.Tag][]*i18n.Message{}
	for _, name := range names {
		data, err := fs.ReadFile(source, name)
		if err != nil {
			return nil, fmt.Errorf("i18n: %w", err)
		}
		file, err := i18n.ParseMessageFileBytes(data, name, map[string]i18n.UnmarshalFunc{"json": json.Unmarshal})
		if err != nil {
			return nil, fmt.Errorf("i18n: %s: %w", name, err)
		}
		messages[file.Tag] = append(messages[file.Tag], file.Messages...)
	}
	return messages, nil
}

// compileAll compiles the messages of one language; english gives the order
// of their variables (nil when compiling English itself).
func compileAll(messages []*i18n.Message, english map[string]*text) (map[string]*text, error) {
	texts := make(map[string]*text, len(messages))
	for _, m := range messages {
		if texts[m.ID] != nil {
			return nil, fmt.Errorf("%s: given twice", m.ID)
		}
		var vars []string
		if english != nil {
			if english[m.ID] == nil {
				return nil, fmt.Errorf("%s: not in English", m.ID)
			}
			vars = english[m.ID].vars
		}
		t, err := compile(m, vars, english == nil)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", m.ID, err)
		}
		texts[m.ID] = t
	}
	return texts, nil
}

// addPlurals leaves to go-i18n the messages whose form depends on a number, and
// only those: it takes thousands of others apart at each start for nothing.
func addPlurals(into *i18n.Bundle, tag language.Tag, messages []*i18n.Message, own map[string]*text) error {
	var plural []*i18n.Message
	for _, m := range messages {
		if own[m.ID].plural {
			plural = append(plural, m)
		}
	}
	return into.AddMessages(tag, plural...)
}

// newLocale joins a language with its messages, English ones where it has none.
func newLocale(row languageRow, bundle *i18n.Bundle, own, english map[string]*text) *Locale {
	l := &Locale{
		row:       row,
		tag:       row.tag.String(),
		localizer: i18n.NewLocalizer(bundle, row.tag.String()),
		texts:     maps.Clone(english),
		own:       own,
		amounts:   newAmounts(row.formatTag),
	}
	maps.Copy(l.texts, own)
	l.typed = make([]*text, len(typedKeys))
	for i, key := range typedKeys {
		l.typed[i] = l.texts[key]
	}
	return l
}

// Locales lists every language, the fallback first.
func (b *Bundle) Locales() []*Locale { return slices.Clone(b.locales) }

// Match picks the language of a request: what the address asks for (?lang=),
// else the customer's last choice, else the Accept-Language header, else
// English. Each may be empty or nonsense.
func (b *Bundle) Match(lang, remembered, acceptLanguage string) *Locale {
	for _, wish := range []string{lang, remembered, acceptLanguage} {
		if i, ok := b.match.find(wish); ok {
			return b.locales[i]
		}
	}
	return b.locales[0]
}
