package handlers

import (
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"payapp/internal/session"
	"payapp/scenarios"
)

// seenInput is the hidden input by which a form says what its page showed.
const seenInput = "seen"

// mark is what the page of a step shows, as its forms carry it: a keyed hash for each part
// of scenarios.Seen, which tells nothing and can't be made up. It counts for this
// session alone. "" where no form needs one.
func (s *server) mark(v *visit, f scenarios.Facts, step scenarios.Step) string {
	seen, ok := f.Seen(step)
	if !ok {
		return ""
	}
	var b strings.Builder
	for part, value := range seen {
		b.WriteString(s.Sealer.Mark(markOf(v, part, value)...))
	}
	return b.String()
}

// markIn is the mark that a form brought back; nil for one without.
func (s *server) markIn(c echo.Context, v *visit) scenarios.Mark {
	mark := c.Request().PostForm.Get(seenInput)
	if mark == "" {
		return nil
	}
	return func(part int, value string) bool {
		at := part * session.MarkLen
		return at+session.MarkLen <= len(mark) && s.Sealer.Marked(mark[at:at+session.MarkLen], markOf(v, part, value)...)
	}
}

// markOf are the parts of a mark's signature.
func markOf(v *visit, part int, value string) []string {
	return []string{"seen", v.ref, strconv.Itoa(part), value}
}
