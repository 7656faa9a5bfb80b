package shop

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net/http"
)

// inProcess sends requests to a handler, so that the shop reaches the interface
// whatever address the sandbox listens on.
type inProcess struct{ handler http.Handler }

func (t inProcess) RoundTrip(r *http.Request) (response *http.Response, err error) {
	out := &recorder{header: http.Header{}, status: http.StatusOK}
	defer func() {
		// A handler cuts the connection by panicking.
		if cut := recover(); cut != nil {
			if cutErr, ok := cut.(error); !ok || !errors.Is(cutErr, http.ErrAbortHandler) {
				panic(cut)
			}
			response, err = nil, io.ErrUnexpectedEOF
		}
	}()
	t.handler.ServeHTTP(out, r)
	return &http.Response{
		StatusCode: out.status, Status: http.StatusText(out.status), Header: out.header, Request: r,
		Proto: "HTTP/1.1", ProtoMajor: 1, ProtoMinor: 1,
		Body: io.NopCloser(&out.body), ContentLength: int64(out.body.Len()),
	}, nil
}

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
func (s *Shop) ask(r *http.Request, answer any) ([]byte, error) {
	r.Header.Set("Accept", "application/json")
	r.Header.Set("X-API-Version", "2")
	response, err := (&http.Client{Transport: inProcess{s.Gateway}}).Do(r)
	if err != nil {
		return nil, fmt.Errorf("%w: %w", errNoAnswer, err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		return nil, fmt.Errorf("ask the gateway: %w", err)
	}
	if response.StatusCode != http.StatusOK {
		return body, &refusedError{response.StatusCode, body}
	}
	if err := json.Unmarshal(body, answer); err != nil {
		return body, fmt.Errorf("%w that can be read: %w", errNoAnswer, err)
	}
	return body, nil
}
