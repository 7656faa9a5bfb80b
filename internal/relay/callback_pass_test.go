package relay

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

func TestPassBringsTheCallAsItCame(t *testing.T) {
	var got *http.Request
	var body []byte
	m := listen(t, func(_ http.ResponseWriter, r *http.Request) {
		got = r
		body, _ = io.ReadAll(r.Body)
	})
	status, err := local().Pass(t.Context(), Call{
		Payment: "ref", To: m.URL + "/a%20b/%2F?shop=x%26y;z&idPayin=theirs#part", Query: "idPayin=order%2D1&event=new+thing&event",
		ContentType: "application/x-www-form-urlencoded; charset=utf-8", Body: []byte("idPayin=order-1\x00"),
	})
	want(t, status, err, http.StatusOK, nil)
	if got.Method != http.MethodPost || got.RequestURI != "/a%20b/%2F?shop=x%26y;z&idPayin=theirs&idPayin=order%2D1&event=new+thing&event" {
		t.Errorf("got %s %s", got.Method, got.RequestURI)
	}
	if string(body) != "idPayin=order-1\x00" {
		t.Errorf("got the body %q", body)
	}
	// Nothing of ours: no cookie, no token, no X-Forwarded-For, no
	// Accept-Encoding.
	header := http.Header{
		"Content-Type": {"application/x-www-form-urlencoded; charset=utf-8"}, "Content-Length": {"16"},
		"User-Agent": {"payapp"}, "Connection": {"close"},
	}
	if diff := cmp.Diff(header, got.Header); diff != "" {
		t.Errorf("headers (-want +got):\n%s", diff)
	}
}

// The gateway gets the merchant's own status. Redirects too are passed on, not
// followed.
func TestPassGivesTheMerchantsStatus(t *testing.T) {
	trap := listen(t, nil)
	for _, status := range []int{
		200, 201, 202, 204, 205, 206, 226, 299, 300, 301, 302, 303, 304, 307, 308, 400, 401, 404, 407, 409, 418, 429, 500, 502, 503, 504, 599,
	} {
		for _, location := range []string{trap.URL, "", "://%zz", "file:///etc/passwd"} {
			m := listen(t, func(w http.ResponseWriter, _ *http.Request) {
				w.Header()["Location"] = []string{location}
				w.WriteHeader(status)
			})
			got, err := local().Pass(t.Context(), Call{To: m.URL})
			want(t, got, err, status, nil)
			if calls := m.calls.Load(); calls != 1 {
				t.Errorf("%d: called %d times", status, calls)
			}
		}
	}
	if trap.calls.Load() != 0 {
		t.Error("a redirect was followed")
	}
}

// wire is a merchant that answers with these bytes.
func wire(t testing.TB, answer string) string {
	t.Helper()
	m := listen(t, func(w http.ResponseWriter, _ *http.Request) {
		c, buffered, err := http.NewResponseController(w).Hijack()
		if err != nil {
			t.Error(err)
			return
		}
		defer c.Close()
		_, _ = buffered.WriteString(answer)
		_ = buffered.Flush()
	})
	return m.URL
}

func TestPassAnswersThatAreNone(t *testing.T) {
	for name, c := range map[string]struct {
		answer string
		status int
	}{
		"nothing":             {"", 0},
		"no HTTP":             {"SSH-2.0-OpenSSH\r\n", 0},
		"switches protocols":  {"HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: x\r\n\r\n", 0},
		"status 0":            {"HTTP/1.1 000 x\r\n\r\n", 0},
		"status 999":          {"HTTP/1.1 999 x\r\n\r\n", 0},
		"status 600":          {"HTTP/1.1 600 x\r\n\r\n", 0},
		"no status":           {"HTTP/1.1 -1 x\r\n\r\n", 0},
		"long words":          {"HTTP/1.1 2" + strings.Repeat("x", 10_000) + "\r\n\r\n", 0},
		"a head without end":  {"HTTP/1.1 200 OK\r\nX: " + strings.Repeat("x", 1<<20) + "\r\n\r\n", 0},
		"many early hints":    {strings.Repeat("HTTP/1.1 103 Early Hints\r\nLink: </x>\r\n\r\n", 5000) + "HTTP/1.1 200 OK\r\n\r\n", 0},
		"one early hint":      {"HTTP/1.1 103 Early Hints\r\n\r\nHTTP/1.1 204 No Content\r\n\r\n", 204},
		"cut in its body":     {"HTTP/1.1 202 OK\r\nContent-Length: 1000\r\n\r\nhalf", 202},
		"broken chunks":       {"HTTP/1.1 503 OK\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n", 503},
		"no bomb is unpacked": {"HTTP/1.1 200 OK\r\nContent-Encoding: gzip\r\nContent-Length: 3\r\n\r\nabc", 200},
	} {
		status, err := local().Pass(t.Context(), Call{To: wire(t, c.answer)})
		if c.status != 0 {
			want(t, status, err, c.status, nil)
			continue
		}
		want(t, status, err, 0, ErrUnreachable)
		if err != nil && len(err.Error()) > 2*longestCause {
			t.Errorf("%s: an error of %d bytes", name, len(err.Error()))
		}
	}
}

