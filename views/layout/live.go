package layout

import (
	"context"
	"io"

	"github.com/a-h/templ"

	"payapp/i18n"
)

// live are the lines that the script speaks by, for copying and for a press that
// is on its way. It is no template: every page has them, and each attribute would
// cost an allocation.
type live struct{ t *i18n.Locale }

// Render writes the lines, escaped.
func (l live) Render(_ context.Context, w io.Writer) error {
	for _, part := range [...]string{
		`<p class="vh" role="status" data-say="`, templ.EscapeString(l.t.CommonCopied()),
		`"></p><p class="vh" role="status" data-busy="`, templ.EscapeString(l.t.WaitingHeading()),
		`" data-pay="`, templ.EscapeString(l.t.WaitingCreatingHeading()),
		`" data-long="`, templ.EscapeString(l.t.CommonStillWorking()), `"></p>`,
	} {
		if _, err := io.WriteString(w, part); err != nil {
			return err
		}
	}
	return nil
}
