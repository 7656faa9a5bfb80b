package apiclient

import (
	"encoding/json"
	"html"
	"net/http"
	"regexp"
	"strconv"
	"strings"
	"time"
)

// ISO 8601 in its usual kinds: extended or basic, with a T, with or without seconds, of
// which time reads fractions by itself.
var (
	isoTimes   = []string{"2006-01-02T15:04:05", "2006-01-02T15:04", "20060102T150405"}
	isoOffsets = []string{"", "Z07:00", "Z0700", "Z07"}
	inUTC      = strings.NewReplacer("UTC+", "+", "UTC-", "-", "GMT+", "+", "GMT-", "-", "UTC", "Z", "GMT", "Z", " ", "")
)

// Times that are seconds end, and those that are milliseconds begin, far from any
// payment's.
const leastMillis = 1e11

// readTime reads a timestamp in any usual notation, as UTC: ISO 8601, also with spaces,
// since 1970 in seconds or milliseconds, or RFC 9110's dates. The gateway's are in UTC
// ("ISO 8601 UTC timestamp"), so one without an offset is, too. A day alone says no time,
// and one whose day and month can be confused says nothing.
func readTime(raw json.RawMessage) (at time.Time, ok bool) {
	text := strings.Trim(string(raw), `" `)
	if at, err := http.ParseTime(text); err == nil {
		return at.UTC(), true
	}
	if since, err := strconv.ParseFloat(text, 64); err == nil {
		if since < leastMillis {
			since *= 1000
		}
		at := time.UnixMilli(int64(since)).UTC()
		return at, at.Year() >= 2000 && at.Year() < 2200
	}
	text, _, _ = strings.Cut(strings.ToUpper(text), "[") // Java adds the zone's name
	if day := len("2006-01-02"); len(text) > day && text[day] == ' ' {
		text = text[:day] + "T" + text[day+1:]
	}
	text = inUTC.Replace(text)
	for _, form := range isoTimes {
		for _, offset := range isoOffsets {
			if at, err := time.Parse(form+offset, text); err == nil {
				return at.UTC(), true
			}
		}
	}
	return time.Time{}, false
}

var (
	entity = regexp.MustCompile(`&(?:#[0-9]{1,7}|#[xX][0-9a-fA-F]{1,6}|[a-zA-Z][a-zA-Z0-9]{1,30});`)
	unseen = regexp.MustCompile(`(?is)<(?:script|style)\b[^<>]*>.*?</(?:script|style)\s*>|<!--.*?-->`)
	breaks = regexp.MustCompile(`(?i)\s*</?(?:br|p|div|li|ul|ol|tr|table|tbody|h[1-6]|hr|center|blockquote)(?:\s[^<>]*)?/?>\s*`)
	inline = regexp.MustCompile(`(?i)</?(?:a|b|strong|i|em|u|s|font|span|small|big|sub|sup|td|th|img)(?:\s[^<>]*)?/?>`)
)

// plainText is a text for people without the HTML that some gateways write for pages of
// their own: entities are what they stand for, tags go, and a line ends where a page's
// would. Anything else in angle brackets is the text's.
func plainText(text string) string {
	if len(text) > 4*maxText { // nothing is shown of the rest
		text = strings.ToValidUTF8(text[:4*maxText], "")
	}
	for range 2 { // "&amp;amp;" was written by two
		text = entity.ReplaceAllStringFunc(text, html.UnescapeString)
	}
	text = unseen.ReplaceAllString(text, "")
	text = breaks.ReplaceAllString(text, "\n")
	return strings.TrimSpace(strings.ReplaceAll(inline.ReplaceAllString(text, ""), "\x00", ""))
}

// plainLines are the lines of a text for people.
func plainLines(text string) (lines []string) {
	for line := range strings.Lines(plainText(text)) {
		if line = strings.TrimSpace(line); line != "" {
			lines = append(lines, line)
		}
	}
	return lines
}
