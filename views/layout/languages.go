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
//
// Where the page has a form they are its buttons, and send along what was
// typed. Enter in a field presses a form's first button: that is an unseen one,
// which does what the form is for.
type languageLinks struct {
	list []Language
	form Form
}

// Render writes the links, escaped. Their addresses are the application's own.
func (links languageLinks) Render(_ context.Context, w io.Writer) error {
	begin, end := `<a href="`, "</a>"
	if form := links.form; form.ID != "" {
		id := `<button form="` + templ.EscapeString(form.ID) + `"`
		label := templ.EscapeString(form.Label)
		if _, err := io.WriteString(w, id+` class="vh" tabindex="-1" aria-hidden="true">`+label+"</button>"); err != nil {
			return err
		}
		begin, end = id+` formnovalidate formaction="`+templ.EscapeString(form.Action), "</button>"
	}
	for _, l := range links.list {
		tag := templ.EscapeString(l.Tag)
		for _, part := range [...]string{
			begin, templ.EscapeString(l.URL), `" lang="`, tag, `" hreflang="`, tag,
			`" data-action="language">`, templ.EscapeString(l.Name), end,
		} {
			if _, err := io.WriteString(w, part); err != nil {
				return err
			}
		}
	}
	return nil
}
