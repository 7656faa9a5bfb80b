package sandbox

import (
	"bytes"
	"cmp"
	"encoding/json"
	"regexp"
	"strconv"
	"strings"

	"payapp/sandbox/internal/mark"
	"payapp/sandbox/internal/store"
)

// A story keeps this much of a body: of one whose caller is known, and of one
// whose caller isn't.
const (
	keptBody    = 32 << 10
	keptOfOther = 1 << 10
)

// secrets are the values that no story tells, one that is cut in the middle
// included.
var secrets = regexp.MustCompile(`("(?:secret|token)"\s*:\s*)"(?:[^"\\]|\\.)*(?:"|\\?\z)`)

// record adds the call to its payment's story, without its token.
func (s *Sandbox) record(c *call, status int, answer []byte) {
	if c.id == "" || !validID(c.id) || mark.IsLooking(c.Context()) {
		return
	}
	limit := keptBody
	if c.merchant.Code == "" {
		limit = keptOfOther
	}
	err := s.store.AddExchange(c.Context(), c.merchant.Code, cmp.Or(c.kind, store.Payin)+"/"+c.id, store.Exchange{
		At: s.clock.Now(), Method: c.Method, Path: c.URL.Path,
		Request: told(c.body, limit), Status: status, Response: told(answer, limit),
	})
	if err != nil && c.Context().Err() == nil {
		s.config.Logger.ErrorContext(c.Context(), "sandbox: story", "error", err)
	}
}

// told is a body as a story keeps it: on one line, without what is secret, cut
// where it is too long. Pages indent it.
func told(body []byte, limit int) string {
	text, more := body, ""
	if len(body) > limit {
		text, more = body[:limit], "… ("+strconv.Itoa(len(body))+" bytes)"
	} else if compact := bytes.NewBuffer(make([]byte, 0, len(body))); json.Compact(compact, body) == nil {
		text = compact.Bytes()
	}
	if secrets.Match(text) {
		text = secrets.ReplaceAll(text, []byte(`$1"…"`))
	}
	var out strings.Builder
	out.Grow(len(text) + len(more))
	out.Write(text)
	out.WriteString(more)
	return out.String()
}
