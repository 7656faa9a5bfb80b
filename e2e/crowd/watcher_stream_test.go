package main

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
	l := newLine(3)
	defer l.hangUp()
	for _, c := range []struct {
		path string
		ends bool
	}{{"/once", true}, {"/once", true}, {"/held", false}} {
		address, _ := url.Parse(server.URL + c.path)
		s, err := l.open(t.Context(), address, "Cookie: a=b\r\n")
		if err != nil {
			t.Fatal(err)
		}
		if e, err := s.next(); err != nil || e.data != "a=b" || !e.hasRetry {
			t.Fatalf("%s: got %+v, %v", c.path, e, err)
		}
		if c.ends {
			if _, err := s.next(); !errors.Is(err, io.EOF) {
				t.Errorf("%s: got %v, want the end", c.path, err)
			}
		}
		s.close(c.ends)
	}
	count := 0
	connections.Range(func(any, any) bool { count++; return true })
	if count != 1 {
		t.Errorf("%d connections, want one", count)
	}
}
