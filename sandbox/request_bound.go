package sandbox

import (
	"bytes"
	"errors"
	"io"
	"net/http"
	"strings"
)

// maxPairs is more than any query or form here has: reading each takes its time.
const maxPairs = 256

// bounded refuses a query of more pairs, and ends a form after as many.
func bounded(w http.ResponseWriter, r *http.Request) bool {
	if strings.Count(r.URL.RawQuery, "&") >= maxPairs {
		http.Error(w, "the address has too many parameters", http.StatusRequestURITooLong)
		return false
	}
	if strings.HasPrefix(r.Header.Get("Content-Type"), "application/x-www-form-urlencoded") {
		r.Body = &form{r.Body, maxPairs}
	}
	return true
}

// form is a form's body.
type form struct {
	io.ReadCloser
	left int
}

func (f *form) Read(into []byte) (int, error) {
	n, err := f.ReadCloser.Read(into)
	if f.left -= bytes.Count(into[:n], []byte("&")); f.left <= 0 {
		return 0, errors.New("the form has too many fields")
	}
	return n, err
}
