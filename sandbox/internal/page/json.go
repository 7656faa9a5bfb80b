package page

import (
	"encoding/json"
	"fmt"
	"mime"
	"net/http"
	"net/url"
	"strings"
)

// WantsJSON reports whether a program asks: one that accepts JSON and no HTML.
func WantsJSON(r *http.Request) bool {
	accept := r.Header.Get("Accept")
	return strings.Contains(accept, "application/json") && !strings.Contains(accept, "text/html")
}

// WriteJSON answers a program.
func WriteJSON(w http.ResponseWriter, status int, answer any) {
	Secure(w.Header(), "")
	w.Header().Set("Content-Type", "application/json")
	w.Header().Set("Cache-Control", "no-store")
	w.WriteHeader(status)
	out := json.NewEncoder(w)
	out.SetEscapeHTML(false)
	_ = out.Encode(answer) // fails only if the caller is gone
}

// problem is an error as programs get it, in the form of the interface's.
type problem struct {
	Code    string `json:"code"`
	Message string `json:"message"`
	State   any    `json:"state,omitempty"`
}

// Refusal refuses everything, to people and programs alike.
func Refusal(status int, code, message string) http.Handler {
	return http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		WriteJSON(w, status, problem{Code: code, Message: message})
	})
}

// codeOf is a status as a code: "NOT_FOUND".
func codeOf(status int) string {
	return strings.ReplaceAll(strings.ToUpper(http.StatusText(status)), " ", "_")
}

// readJSON makes a form of a JSON body: an object of texts, numbers, booleans
// and lists of texts, under the names of the form's fields. So each form is an
// interface for programs, too.
func readJSON(r *http.Request) error {
	media, _, _ := mime.ParseMediaType(r.Header.Get("Content-Type"))
	if r.Method != http.MethodPost || media != "application/json" {
		return nil
	}
	var object map[string]any
	decoder := json.NewDecoder(r.Body)
	decoder.UseNumber()
	if err := decoder.Decode(&object); err != nil {
		return BadRequest("The body is no JSON object.")
	}
	form := url.Values{}
	for name, value := range object {
		switch value := value.(type) {
		case nil:
		case []any:
			for _, entry := range value {
				form.Add(name, fmt.Sprint(entry))
			}
		case map[string]any:
			return BadRequest("The property " + name + " is an object, and no field takes one.")
		default:
			form.Set(name, fmt.Sprint(value))
		}
	}
	r.PostForm = form
	r.Form = r.URL.Query()
	for name, values := range form {
		r.Form[name] = append(values, r.Form[name]...)
	}
	return nil
}