// countedConn counts the bytes read from it.
type countedConn struct {
	net.Conn
	read *atomic.Int64
}

func (c countedConn) Read(p []byte) (int, error) {
	n, err := c.Conn.Read(p)
	c.read.Add(int64(n))
	return n, err
}

// A body that never ends isn't read to its end.
func TestPassTakesLittleOfTheBody(t *testing.T) {
	m := listen(t, func(w http.ResponseWriter, r *http.Request) {
		for r.Context().Err() == nil {
			if _, err := w.Write(make([]byte, 64<<10)); err != nil {
				return
			}
		}
	})
	c := local()
	var read atomic.Int64
	c.transport.DialContext = func(ctx context.Context, network, address string) (net.Conn, error) {
		conn, err := c.dialer.DialContext(ctx, network, address)
		return countedConn{conn, &read}, err
	}
	status, err := c.Pass(t.Context(), Call{To: m.URL})
	want(t, status, err, http.StatusOK, nil)
	m.Close() // nobody reads any more
	if got := read.Load(); got > 64<<10 {
		t.Errorf("%d bytes were read", got)
	}
}

// A merchant that sends its status and then nothing has answered.
func TestPassDoesNotWaitForTheBody(t *testing.T) {
	m := listen(t, func(w http.ResponseWriter, r *http.Request) {
		w.WriteHeader(http.StatusAccepted)
		_ = http.NewResponseController(w).Flush()
		<-r.Context().Done()
	})
	c := local()
	c.body = 10 * time.Millisecond
	status, err := c.Pass(t.Context(), Call{To: m.URL})
	want(t, status, err, http.StatusAccepted, nil)
}

func TestPassTimesOut(t *testing.T) {
	for name, answer := range map[string]http.HandlerFunc{
		"no answer": func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() },
		"hints without end": func(w http.ResponseWriter, r *http.Request) {
			w.WriteHeader(http.StatusEarlyHints)
			<-r.Context().Done()
		},
	} {
		t.Run(name, func(t *testing.T) {
			m := listen(t, func(w http.ResponseWriter, r *http.Request) {
				_, _ = io.Copy(io.Discard, r.Body) // only then does it notice that the caller left
				answer(w, r)
			})
			c := local()
			c.total = 50 * time.Millisecond
			status, err := c.Pass(t.Context(), Call{To: m.URL, Body: []byte("x")})
			want(t, status, err, 0, ErrTimeout)
		})
	}
}

func TestPassTimesOutOverTheName(t *testing.T) {
	c := local()
	c.dialer.Timeout = 20 * time.Millisecond
	c.dialer.Resolver = &net.Resolver{PreferGo: true, Dial: func(ctx context.Context, _, _ string) (net.Conn, error) {
		<-ctx.Done()
		return nil, ctx.Err()
	}}
	status, err := c.Pass(t.Context(), Call{To: "http://shop.example/"})
	want(t, status, err, 0, ErrTimeout)
}

func TestPassNobodyThere(t *testing.T) {
	m := listen(t, nil)
	m.Close()
	status, err := local().Pass(t.Context(), Call{To: m.URL})
	want(t, status, err, 0, ErrUnreachable)
	c := local()
	c.answers(func(string) []string { return nil })
	status, err = c.Pass(t.Context(), Call{To: "http://shop.example/"})
	want(t, status, err, 0, ErrUnreachable)
}

