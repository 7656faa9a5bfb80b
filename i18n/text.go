package i18n

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strconv"
	"strings"

	"golang.org/x/text/language"

	"payapp/i18n/internal/source"
)

// countVar is the variable that selects the plural form.
const countVar = "PluralCount"

var (
	errUnknownVar = errors.New("variable that the English message doesn't have")
	errBraces     = errors.New("braces that are no variable")
	errNoWords    = errors.New("no words")
)

var variable = regexp.MustCompile(`\{\{\.([A-Za-z]+)\}\}`)

// text is one message, checked once.
type text struct {
	words string   // with its variables as {{.Name}}
	vars  []string // names in the order of the English message, without countVar
	forms []string // by index of source.Categories, "" = none; nil without plural forms
	tag   language.Tag
	name  bool // every language has it as it is
}

// compile parses a message. vars is the order of its variables, which the
// English message determines (own = true). It fails on texts that would show
// badly.
func compile(m source.Message, tag language.Tag, vars []string, own bool) (*text, error) {
	t := &text{tag: tag, name: m.Name}
	for _, words := range m.Words() {
		if strings.TrimSpace(words) == "" {
			return nil, errNoWords
		}
		for _, found := range variable.FindAllStringSubmatch(words, -1) {
			name := found[1]
			if name == countVar && m.Forms != nil {
				continue
			}
			if own && !slices.Contains(vars, name) {
				vars = append(vars, name)
			}
			if !slices.Contains(vars, name) {
				return nil, fmt.Errorf("%s: %w", name, errUnknownVar)
			}
		}
		if left := variable.ReplaceAllString(words, ""); strings.Contains(left, "{{") || strings.Contains(left, "}}") {
			return nil, errBraces
		}
	}
	t.vars, t.words = vars, m.Text
	if m.Forms == nil {
		return t, nil
	}
	if len(m.Forms) == 0 {
		return nil, errNoWords
	}
	t.forms = make([]string, len(source.Categories))
	for i, category := range source.Categories {
		t.forms[i] = m.Forms[category]
	}
	return t, nil
}

// fill is the message with its variables, in the order of vars.
func (t *text) fill(args ...string) string {
	if len(t.vars) == 0 {
		return t.words
	}
	return t.filled(t.words, "", args)
}

// count is the message in the plural form of n. If that form is missing, the
// last one is used.
func (t *text) count(n int, args ...string) string {
	words := t.forms[formOf(t.tag, n)]
	for i := other; words == ""; i-- {
		words = t.forms[i]
	}
	return t.filled(words, strconv.Itoa(n), args)
}

func (t *text) filled(words, count string, args []string) string {
	size := len(words)
	for _, a := range args {
		size += len(a)
	}
	var b strings.Builder
	b.Grow(size)
	for {
		before, rest, more := strings.Cut(words, "{{.")
		b.WriteString(before)
		if !more {
			return b.String()
		}
		name, after, _ := strings.Cut(rest, "}}")
		if at := slices.Index(t.vars, name); at >= 0 {
			b.WriteString(args[at])
		} else {
			b.WriteString(count)
		}
		words = after
	}
}

// changed is the message in other words.
func (t *text) changed(change func(words string) string) *text {
	m := *t
	m.words, m.forms = change(t.words), slices.Clone(t.forms)
	for i, words := range m.forms {
		if words != "" {
			m.forms[i] = change(words)
		}
	}
	return &m
}
