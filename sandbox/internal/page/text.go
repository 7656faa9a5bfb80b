package page

import (
	"bytes"
	"encoding/json"
	"time"
)

// Short writes a time to the second, in UTC.
func Short(t time.Time) string { return t.UTC().Format("2 Jan 15:04:05") }

// Long writes a time to the millisecond, in UTC.
func Long(t time.Time) string { return t.UTC().Format("2006-01-02 15:04:05.000 UTC") }

// Indented makes JSON legible and leaves the rest as it is, and what would grow
// out of all proportion.
func Indented(text string) string {
	var out bytes.Buffer
	if json.Indent(&out, []byte(text), "", "  ") != nil || out.Len() > 4*len(text)+1024 {
		return text
	}
	return out.String()
}
