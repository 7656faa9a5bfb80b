package store

import (
	"bytes"
	"encoding/json"
	"regexp"
	"strconv"
	"strings"
)

// secrets are the values left out of stories, also when they are cut off in the
// middle.
var secrets = regexp.MustCompile(`("(?:secret|token)"\s*:\s*)"(?:[^"\\]|\\.)*(?:"|\\?\z)`)

// Redacted is a body as a story keeps it: on one line, without secrets, and cut to
// limit bytes. Pages indent it.
func Redacted(body []byte, limit int) string {
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

// secretParameters are what RedactedPath leaves out of a query.
var secretParameters = regexp.MustCompile(`([?&](?:token|secret)=)[^&]*`)

// RedactedPath is a path with its query, without secrets.
func RedactedPath(path string) string { return secretParameters.ReplaceAllString(path, "$1…") }
