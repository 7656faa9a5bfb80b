package handlers_test

import (
	"bufio"
	"net"
	"net/http"
	"net/url"
	"strings"
	"testing"
)

// ask sends a request as it is written, and returns the answer.
func (w *world) ask(request string) *http.Response {
	w.t.Helper()
	connection, err := net.Dial("tcp", strings.TrimPrefix(w.app.URL, "http://"))
	if err != nil {
		w.t.Fatal(err)
	}
	defer connection.Close()
	if _, err := connection.Write([]byte(request)); err != nil {
		w.t.Fatal(err)
	}
	answer, err := http.ReadResponse(bufio.NewReader(connection), nil)
	if err != nil {
		w.t.Fatalf("%.80q: %v", request, err)
	}
	answer.Body.Close()
	return answer
}

func TestFault65_AddressesAsProxiesWriteThem(t *testing.T) {
	w := setup(t)
	link, status := w.link("10", "THB").Encode(), "idPayin=o&token=t&currencyCode=THB"
	const host = "Host: pay.example\r\n"
	for request, want := range map[string]string{
		"GET /?" + link + " HTTP/1.0\r\n":                                 "/pay/",
		"GET /?" + link + " HTTP/1.0\r\n" + host:                          "/pay/",
		"GET http://pay.example/?" + link + " HTTP/1.1\r\n" + host:        "/pay/",
		"GET HTTPS://PAY.EXAMPLE:443/?" + link + " HTTP/1.1\r\n" + host:   "/pay/",
		"GET http://pay.example?" + link + " HTTP/1.1\r\n" + host:         "/pay/",
		"GET //?" + link + " HTTP/1.1\r\n" + host:                         "/pay/",
		"GET /.//?" + link + " HTTP/1.1\r\n" + host:                       "/pay/",
		"GET //status?" + status + " HTTP/1.1\r\n" + host:                 "/status/",
		"GET /status/?" + status + " HTTP/1.1\r\n" + host:                 "/status/",
		"GET //return/AAAA?x=%B8 HTTP/1.1\r\n" + host:                     "/pay/AAAA?returned=1",
		"GET /return//AAAA/ HTTP/1.1\r\n" + host:                          "/pay/AAAA?returned=1",
		"HEAD //pay//AAAA/?step=options HTTP/1.1\r\n" + host:              "/pay/AAAA?step=options",
		"GET /status/AAAA/ HTTP/1.1\r\n" + host:                           "/status/AAAA",
		"GET //pay/x%23y HTTP/1.1\r\n" + host:                             "/pay/x%23y",
		"GET //evil.example/pay/AAAA HTTP/1.1\r\n" + host:                 "",
		"GET /pay/..//..//evil.example/ HTTP/1.1\r\n" + host:              "",
		"POST //pay/AAAA/choose HTTP/1.1\r\nContent-Length: 0\r\n" + host: "/pay/AAAA",
		"POST //return/AAAA HTTP/1.0\r\nOrigin: https://bank.example\r\n": "/pay/AAAA?returned=1",
	} {
		answer := w.ask(request + "\r\n")
		to := answer.Header.Get("Location")
		fits := to == want || strings.HasSuffix(want, "/") && strings.HasPrefix(to, want)
		if u, err := url.Parse(to); err != nil || u.Host != "" || want != "" && !fits {
			t.Errorf("%.60q: got %d to %q, want %q", request, answer.StatusCode, to, want)
		}
	}
}

// A browser without Sec-Fetch-Site names its page's origin alone.
func TestFault65_HostsAsProxiesWriteThem(t *testing.T) {
	w := setup(t)
	for _, c := range []struct {
		host, origin string
		own          bool
	}{
		{"pay.example", "https://pay.example", true},
		{"PAY.Example", "https://pay.example", true},
		{"pay.example:443", "https://pay.example", true},
		{"pay.example.", "https://pay.example", true},
		{"pay.example", "https://pay.example.", true},
		{"pay.example.:443", "https://pay.example", true},
		{"pay.example:80", "http://pay.example", true},
		{"[2001:db8::1]:443", "https://[2001:db8::1]", true},
		{"pay.example:8443", "https://pay.example:8443", true},
		{"pay.example:8443", "https://pay.example", false},
		{"pay.example:80", "https://pay.example:443", false},
		{"pay.example", "https://pay.example.evil", false},
		{"pay.example", "https://evil.example", false},
		{"pay.example", "null", false},
		{"pay.example", "https://", false},
		{"pay.example", "https://pay.example@evil.example", false},
	} {
		answer := w.ask("POST /pay/AAAA/choose HTTP/1.1\r\nHost: " + c.host + "\r\nOrigin: " + c.origin + "\r\nContent-Length: 0\r\n\r\n")
		if got := answer.StatusCode == http.StatusSeeOther; got != c.own {
			t.Errorf("host %q, origin %q: got %d", c.host, c.origin, answer.StatusCode)
		}
		answer = w.ask("POST /pay/AAAA/choose HTTP/1.1\r\nHost: " + c.host + "\r\nOrigin: " + c.origin + "\r\nSec-Fetch-Site: cross-site\r\nContent-Length: 0\r\n\r\n")
		if answer.StatusCode == http.StatusSeeOther {
			t.Errorf("host %q, origin %q: a cross-site form is taken", c.host, c.origin)
		}
	}
}
