package relay

import (
	"context"
	"errors"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"net/netip"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"golang.org/x/net/dns/dnsmessage"

	"payapp/internal/testing/leaks"
)

func TestMain(m *testing.M) { leaks.Main(m) }

// merchant is a merchant's listener that counts its calls.
type merchant struct {
	*httptest.Server
	calls atomic.Int32
}

// listen starts a merchant with this answer; nil answers 200.
func listen(t testing.TB, answer http.HandlerFunc) *merchant {
	t.Helper()
	m := &merchant{}
	m.Server = httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		m.calls.Add(1)
		if answer != nil {
			answer(w, r)
		}
	}))
	t.Cleanup(m.Close)
	return m
}

// port is where the merchant listens on this machine.
func (m *merchant) port() string {
	_, port, _ := net.SplitHostPort(m.Listener.Addr().String())
	return port
}

// local is a client that may call this machine, as with the sandbox, with
// timeouts long enough for a busy machine.
func local() *Client {
	c := New(Config{AllowHTTP: true, AllowLoopback: true})
	c.total, c.dialer.Timeout = time.Hour, time.Hour
	return c
}

// answers makes names resolve as the function says, by a name server in memory.
// The function is called for each question.
func (c *Client) answers(addrs func(name string) []string) {
	c.dialer.Resolver = &net.Resolver{PreferGo: true, Dial: func(context.Context, string, string) (net.Conn, error) {
		ours, theirs := net.Pipe()
		go func() {
			defer theirs.Close()
			question := make([]byte, 2048)
			if n, err := theirs.Read(question); err == nil {
				_, _ = theirs.Write(reply(question[:n], addrs))
			}
		}()
		return ours, nil
	}}
}

// reply answers a DNS question over TCP, with its length prefix. AAAA is for
// IPv6 addresses.
func reply(question []byte, addrs func(name string) []string) []byte {
	var message dnsmessage.Message
	if err := message.Unpack(question[2:]); err != nil {
		return nil
	}
	asked := message.Questions[0]
	message.Response, message.RecursionAvailable, message.Additionals = true, true, nil
	for _, text := range addrs(strings.TrimSuffix(asked.Name.String(), ".")) {
		addr := netip.MustParseAddr(text)
		header := dnsmessage.ResourceHeader{Name: asked.Name, Type: asked.Type, Class: dnsmessage.ClassINET}
		switch {
		case addr.Is4() && asked.Type == dnsmessage.TypeA:
			message.Answers = append(message.Answers, dnsmessage.Resource{Header: header, Body: &dnsmessage.AResource{A: addr.As4()}})
		case addr.Is6() && asked.Type == dnsmessage.TypeAAAA:
			message.Answers = append(message.Answers, dnsmessage.Resource{Header: header, Body: &dnsmessage.AAAAResource{AAAA: addr.As16()}})
		}
	}
	packed, err := message.Pack()
	if err != nil {
		return nil
	}
	return append([]byte{byte(len(packed) >> 8), byte(len(packed))}, packed...)
}

// want checks the result of a call.
func want(t testing.TB, status int, err error, wantStatus int, wantErr error) {
	t.Helper()
	if status != wantStatus || !errors.Is(err, wantErr) {
		t.Errorf("got %d, %v; want %d, %v", status, err, wantStatus, wantErr)
	}
}

// quiet discards what a server logs about connections that tests break.
var quiet = log.New(io.Discard, "", 0)
