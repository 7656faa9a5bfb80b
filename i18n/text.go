package i18n

import (
	"errors"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"github.com/nicksnyder/go-i18n/v2/i18n"
)

// countVar is the variable that decides the plural form.
const countVar = "PluralCount"

var (
	errUnknownVar = errors.New("variable that the English message doesn't have")
	errBraces     = errors.New("braces that are no variable")
)

var variable = regexp.MustCompile(`\{\{\s*\.([A-Za-z]+)\s*\}\}`)

// text is one message, taken apart once so that using it only joins strings.
type text struct {
	plain  string   // the whole of it, where there are no variables
	vars   []string // names in the order of the English message, without countVar
	parts  []part   // for messages with variables, without plural forms
	plural bool     // forms by number: go-i18n decides at each use
}

// part is a literal, or the variable at index arg.
type part struct {
	literal string
	arg     int // -1 = literal
}

// compile takes a message apart. vars is the order of its variables; the
// English message decides it (own = true).
func compile(m *i18n.Message, vars []string, own bool) (*text, error) {
	forms := []string{m.Other, m.Zero, m.One, m.Two, m.Few, m.Many}
	t := &text{plural: strings.Join(forms[1:], "") != ""}
	for _, form := range forms {
		if !strings.Contains(form, "{{") {
			continue
		}
		for _, found := range variable.FindAllStringSubmatch(form, -1) {
			name := found[1]
			if name == countVar {
				t.plural = true
				continue
			}
			if own && !slices.Contains(vars, name) {
				vars = append(vars, name)
			}
			if !slices.Contains(vars, name) {
				return nil, fmt.Errorf("%s: %w", name, errUnknownVar)
			}
		}
		if strings.Contains(variable.ReplaceAllString(form, ""), "{{") {
			return nil, errBraces
		}
	}
	t.vars = vars
	switch {
	case t.plural:
	case len(vars) == 0:
		t.plain = m.Other
	default:
		t.parts = split(m.Other, vars)
	}
	return t, nil
}

func split(message string, vars []string) []part {
	var parts []part
	end := 0
	for _, at := range variable.FindAllStringSubmatchIndex(message, -1) {
		if at[0] > end {
			parts = append(parts, part{message[end:at[0]], -1})
		}
		parts = append(parts, part{arg: slices.Index(vars, message[at[2]:at[3]])})
		end = at[1]
	}
	if end < len(message) {
		parts = append(parts, part{message[end:], -1})
	}
	return parts
}

// fill joins the message with its variables, given in the order of vars.
func (t *text) fill(args ...string) string {
	if t.parts == nil {
		return t.plain
	}
	size := 0
	for _, p := range t.parts {
		size += len(p.literal)
	}
	for _, a := range args {
		size += len(a)
	}
	var b strings.Builder
	b.Grow(size)
	for _, p := range t.parts {
		if p.arg < 0 {
			b.WriteString(p.literal)
		} else {
			b.WriteString(args[p.arg])
		}
	}
	return b.String()
}
