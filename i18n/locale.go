package i18n

import (
	"fmt"

	"github.com/nicksnyder/go-i18n/v2/i18n"
)

// Locale is one language: its messages and its way of writing amounts and
// times. It is safe for concurrent use. Its typed messages are in
// messages_gen.go.
type Locale struct {
	row       languageRow
	tag       string
	localizer *i18n.Localizer
	typed     []*text          // by index of typedKeys
	texts     map[string]*text // by key, English where the language has none
	own       map[string]*text // by key, without the fallback
	amounts   *amounts
}

// Tag is the language's BCP 47 tag, for <html lang> and ?lang=.
func (l *Locale) Tag() string { return l.tag }

// Name is the language's name in the language itself.
func (l *Locale) Name() string { return l.row.name }

// Dir is "ltr" or "rtl", for <html dir>.
func (l *Locale) Dir() string { return l.row.dir }

// Has reports whether there is a message for the key, in this language or in
// English.
func (l *Locale) Has(key string) bool { return l.texts[key] != nil }

// Text is the message without variables for the key; English where the
// language has none, "" where nobody has.
func (l *Locale) Text(key string) string {
	t := l.texts[key]
	if t == nil {
		return ""
	}
	if t.plural || t.parts != nil {
		return l.Format(key, nil)
	}
	return t.plain
}

// Format is the message for the key with its variables, English where the
// language has none, "" where nobody has. A message with plural forms takes
// its number from the variable "PluralCount". A variable that is missing is
// left out; it never shows as a placeholder. A variable "Country" is given as
// a region code and shown as the country's name.
func (l *Locale) Format(key string, vars map[string]any) string {
	t := l.texts[key]
	if t == nil {
		return ""
	}
	args := make([]string, len(t.vars))
	for i, name := range t.vars {
		if v, ok := vars[name]; ok {
			args[i] = l.word(name, fmt.Sprint(v))
		}
	}
	if t.plural {
		n, _ := vars[countVar].(int)
		return l.count(key, t, n, args)
	}
	return t.fill(args...)
}

// word puts a variable's value into the language where it is a code.
func (l *Locale) word(name, value string) string {
	if name == "Country" && l.Has("country."+value) {
		return l.Text("country." + value)
	}
	return value
}

// say is a typed message with its variables.
func (l *Locale) say(index int, args ...string) string { return l.typed[index].fill(args...) }

// sayCount is a typed message with plural forms.
func (l *Locale) sayCount(index, n int, args ...string) string {
	return l.count(typedKeys[index], l.typed[index], n, args)
}

func (l *Locale) count(key string, t *text, n int, args []string) string {
	data := make(map[string]any, len(args)+1)
	data[countVar] = n
	for i, name := range t.vars {
		data[name] = args[i]
	}
	// The error says only that English stands in; the message is there.
	message, _ := l.localizer.Localize(&i18n.LocalizeConfig{MessageID: key, PluralCount: n, TemplateData: data})
	return message
}
