package sandbox

import (
	"net"
	"net/http"
	"net/netip"
	"net/url"
	"strings"

	"payapp/sandbox/internal/page"
)

// reserved is a host that nobody can own (RFC 2606): requests of net/http/httptest
// name it.
const reserved = "example.com"

var foreignHost = page.Refusal(http.StatusMisdirectedRequest, "MISDIRECTED_REQUEST",
	"this sandbox doesn't answer for the Host named: it answers for localhost and other names without a dot, for names that end "+
		"with .localhost or .internal, for IP addresses, and for the host of PAYAPP_SANDBOX_URL")

// serveKnownHosts refuses a Host that isn't ours. Without that, a page on the
// internet could have its own name resolve to this machine (DNS rebinding), and
// read and steer everything here as if it were ours.
func (s *Sandbox) serveKnownHosts(w http.ResponseWriter, r *http.Request) {
	if s.knows(r.Host) {
		s.serve(w, r)
		return
	}
	foreignHost.ServeHTTP(w, r)
}

func (s *Sandbox) knows(host string) bool {
	name := hostname(host)
	if !strings.Contains(name, ".") || name == reserved {
		return true // localhost, or a service's name in a compose file: nobody can register one without a dot
	}
	if strings.HasSuffix(name, ".localhost") || strings.HasSuffix(name, ".internal") {
		return true // nor one of these: gateway.internal in deploy/compose.yaml, host.docker.internal
	}
	if _, err := netip.ParseAddr(name); err == nil {
		return true // no name, so nothing to rebind
	}
	own, err := url.Parse(s.config.BaseURL)
	return err == nil && name == hostname(own.Host)
}

// hostname is a Host without its port, brackets and final dot.
func hostname(host string) string {
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	return strings.ToLower(strings.TrimSuffix(strings.Trim(host, "[]"), "."))
}
