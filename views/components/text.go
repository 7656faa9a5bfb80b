package components

import (
	"context"
	"io"
	"strings"

	"github.com/a-h/templ"

	"payapp/views/layout"
)

// Text is layout.Text: @Text(s) writes what { s } writes, for less.
type Text = layout.Text

// Whole is a text with an id in it that goes to the next line in one piece: a
// hyphen in it is no place to break.
func Whole(text, id string) templ.Component {
	at := strings.LastIndex(text, id)
	if id == "" || at < 0 {
		return Text(text)
	}
	return whole{text[:at], id, text[at+len(id):]}
}

type whole struct{ before, id, after string }

// Render writes the text, escaped.
func (w whole) Render(_ context.Context, to io.Writer) error {
	_, err := io.WriteString(to, templ.EscapeString(w.before)+`<bdi class="id">`+templ.EscapeString(w.id)+`</bdi>`+templ.EscapeString(w.after))
	return err
}

// fours sets a long code in groups of four for the eye. The gaps are style: what
// is selected and copied has none.
type fours string

// Render writes the groups, escaped.
func (t fours) Render(_ context.Context, w io.Writer) error {
	rest := []rune(string(t))
	for len(rest) > 0 {
		n := min(4, len(rest))
		if _, err := io.WriteString(w, "<i>"+templ.EscapeString(string(rest[:n]))+"</i><wbr>"); err != nil {
			return err
		}
		rest = rest[n:]
	}
	return nil
}
