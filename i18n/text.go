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

var variable = regexp.MustCompile(`\{\{\s*\.([A-Za-z]+)\s*\}\}`)

// text is one message, parsed once so that using it only joins strings.
type text struct {
	plain string   // the whole text, if there are no variables
	vars  []string // names in the order of the English message, without countVar
	parts []part   // for messages with variables, without plural forms
	forms [][]part // by index of source.Categories; nil without plural forms
	tag   language.Tag
}

// part is a literal, or the variable at index arg.
type part struct {
	literal string
	arg     int
}

// What a part may be besides a variable.
const (
	isLiteral = -1
	isCount   = -2
)

// compile parses a message. vars is the order of its variables, which the
// English message determines (own = true). It fails on texts that would show
// badly.
func compile(m source.Message, tag language.Tag, vars []string, own bool) (*text, error) {
	t := &text{tag: tag}
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
	t.vars = vars
	switch {
	case m.Forms != nil:
		if len(m.Forms) == 0 {
			return nil, errNoWords
		}
		t.forms = make([][]part, len(source.Categories))
		for i, category := range source.Categories {
			if words, ok := m.Forms[category]; ok {
				t.forms[i] = split(words, vars)
			}
		}
	case len(vars) == 0:
		t.plain = m.Text
	default:
		t.parts = split(m.Text, vars)
	}
	return t, nil
}

func split(message string, vars []string) []part {
	var parts []part
	end := 0
	for _, at := range variable.FindAllStringSubmatchIndex(message, -1) {
		if at[0] > end {
			parts = append(parts, part{message[end:at[0]], isLiteral})
		}
		p := part{arg: isCount}
		if name := message[at[2]:at[3]]; name != countVar {
			p.arg = slices.Index(vars, name)
		}
		parts = append(parts, p)
		end = at[1]
	}
	if end < len(message) {
		parts = append(parts, part{message[end:], isLiteral})
	}
	return parts
}

// fill joins the message with its variables, in the order of vars.
func (t *text) fill(args ...string) string {
	if t.parts == nil {
		return t.plain
	}
	return join(t.parts, "", args)
}

// count is the message in the plural form of n. If that form is missing, the
// last one is used.
func (t *text) count(n int, args ...string) string {
	parts := t.forms[formOf(t.tag, n)]
	for i := other; parts == nil; i-- {
		parts = t.forms[i]
	}
	return join(parts, strconv.Itoa(n), args)
}

func join(parts []part, count string, args []string) string {
	size := 0
	for _, p := range parts {
		size += len(p.literal)
	}
	for _, a := range args {
		size += len(a)
	}
	var b strings.Builder
	b.Grow(size)
	for _, p := range parts {
		switch p.arg {
		case isLiteral:
			b.WriteString(p.literal)
		case isCount:
			b.WriteString(count)
		default:
			b.WriteString(args[p.arg])
		}
	}
	return b.String()
}

// marked is the text between the marks of foreign text.
func (t *text) marked() *text {
	m := &text{vars: t.vars, tag: t.tag}
	around := func(parts []part) []part {
		if parts == nil {
			return nil
		}
		return slices.Concat([]part{{foreignBegin, isLiteral}}, parts, []part{{foreignEnd, isLiteral}})
	}
	m.parts = around(t.parts)
	for _, form := range t.forms {
		m.forms = append(m.forms, around(form))
	}
	if t.parts == nil && t.forms == nil {
		m.plain = foreignBegin + t.plain + foreignEnd
	}
	return m
}
