package shop

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
)

// recorder keeps an answer of the interface, which the shop calls without a
// network: it reaches it whatever address the sandbox listens on.
type recorder struct {
	header http.Header
	status int
	body   bytes.Buffer
}

func (r *recorder) Header() http.Header         { return r.header }
func (r *recorder) WriteHeader(status int)      { r.status = status }
func (r *recorder) Write(p []byte) (int, error) { return r.body.Write(p) }

// errNoAnswer is a call whose connection was cut.
var errNoAnswer = errors.New("the gateway gave no answer")

// refusedError is an answer other than 200.
type refusedError struct {
	status int
	body   []byte
}

func (e *refusedError) Error() string {
	return fmt.Sprintf("the gateway answered %d %s", e.status, e.body)
}

// ask makes one call of the interface and reads its JSON answer. It also
// returns the answer's text, to be shown.
func (s *Shop) ask(r *http.Request, answer any) (text []byte, err error) {
	r.Header.Set("Accept", "application/json")
	r.Header.Set("X-API-Version", "2")
	out := &recorder{header: http.Header{}, status: http.StatusOK}
	defer func() {
		if cut := recover(); cut == http.ErrAbortHandler { // the connection is cut
			text, err = nil, errNoAnswer
		} else if cut != nil {
			panic(cut)
		}
	}()
	s.Gateway.ServeHTTP(out, r)
	text = out.body.Bytes()
	if out.status != http.StatusOK {
		return text, &refusedError{out.status, text}
	}
	if err := json.Unmarshal(text, answer); err != nil {
		return text, fmt.Errorf("%w that can be read: %w", errNoAnswer, err)
	}
	return text, nil
}
