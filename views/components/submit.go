package components

import (
	"context"
	"io"

	"github.com/a-h/templ"
)

// Submit is the button alone, for a page's own form. class is go, alt or text.
// It is no template: a status page has several, and as a template each costs
// five allocations, of 250 for a whole request.
func Submit(b Button, class string) templ.Component { return submit{b, class} }

type submit struct {
	Button
	class string
}

// Render writes the button, escaped.
func (s submit) Render(_ context.Context, w io.Writer) error {
	for _, part := range [...]string{
		`<button class="`, templ.EscapeString(s.class), `" data-action="`, templ.EscapeString(s.Hook), `">`,
		templ.EscapeString(s.Label), "</button>",
	} {
		if _, err := io.WriteString(w, part); err != nil {
			return err
		}
	}
	return nil
}
