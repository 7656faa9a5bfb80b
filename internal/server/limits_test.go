//go:build !sandbox

package server

import (
	"bufio"
	"fmt"
	"io"
	"net"
	"net/http"
	"runtime"
	"strings"
	"testing"
)

// Fault 5: the customers' server refuses a megabyte in the address or in a
// header, and doesn't keep it.
func TestFault05_OversizedRequestHeads(t *testing.T) {
	s := start(t)
	megabyte := strings.Repeat("a", 1<<20)
	heads := []string{
		"GET /?x=" + megabyte + " HTTP/1.1\r\nHost: localhost\r\n\r\n",
		"GET / HTTP/1.1\r\nHost: localhost\r\nX-Large: " + megabyte + "\r\n\r\n",
		"GET / HTTP/1.1\r\nHost: localhost\r\nCookie: " + strings.Repeat("a=b; ", 1<<18) + "\r\n\r\n",
	}
	before := heap()
	for range 20 {
		for _, head := range heads {
			if status := s.raw(head); status != http.StatusRequestHeaderFieldsTooLarge && status != http.StatusRequestURITooLong && status != http.StatusBadRequest {
				t.Fatalf("%.40s…: %d", head, status)
			}
		}
	}
	// 60 MB were sent; keeping a tenth of that would be a leak.
	if grown := int64(heap()) - int64(before); grown > 6<<20 {
		t.Errorf("the heap grew by %d bytes", grown)
	}
	s.browser.Get(s.order("1", "THB/PROMPTPAY").RedirectURL).Want(200, "options") // still serves
}

// raw sends bytes unchanged and returns the answer's status. A server may
// answer and close before it has read everything.
func (s *started) raw(head string) int {
	s.t.Helper()
	c, err := net.Dial("tcp", strings.TrimSuffix(strings.TrimPrefix(s.app, "http://"), "/"))
	if err != nil {
		s.t.Fatal(err)
	}
	defer c.Close()
	go func() { _, _ = io.WriteString(c, head) }()
	var version string
	var status int
	if _, err := fmt.Fscan(bufio.NewReader(c), &version, &status); err != nil {
		s.t.Fatal(err)
	}
	return status
}

func heap() uint64 {
	runtime.GC()
	var m runtime.MemStats
	runtime.ReadMemStats(&m)
	return m.HeapAlloc
}
