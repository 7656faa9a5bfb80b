package process

import (
	"fmt"
	"maps"
	"net/http"
	"slices"
	"strings"

	"payapp/sandbox/internal/store"
)

// keptHeaders limits the headers kept of a listener's answer, in bytes.
const keptHeaders = 2 << 10

// written is a callback as it is sent.
func written(r *http.Request, body string, known store.Known) string {
	return fmt.Sprintf("%s %s HTTP/1.1\nHost: %s\n%s\n\n%s",
		r.Method, store.RedactedText(r.URL.RequestURI(), known), r.URL.Host, fields(r.Header, known), store.RedactedText(body, known))
}

// answered is a listener's answer, with as much of its body as is kept.
func answered(r *http.Response, body []byte, known store.Known) string {
	text := fmt.Sprintf("%s %s\n%s\n\n%s", r.Proto, r.Status, fields(r.Header, known), store.RedactedThenCut(body, keptAnswer, known))
	return strings.ReplaceAll(strings.ToValidUTF8(text, "\uFFFD"), "\x00", "\uFFFD")
}

// fields are header fields, one a line; cookies and secrets without their values.
func fields(header http.Header, known store.Known) string {
	var lines []string
	for _, name := range slices.Sorted(maps.Keys(header)) {
		value := strings.Join(header[name], ", ")
		if strings.Contains(name, "Cookie") || store.IsSecretName(name) {
			value = "…"
		}
		lines = append(lines, name+": "+store.RedactedText(value, known))
	}
	text := strings.Join(lines, "\n")
	return text[:min(len(text), keptHeaders)]
}
