package components

import (
	"context"
	"io"

	"github.com/a-h/templ"

	"payapp/views/layout"
)

// Text is layout.Text: @Text(s) writes what { s } writes, for less.
type Text = layout.Text

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
