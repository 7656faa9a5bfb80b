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

// isoTime is ISO 8601, extended or basic: with a T or spaces, with or without seconds,
// fractions and an offset, and with the zone's name in brackets, as Java writes it.
var isoTime = regexp.MustCompile(`^(\d{4})-?(\d\d)-?(\d\d)[T ]+(\d\d):?(\d\d)(?::?(\d\d)(?:[.,](\d{1,9}))?)?` +
	` *(?:(?:Z|UTC|GMT)|(?:UTC|GMT)?([+-]\d\d)(?::?(\d\d))?)?(?:\[[A-Z0-9_/+:-]+\])?$`)

// epoch is a time since 1970, as .NET wraps it in a text.
var epoch = regexp.MustCompile(`^/DATE\((\d+)(?:[+-]\d{4})?\)/$`)

// Times that are seconds end, and those that are milliseconds begin, far from any
// payment's.
const leastMillis = 1e11

// readTime reads a timestamp in any usual notation, as UTC: ISO 8601, since 1970 in
// seconds or milliseconds, RFC 9110's dates, or Java's list of its parts. The gateway's
// are in UTC ("ISO 8601 UTC timestamp"), so one without an offset is, too. A day alone
// says no time, and one whose day and month can be confused says nothing.
func readTime(raw json.RawMessage) (at time.Time, ok bool) {
	text := strings.ToUpper(strings.TrimSpace(strings.Trim(string(raw), `"`)))
	if list, ok := strings.CutPrefix(text, "["); ok {
		return timeOfParts(strings.Split(strings.TrimSuffix(list, "]"), ","))
	}
	if p := isoTime.FindStringSubmatch(text); p != nil {
		written := p[1] + "-" + p[2] + "-" + p[3] + "T" + p[4] + ":" + p[5] + ":" + orZeros(p[6]) + "." + orZeros(p[7]) + orUTC(p[8], p[9])
		at, err := time.Parse(time.RFC3339Nano, written)
		return at.UTC(), err == nil
	}
	if wrapped := epoch.FindStringSubmatch(strings.ReplaceAll(text, `\`, "")); wrapped != nil {
		text = wrapped[1]
	}
	if since, err := strconv.ParseFloat(text, 64); err == nil {
		if since < leastMillis {
			since *= 1000
		}
		at := time.UnixMilli(int64(since)).UTC()
		return at, at.Year() >= 2000 && at.Year() < 2200
	}
	at, err := http.ParseTime(strings.Trim(string(raw), `" `))
	return at.UTC(), err == nil
}

func orZeros(digits string) string {
	if digits == "" {
		return "00"
	}
	return digits
}

func orUTC(hours, minutes string) string {
	if hours == "" {
		return "Z"
	}
	return hours + ":" + orZeros(minutes)
}

// timeOfParts is year, month, day, hour and minute, and perhaps second and nanoseconds.
func timeOfParts(parts []string) (time.Time, bool) {
	n := make([]int, 7)
	for i, part := range parts {
		var err error
		if i == len(n) {
			return time.Time{}, false
		}
		if n[i], err = strconv.Atoi(strings.TrimSpace(part)); err != nil {
			return time.Time{}, false
		}
	}
	at := time.Date(n[0], time.Month(n[1]), n[2], n[3], n[4], n[5], n[6], time.UTC)
	return at, len(parts) >= 5 && at.Month() == time.Month(n[1]) && at.Day() == n[2] && at.Hour() == n[3]
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
