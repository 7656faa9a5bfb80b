package handlers_test

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"syscall"
	"testing"
	"time"

	"payapp/methods"
)

// waitedOn are the kinds of status pages, from those that show least to those
// that show most.
var waitedOn = []struct {
	name, method, currency string
	reference              string // given after paying
	end                    string // what the gateway says at last; "" = nothing yet
}{
	{"paid", "PROMPTPAY", "THB", "", "SUCCESS"},
	{"pending at a bank", "ONLINE", "THB", "", ""},
	{"pending", "PROMPTPAY", "THB", "", ""},
	{"pending with a number", "P2A_V2", "INR", "432112345678", ""},
	{"pending at a store", "CODE_PAYMENT", "TWD", "", ""},
	{"paid at a store", "CODE_PAYMENT", "TWD", "", "SUCCESS"},
	{"refused", "VAPAY", "TWD", "", "REFUSED"},
}

// pageRequest is a request for the page of a payment whose answer the application
// has in memory.
func pageRequest(t testing.TB, w *world, at, method, currency, reference, end string) *http.Request {
	m, ok := methods.Default().Find(method, currency)
	if !ok {
		t.Fatalf("no %s in %s", method, currency)
	}
	b, p, link := w.start(m)
	form := requiredOf(t, m)
	p = b.Press(p, "pay", form...)
	switch p.Hook("page") {
	case "leaving":
		p = b.Get(p.URL.Path)
	case "instructions":
		if at == "instructions" {
			break
		}
		p = b.Press(p, "continue")
	}
	if reference != "" {
		p = b.Press(p, "submit-reference", "reference", reference)
	}
	if end != "" {
		w.set(link.Get("idPayin"), end)
		p = b.Get(p.URL.Path)
	}
	for range 2 { // its cookies have what was read since
		w.clock.advance(3 * time.Second)
		p = b.Get(p.URL.Path).Want(200, at)
	}
	r := httptest.NewRequest(http.MethodGet, p.URL.Path, nil)
	u, _ := url.Parse(b.Base + p.URL.Path)
	for _, c := range b.HTTP.Jar.Cookies(u) {
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

// BenchmarkStatusPage is what one look at a payment costs, compression and
// cookies included.
func BenchmarkStatusPage(b *testing.B) {
	for _, c := range waitedOn {
		b.Run(c.name, func(b *testing.B) {
			w := setup(b)
			look(b, w, pageRequest(b, w, "status", c.method, c.currency, c.reference, c.end))
		})
	}
}

// BenchmarkInstructions is one more look at how to pay.
func BenchmarkInstructions(b *testing.B) {
	for name, currency := range map[string]string{"PROMPTPAY": "THB", "VAPAY": "IDR", "CODE_PAYMENT": "TWD"} {
		b.Run(name, func(b *testing.B) {
			w := setup(b)
			look(b, w, pageRequest(b, w, "instructions", name, currency, "", ""))
		})
	}
}

func look(b *testing.B, w *world, r *http.Request) {
	b.Helper()
	h := w.handler(discard())
	b.ReportAllocs()
	began := spent(b)
	for b.Loop() {
		n := &nowhere{header: http.Header{}}
		h.ServeHTTP(n, r)
		b.ReportMetric(float64(n.bytes), "bytes")
	}
	b.ReportMetric(float64(spent(b)-began)/float64(b.N), "cpu-ns/op")
}

// spent is the processor's time of this process so far, in nanoseconds: beside
// other programs a clock says little.
func spent(b *testing.B) int64 {
	b.Helper()
	var usage syscall.Rusage
	if err := syscall.Getrusage(syscall.RUSAGE_SELF, &usage); err != nil {
		b.Fatal(err)
	}
	return usage.Utime.Nano() + usage.Stime.Nano()
}
