package handlers

import (
	"strconv"
	"strings"

	"github.com/labstack/echo/v4"

	"payapp/internal/session"
	"payapp/scenarios"
)

// seenInput is the hidden input with which a form says what its page showed.
const seenInput = "seen"

// mark is what the page of a step shows, as its forms carry it: a keyed hash
// for each part of scenarios.Seen, which reveals nothing and can't be forged.
// It is valid only for this session. It is "" if no form needs one.
func (s *server) mark(v *visit, step scenarios.Step) string {
	seen, ok := v.Seen(step)
	if !ok {
		return ""
	}
	var b strings.Builder
	for part, value := range seen {
		b.WriteString(s.Sealer.Mark(markOf(v, part, value)...))
	}
	return b.String()
}

// markIn is the mark that a form brought back; nil if it has none.
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

// markOf are the parts that a mark signs.
func markOf(v *visit, part int, value string) []string {
	return []string{"seen", v.ref, strconv.Itoa(part), value}
}
