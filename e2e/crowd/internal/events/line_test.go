package events

import (
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"net/url"
	"sync"
	"testing"
)

// A watcher reads streams that are held and streams that end, and reuses a
// connection that the server keeps.
func TestLine(t *testing.T) {
	var connections sync.Map
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		connections.Store(r.RemoteAddr, true)
		w.Header().Set("Content-Type", "text/event-stream")
		fmt.Fprintf(w, "retry: 1000\ndata: %s\n\n", r.Header.Get("Cookie"))
		if r.URL.Path == "/held" {
			_ = http.NewResponseController(w).Flush()
			<-r.Context().Done()
		}
	}))
	defer server.Close()
	l := NewLine(3)
	defer l.HangUp()
	for _, c := range []struct {
		path string
		ends bool
	}{{"/once", true}, {"/once", true}, {"/held", false}} {
		address, _ := url.Parse(server.URL + c.path)
		s, err := l.Open(t.Context(), address, "Cookie: a=b\r\n")
		if err != nil {
			t.Fatal(err)
		}
		if e, err := s.Next(); err != nil || e.Data != "a=b" || !e.HasRetry {
			t.Fatalf("%s: got %+v, %v", c.path, e, err)
		}
		if c.ends {
			if _, err := s.Next(); !errors.Is(err, io.EOF) {
				t.Errorf("%s: got %v, want the end", c.path, err)
			}
		}
		s.Close(c.ends)
	}
	count := 0
	connections.Range(func(any, any) bool { count++; return true })
	if count != 1 {
		t.Errorf("%d connections, want one", count)
	}
}
