package components

import (
	"context"
	"io"

	"github.com/a-h/templ"
)

// Icon is the picture for a method's glyph or a status. It is no template:
// every page has some, and written as they are they cost next to nothing. Names
// and classes are our own constants, never data.
func Icon(name, class string) templ.Component { return icon{name, class} }

type icon struct{ name, class string }

func (i icon) Render(_ context.Context, w io.Writer) error {
	for _, part := range []string{`<svg class="icon `, i.class, `" viewBox="0 0 24 24" aria-hidden="true">`, glyphs[i.name], "</svg>"} {
		if _, err := io.WriteString(w, part); err != nil {
			return err
		}
	}
	return nil
}
