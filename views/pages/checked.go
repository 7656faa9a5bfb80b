package pages

import (
	"context"
	"io"

	"github.com/a-h/templ"
)

// checked says beside the button that asks again what it found; "" says nothing.
// It is no template: most status pages have it, and a template costs five
// allocations.
type checked string

// Render writes the line, escaped.
func (c checked) Render(_ context.Context, w io.Writer) error {
	if c == "" {
		return nil
	}
	_, err := io.WriteString(w, `<p class="soft asked" data-checked>`+templ.EscapeString(string(c))+"</p>")
	return err
}
