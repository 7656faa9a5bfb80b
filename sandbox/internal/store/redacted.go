package store

import (
	"bytes"
	"encoding/json"
	"net/url"
	"regexp"
	"strconv"
	"strings"
)

// Known leaves out the secrets that somebody knows to be some, whatever they look
// like. Nil knows none.
type Known interface{ Replace(string) string }

// longestWord is what is left out at most where a text is cut: half a secret isn't
// known as one.
const longestWord = 128

// Redacted is a body as a story keeps it: on one line, without secrets, and cut to
// limit bytes. Pages indent it.
func Redacted(body []byte, limit int, known Known) string {
	text, more := body, ""
	if len(body) > limit {
		text, more = withoutWord(body[:limit]), "… ("+strconv.Itoa(len(body))+" bytes)"
	} else if compact := bytes.NewBuffer(make([]byte, 0, len(body))); json.Compact(compact, body) == nil {
		text = compact.Bytes()
	}
	var whole strings.Builder // of the right size at once: a body's cost is limited
	whole.Grow(len(text) + len(more))
	whole.Write(text)
	whole.WriteString(more)
	return RedactedText(whole.String(), known)
}

// RedactedThenCut is any text without secrets, of which limit bytes are kept: cut before,
// a secret may be unknown by its half. A long text may have been cut already.
func RedactedThenCut(text []byte, limit int, known Known) string {
	if len(text) > limit {
		text = withoutWord(text)
	}
	hidden := RedactedText(string(text), known)
	if len(hidden) <= limit {
		return hidden
	}
	return strings.ToValidUTF8(hidden[:limit], "") + "…"
}

// withoutWord is a text without its last word, which may have been cut.
func withoutWord(text []byte) []byte {
	short := bytes.TrimRightFunc(text, isWord)
	return text[:max(len(short), len(text)-longestWord)]
}

func isWord(r rune) bool {
	return r == '-' || r == '_' || r >= '0' && r <= '9' || r >= 'a' && r <= 'z' || r >= 'A' && r <= 'Z'
}

// RedactedText is any text, or an address, without secrets: what stands under a secret's name, in
// JSON or as a parameter, what has a secret's form, and what is known.
func RedactedText(text string, known Known) string {
	text = withoutForms(withoutParameters(withoutProperties(text, known)))
	if known != nil {
		text = known.Replace(text)
	}
	return text
}

// withoutProperties leaves out what follows a secret's name in JSON, which may be
// cut, wrong, or a text within other JSON.
func withoutProperties(text string, known Known) string {
	var out strings.Builder
	kept := 0
	for at := 0; at < len(text); {
		if text[at] != '"' {
			at++
			continue
		}
		end := endOfString(text, at)
		quoted, value := text[at:end], afterColon(text, end)
		switch {
		case value >= 0 && IsSecretName(unquoted(quoted)):
			end = endOfValue(text, value)
			out.WriteString(text[kept:value] + `"…"`)
			kept = end
		case strings.Contains(quoted, `\`):
			inner := unquoted(quoted)
			if hidden := RedactedText(inner, known); hidden != inner {
				out.WriteString(text[kept:at] + inQuotes(hidden))
				kept = end
			}
		}
		at = end
	}
	if kept == 0 {
		return text
	}
	return out.String() + text[kept:]
}

// endOfString is where the string that begins at a quote ends.
func endOfString(text string, at int) int {
	for at++; at < len(text); at++ {
		switch text[at] {
		case '\\':
			at++
		case '"':
			return at + 1
		}
	}
	return len(text)
}

// afterColon is where the value of a name begins, −1 if it is no name.
func afterColon(text string, at int) int {
	rest := strings.TrimLeft(text[at:], " \t\r\n")
	if !strings.HasPrefix(rest, ":") {
		return -1
	}
	return len(text) - len(strings.TrimLeft(rest[1:], " \t\r\n"))
}

// endOfValue is where a value ends: a string, a list or an object with all that it
// has, or a word.
func endOfValue(text string, at int) int {
	for depth := 0; at < len(text); {
		switch text[at] {
		case '"':
			at = endOfString(text, at)
		case '[', '{':
			depth++
			at++
		case ']', '}', ',':
			if depth == 0 {
				return at
			}
			if text[at] != ',' {
				depth--
			}
			at++
		default:
			at++
			continue
		}
		if depth == 0 {
			return at
		}
	}
	return len(text)
}

// unquoted is what a string of JSON says; what is cut, as far as it goes.
func unquoted(quoted string) string {
	if !strings.Contains(quoted, `\`) {
		return strings.Trim(quoted, `"`)
	}
	var text string
	for short := quoted; len(short) > 0 && len(quoted)-len(short) < len(`\u0000\u000`); short = short[:len(short)-1] {
		if json.Unmarshal([]byte(short), &text) == nil || json.Unmarshal([]byte(short+`"`), &text) == nil {
			return text
		}
	}
	return strings.Trim(quoted, `"`)
}

func inQuotes(text string) string {
	var out strings.Builder
	encoder := json.NewEncoder(&out)
	encoder.SetEscapeHTML(false)
	_ = encoder.Encode(text) // a text always can be
	return strings.TrimSuffix(out.String(), "\n")
}

// parameters are those of forms and addresses, also of one within another.
var parameters = regexp.MustCompile(`([\w.%~-]+)(=|%3[Dd]|%253[Dd])((?:[^&\s"'<>%]|%[013-9A-Fa-f]|%2[0-57-9A-Fa-f]|%\z|%2\z)*)`)

func withoutParameters(text string) string {
	if !strings.Contains(text, "=") && !strings.Contains(text, "%3") && !strings.Contains(text, "%253") {
		return text
	}
	return parameters.ReplaceAllStringFunc(text, func(found string) string {
		parts := parameters.FindStringSubmatch(found)
		name, err := url.QueryUnescape(parts[1])
		if err != nil {
			name = parts[1]
		}
		switch {
		case IsSecretName(name):
			return parts[1] + parts[2] + "…"
		case parts[3] != "": // perhaps an address with parameters of its own
			return parts[1] + parts[2] + withoutParameters(parts[3])
		}
		return found
	})
}
