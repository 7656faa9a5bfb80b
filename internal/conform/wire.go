package conform

import (
	"bytes"
	"encoding/json"
	"io"
	"maps"
	"net/http"
	"regexp"
	"slices"
	"strings"
)

// wire sends requests, and keeps the last answer as it came.
type wire struct {
	next    http.RoundTripper
	change  http.Header // of the next requests
	status  int         // 0 = there was no answer
	body    []byte
	longest int
	limited int      // answers with 429
	told    []string // what differs in the last answer, by the client
}

func (w *wire) RoundTrip(request *http.Request) (*http.Response, error) {
	request = request.Clone(request.Context())
	maps.Copy(request.Header, w.change)
	w.status, w.body, w.told = 0, nil, nil
	answer, err := w.next.RoundTrip(request)
	if err != nil {
		return nil, err
	}
	defer answer.Body.Close()
	if w.body, err = io.ReadAll(io.LimitReader(answer.Body, 4<<20)); err != nil { // more than payapp reads
		return nil, err
	}
	w.status, w.longest = answer.StatusCode, max(w.longest, len(w.body))
	if w.status == http.StatusTooManyRequests {
		w.limited++
	}
	answer.Body = io.NopCloser(bytes.NewReader(w.body))
	return answer, nil
}

// object is the last answer, numbers as they are written; nil if it is no object.
func (w *wire) object() (object map[string]any) {
	decoder := json.NewDecoder(bytes.NewReader(w.body))
	decoder.UseNumber()
	_ = decoder.Decode(&object)
	return object
}

// form says how the last answer is another than the interface's as a whole.
func (w *wire) form() string {
	if w.status < 200 || w.status > 299 {
		return ""
	}
	top := w.object()
	if _, inside := top["data"].(map[string]any); inside && len(top) == 1 {
		return "all of an answer is inside data"
	}
	for _, found := range propertyName.FindAllSubmatch(w.body, -1) {
		if written := string(found[1]); !slices.Contains(properties, written) {
			return "properties are written like " + written
		}
	}
	return ""
}

// propertyName finds some of the interface's properties, however they are written.
var (
	properties   = []string{"paymentMethodCode", "paymentMethodResponse", "paymentRequested", "currencyCode", "idPayin"}
	propertyName = regexp.MustCompile(`(?i)"(payment_?method_?(?:code|response)|payment_?requested|currency_?code|id_?payin)"\s*:`)
)

// at is what stands at a path with dots, nil if nothing does.
func at(part any, path string) any {
	for name := range strings.SplitSeq(path, ".") {
		object, _ := part.(map[string]any)
		part = object[name]
	}
	return part
}

// where is the path with dots of the first text that fits, by the order of names.
func where(part any, path string, fits func(path, text string) bool) string {
	if text, ok := part.(string); ok && fits(path, text) {
		return path
	}
	object, _ := part.(map[string]any)
	for _, name := range slices.Sorted(maps.Keys(object)) {
		if found := where(object[name], strings.TrimPrefix(path+"."+name, "."), fits); found != "" {
			return found
		}
	}
	return ""
}
