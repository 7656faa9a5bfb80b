package i18n

import (
	"errors"
	"fmt"
	"io/fs"
	"slices"
	"sync"

	"golang.org/x/text/language"

	"payapp/i18n/internal/source"
	words "payapp/i18n/messages"
)

var files fs.FS = words.Files

var (
	errNoSuchSame = errors.New("no message to have the words of")
	errForms      = errors.New("words where English has plural forms, or the other way round")
)

// Bundle is all languages. It is safe for concurrent use.
type Bundle struct {
	locales []*Locale
	match   *matcher
	pseudo  map[string]*Locale // by tag, for tests; no page offers them
}

// Load gives the embedded languages, once in a process: a Bundle never changes,
// so all share one. English is read at once, any other language when it is
// first used. It fails only on programming errors. So would the other languages
// (a broken file, a variable that the English message doesn't have), which tests
// read; in a process such a language shows in English, as does a message that is
// missing or outdated.
func Load() (*Bundle, error) { return loadOnce() }

var loadOnce = sync.OnceValues(func() (*Bundle, error) { return load(files) })

// load reads files as package messages has them.
func load(from fs.FS) (*Bundle, error) {
	e, err := loadEnglish(from)
	if err != nil {
		return nil, err
	}
	b := &Bundle{}
	var tags []language.Tag
	for _, row := range registry {
		if _, err := fs.Stat(from, fileOf(row.tag)); err != nil {
			continue // not offered yet
		}
		b.locales = append(b.locales, newLocale(row, e, func() map[string]*text {
			own, err := e.load(from, row.tag)
			if err != nil {
				return nil
			}
			return own
		}))
		tags = append(tags, language.MustParse(row.tag))
	}
	b.match = newMatcher(tags)
	return b, nil
}

func fileOf(tag string) string { return tag + ".json" }

func parseFile(from fs.FS, tag string) ([]source.Message, error) {
	data, err := fs.ReadFile(from, fileOf(tag))
	if err != nil {
		return nil, fmt.Errorf("i18n: %w", err)
	}
	messages, err := source.Parse(data)
	if err != nil {
		return nil, fmt.Errorf("i18n: %s: %w", tag, err)
	}
	return messages, nil
}

func loadEnglish(from fs.FS) (*english, error) {
	messages, err := parseFile(from, registry[0].tag)
	if err != nil {
		return nil, err
	}
	e, err := newEnglish(messages)
	if err != nil {
		return nil, fmt.Errorf("i18n: %s: %w", registry[0].tag, err)
	}
	return e, nil
}

// load reads a language's own messages.
func (e *english) load(from fs.FS, tag string) (map[string]*text, error) {
	if tag == registry[0].tag {
		return e.texts, nil
	}
	messages, err := parseFile(from, tag)
	if err != nil {
		return nil, err
	}
	own, err := e.translated(tag, messages)
	if err != nil {
		return nil, fmt.Errorf("i18n: %s: %w", tag, err)
	}
	return own, nil
}

// english is the reference for all languages.
type english struct {
	texts map[string]*text
	sums  map[string]string // of the texts, by key
	same  map[string]string // from a key to the key whose text it shares
}

func newEnglish(messages []source.Message) (*english, error) {
	e := &english{map[string]*text{}, map[string]string{}, map[string]string{}}
	for _, m := range messages {
		if m.Same != "" {
			e.same[m.Key] = m.Same
			continue
		}
		t, err := compile(m, language.English, nil, true)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", m.Key, err)
		}
		e.texts[m.Key], e.sums[m.Key] = t, source.SumOf(m)
	}
	for key, other := range e.same {
		if e.texts[other] == nil {
			return nil, fmt.Errorf("%s: %s: %w", key, other, errNoSuchSame)
		}
	}
	return e, nil
}

// translated compiles a language's messages that were made from today's
// English. Outdated ones are left out: changing English must not require other
// languages.
func (e *english) translated(tag string, messages []source.Message) (map[string]*text, error) {
	parsed := language.MustParse(tag)
	own := make(map[string]*text, len(messages))
	for _, m := range messages {
		of := e.texts[m.Key]
		if of == nil || m.Sum != e.sums[m.Key] {
			continue
		}
		if m.Same != "" || (m.Forms == nil) != (of.forms == nil) {
			return nil, fmt.Errorf("%s: %w", m.Key, errForms)
		}
		t, err := compile(m, parsed, of.vars, false)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", m.Key, err)
		}
		own[m.Key] = t
	}
	return own, nil
}

// Locales lists every language, the fallback first.
func (b *Bundle) Locales() []*Locale { return slices.Clone(b.locales) }

// Find returns the language that a wish (?lang=, Accept-Language) names, and false
// if it names none of ours.
func (b *Bundle) Find(wish string) (*Locale, bool) {
	if l := b.pseudo[wish]; l != nil {
		return l, true
	}
	i, ok := b.match.find(wish)
	return b.locales[i], ok
}

// Match picks the language of a request: what the address asks for (?lang=),
// the customer's last choice, the Accept-Language header, or English. Each
// argument may be empty or nonsense.
func (b *Bundle) Match(lang, remembered, acceptLanguage string) *Locale {
	if l, ok := b.Find(lang); ok {
		return l
	}
	for _, wish := range []string{remembered, acceptLanguage} {
		if i, ok := b.match.find(wish); ok {
			return b.locales[i]
		}
	}
	return b.locales[0]
}
