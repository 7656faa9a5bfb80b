package layout

import (
	"context"
	"io"

	"github.com/a-h/templ"
)

// Text is text as a component: @Text(s) writes what { s } writes, escaped, for
// one allocation less. It is for the lines that pages have many of.
type Text string

// Render writes the text, escaped.
func (t Text) Render(_ context.Context, w io.Writer) error {
	_, err := io.WriteString(w, templ.EscapeString(string(t)))
	return err
}

// space parts texts that stand in one line.
var space templ.Component = Text(" ")
