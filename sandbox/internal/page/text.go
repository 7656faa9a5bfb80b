package page

import (
	"bytes"
	"encoding/json"
	"time"
)

// Short formats a time to the second, in UTC.
func Short(t time.Time) string { return t.UTC().Format("2 Jan 15:04:05") }

// Long formats a time to the millisecond, in UTC.
func Long(t time.Time) string { return t.UTC().Format("2006-01-02 15:04:05.000 UTC") }

// Indented indents JSON. Other text, and JSON that would grow too much, stays
// unchanged.
func Indented(text string) string {
	var out bytes.Buffer
	if json.Indent(&out, []byte(text), "", "  ") != nil || out.Len() > 4*len(text)+1024 {
		return text
	}
	return out.String()
}