// When the gateway leaves, its slot is freed.
func TestPassEndsWithItsCaller(t *testing.T) {
	ctx, leave := context.WithCancel(t.Context())
	m := listen(t, func(_ http.ResponseWriter, r *http.Request) {
		leave()
		<-r.Context().Done()
	})
	c := local()
	status, err := c.Pass(ctx, Call{To: m.URL})
	want(t, status, err, 0, ErrUnreachable)
	if c.slots.all != 0 {
		t.Error("the slot is still taken")
	}
}

// https only, outside the sandbox; and nothing that turns an address into
// another one.
func TestPassRefusesAddresses(t *testing.T) {
	strict := New(Config{AllowLoopback: true})
	m := listen(t, nil)
	for _, bad := range []string{m.URL, "HTTP" + strings.TrimPrefix(m.URL, "http")} {
		status, err := strict.Pass(t.Context(), Call{To: bad})
		want(t, status, err, 0, ErrRefused)
	}
	port := m.port()
	for _, bad := range []string{
		"", "/callback", "//127.0.0.1:" + port, "ftp://127.0.0.1:" + port, "file:///etc/passwd", "gopher://127.0.0.1:" + port,
		"unix:///run/x", "http://user:secret@127.0.0.1:" + port, "http://@127.0.0.1:" + port, "http:127.0.0.1:" + port, "http://:" + port,
		m.URL + "/ HTTP/1.1", m.URL + "/\r\nX: y", m.URL + "/\x00", m.URL + "/%zz", "http://[::1%25lo]x:" + port,
	} {
		status, err := local().Pass(t.Context(), Call{To: bad})
		want(t, status, err, 0, ErrRefused)
		if err != nil && strings.Contains(err.Error(), "secret") {
			t.Errorf("%v repeats the address", err)
		}
	}
	status, err := local().Pass(t.Context(), Call{To: m.URL, Query: "a=b HTTP/1.1\r\nX: y"})
	want(t, status, err, 0, ErrRefused)
	if m.calls.Load() != 0 {
		t.Errorf("%d calls arrived", m.calls.Load())
	}
}

// No proxy is used, whatever the environment says.
func TestPassAsksNoProxy(t *testing.T) {
	proxy := listen(t, nil)
	for _, name := range []string{"HTTP_PROXY", "HTTPS_PROXY", "http_proxy", "https_proxy", "ALL_PROXY"} {
		t.Setenv(name, proxy.URL)
	}
	if local().transport.Proxy != nil { // net/http reads the environment once a process
		t.Error("the transport has a proxy")
	}
	status, err := New(Config{AllowHTTP: true}).Pass(t.Context(), Call{To: "http://10.0.0.1/"})
	want(t, status, err, 0, ErrRefused)
	if proxy.calls.Load() != 0 {
		t.Error("the proxy was asked")
	}
}

// Over https the certificate must be the merchant's.
func TestPassChecksCertificates(t *testing.T) {
	calls := 0
	m := httptest.NewUnstartedServer(http.HandlerFunc(func(http.ResponseWriter, *http.Request) { calls++ }))
	m.Config.ErrorLog = quiet
	m.StartTLS()
	defer m.Close()
	c := New(Config{AllowLoopback: true})
	status, err := c.Pass(t.Context(), Call{To: m.URL})
	want(t, status, err, 0, ErrUnreachable)
	roots := x509.NewCertPool()
	roots.AddCert(m.Certificate())
	c.transport.TLSClientConfig = &tls.Config{RootCAs: roots, MinVersion: tls.VersionTLS12}
	status, err = c.Pass(t.Context(), Call{To: m.URL})
	want(t, status, err, http.StatusOK, nil)
	c.answers(func(string) []string { return []string{"127.0.0.1"} })
	_, port, _ := net.SplitHostPort(m.Listener.Addr().String())
	status, err = c.Pass(t.Context(), Call{To: "https://another.test:" + port})
	want(t, status, err, 0, ErrUnreachable)
	if calls != 1 {
		t.Errorf("%d calls arrived, want 1", calls)
	}
}
