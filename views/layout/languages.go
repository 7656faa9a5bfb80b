package layout

import (
	"context"
	"io"

	"github.com/a-h/templ"
)

// shortList is how many other languages stand in a line.
const shortList = 2

// languageLinks are links to the page in other languages. It is no template:
// every page has all of them, and as a template each link costs five
// allocations, of 250 for a whole request.
type languageLinks []Language

// Render writes the links, escaped. Their addresses are the application's own.
func (list languageLinks) Render(_ context.Context, w io.Writer) error {
	for _, l := range list {
		tag := templ.EscapeString(l.Tag)
		for _, part := range [...]string{
			`<a href="`, templ.EscapeString(l.URL), `" lang="`, tag, `" hreflang="`, tag,
			`" data-action="language">`, templ.EscapeString(l.Name), "</a>",
		} {
			if _, err := io.WriteString(w, part); err != nil {
				return err
			}
		}
	}
	return nil
}
