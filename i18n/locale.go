package i18n

import (
	"cmp"
	"fmt"
	"maps"
	"strings"
	"sync"

	"golang.org/x/text/language"
	"golang.org/x/text/language/display"
)

// Locale is one language: its messages, and how it writes amounts and times. It
// is safe for concurrent use. Its typed messages are in messages_gen.go.
type Locale struct {
	row       languageRow
	texts     func() map[string]*text // by key, with English ones, marked, for those that are missing
	amounts   *amounts
	countries display.Namer
}

// newLocale is a language whose own messages, without fallbacks and shared texts,
// are parsed when it is first used: a process rarely speaks all of them, and
// they take memory.
func newLocale(row languageRow, of *english, own func() map[string]*text) *Locale {
	return &Locale{
		row: row, texts: sync.OnceValue(func() map[string]*text { return of.complete(own()) }),
		amounts: newAmounts(row), countries: display.Regions(language.Make(cmp.Or(row.countryTag, row.tag))),
	}
}

// complete adds English messages for those that are missing, names as they are,
// and the shared texts.
func (e *english) complete(own map[string]*text) map[string]*text {
	all := make(map[string]*text, len(e.texts)+len(e.same))
	for key, t := range e.texts {
		if t.name {
			all[key] = t
		} else if own[key] == nil {
			all[key] = t.changed(func(words string) string { return foreignBegin + words + foreignEnd })
		}
	}
	maps.Copy(all, own)
	for key, other := range e.same {
		if own[key] == nil {
			all[key] = all[other]
		}
	}
	return all
}

// text is a message by its key; nil if there is none.
func (l *Locale) text(key string) *text { return l.texts()[key] }

// Tag is the language's BCP 47 tag, for <html lang> and ?lang=.
func (l *Locale) Tag() string { return l.row.tag }

// Name is the language's name in the language itself.
func (l *Locale) Name() string { return l.row.name }

// EnglishName is the language's name in English, from CLDR, "" if it is the same:
// for who helps a customer without reading the language.
func (l *Locale) EnglishName() string {
	if name := display.English.Tags().Name(language.Make(l.row.tag)); name != l.row.name {
		return name
	}
	return ""
}

// Dir is "ltr" or "rtl", for <html dir>.
func (l *Locale) Dir() string {
	if l.row.rtl {
		return "rtl"
	}
	return "ltr"
}

// Has reports whether there is a message for the key, in this language or in
// English.
func (l *Locale) Has(key string) bool { return l.text(key) != nil }

// Text is the message without variables for the key; English if the language
// has none, "" if English has none either.
func (l *Locale) Text(key string) string {
	t := l.text(key)
	if t == nil {
		return ""
	}
	if t.forms != nil || len(t.vars) > 0 {
		return l.Format(key, nil)
	}
	return t.words
}

// Format is the message for the key with its variables; English if the language
// has none, "" if English has none either. A message with plural forms takes
// its number from the variable "PluralCount". A missing variable is left out
// and never shown as a placeholder. A variable "Country" is a region code,
// shown as the country's name.
func (l *Locale) Format(key string, vars map[string]any) string {
	t := l.text(key)
	if t == nil {
		return ""
	}
	args := make([]string, len(t.vars))
	for i, name := range t.vars {
		if v, ok := vars[name]; ok {
			args[i] = fmt.Sprint(v)
			if country := l.Country(args[i]); name == "Country" && country != "" {
				args[i] = country
			}
		}
	}
	if t.forms != nil {
		n, _ := vars[countVar].(int)
		return t.count(n, l.isolated(args)...)
	}
	return t.fill(l.isolated(args)...)
}

// say is a typed message with its variables.
func (l *Locale) say(key string, args ...string) string {
	return l.text(key).fill(l.isolated(args)...)
}

// sayCount is a typed message with plural forms.
func (l *Locale) sayCount(key string, n int, args ...string) string {
	return l.text(key).count(n, l.isolated(args)...)
}

// Marks that isolate the direction of the text between them.
const (
	isolateBegin = "\u2068"
	leftToRight  = "\u2066"
	isolateEnd   = "\u2069"
)

// Isolate returns a name as it stands beside words of the language: see isolated.
func (l *Locale) Isolate(name string) string { return l.isolated([]string{name})[0] }

// isolated puts marks around names and numbers whose direction could reorder
// the sentence: all of them in a right-to-left language, in others those with
// right-to-left letters. It may change args.
func (l *Locale) isolated(args []string) []string {
	for i, arg := range args {
		if arg != "" && (l.row.rtl || strings.ContainsFunc(arg, isRTL)) {
			args[i] = isolateBegin + arg + isolateEnd
		}
	}
	return args
}

// isRTL reports whether a letter belongs to a right-to-left script, roughly:
// Hebrew to Arabic Extended-A, and their presentation forms.
func isRTL(r rune) bool {
	return r >= 0x590 && r <= 0x8FF || r >= 0xFB1D && r <= 0xFDCF || r >= 0xFE70 && r <= 0xFEFC
}
