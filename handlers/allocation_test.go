//go:build !race

// The race detector allocates by itself, so this is measured without it; make
// test runs both.

package handlers_test

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"testing"
)

// statusRequest is a request for the status page of a paid payment, whose
// answer the application has in memory.
func statusRequest(w *world) *http.Request {
	link := w.link("10", "THB")
	b, p := w.pay(link)
	w.set(link.Get("idPayin"), "SUCCESS")
	b.get(p.url.Path).want(200, "status")
	r := httptest.NewRequest(http.MethodGet, p.url.Path, nil)
	u, _ := url.Parse(b.base + p.url.Path)
	for _, c := range b.http.Jar.Cookies(u) {
		r.AddCookie(c)
	}
	r.Header.Set("Accept-Encoding", "gzip")
	r.Header.Set("Accept-Language", "en-GB,en;q=0.9")
	return r
}

// nowhere is an answer that is only counted.
type nowhere struct {
	header        http.Header
	status, bytes int
}

func (n *nowhere) Header() http.Header { return n.header }

func (n *nowhere) WriteHeader(status int) { n.status = status }

func (n *nowhere) Write(p []byte) (int, error) {
	n.bytes += len(p)
	return len(p), nil
}

// statusAllocations is the most that a status page may cost.
const statusAllocations = 250

func TestStatusPageAllocations(t *testing.T) {
	w := setup(t)
	r := statusRequest(w)
	h := w.handler(discard())
	serve := func() { h.ServeHTTP(&nowhere{header: http.Header{}}, r) }
	serve() // reads the gateway once
	answer := &nowhere{header: http.Header{}}
	if h.ServeHTTP(answer, r); answer.status != 200 || answer.bytes < 1000 {
		t.Fatalf("status %d, %d bytes", answer.status, answer.bytes)
	}
	got := testing.AllocsPerRun(200, serve)
	t.Logf("%.0f allocations", got)
	if got > statusAllocations {
		t.Errorf("%.0f allocations, more than %d", got, statusAllocations)
	}
}

// BenchmarkStatusPage is what one look at a paid payment costs, compression
// and cookies included.
func BenchmarkStatusPage(b *testing.B) {
	w := setup(b)
	r := statusRequest(w)
	h := w.handler(discard())
	b.ReportAllocs()
	for b.Loop() {
		h.ServeHTTP(&nowhere{header: http.Header{}}, r)
	}
}
