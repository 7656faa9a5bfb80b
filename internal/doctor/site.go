package doctor

import (
	"bytes"
	"context"
	"crypto/rand"
	"crypto/tls"
	"encoding/base64"
	"net/http"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"time"

	"payapp/internal/findings"
)

// soon is when a certificate should have been replaced.
const soon = 14 * 24 * time.Hour

// isPayapp looks for the page that a visit without parameters gets.
func (v *visit) isPayapp(first answer) {
	switch {
	case first.status >= http.StatusBadGateway && first.status <= http.StatusGatewayTimeout:
		v.Fail("application", "is a replica ready? payapp health --ready", "the proxy answers %d", first.status)
	case first.status != http.StatusBadRequest || !bytes.Contains(first.body, []byte(`data-page="problem"`)):
		v.Fail("application", "does the proxy pass / on, and its answers unchanged?", "status %d, and not the application's page", first.status)
	default:
		v.Well("application", "it answers")
	}
}

// transport looks at TLS, HTTP/2 and what plain http does.
func (v *visit) transport(ctx context.Context, first answer, with *http.Transport) {
	state := first.tls
	if state == nil {
		v.Fail("tls", "end TLS at the proxy", "no TLS: anybody on the way reads tokens")
		return
	}
	if left := time.Until(state.PeerCertificates[0].NotAfter); left < soon {
		v.Warn("certificate", "renew it", "it ends in %d days", int(left.Hours()/24))
	} else {
		v.Well("certificate", "valid for another %d days", int(left.Hours()/24))
	}
	v.oldTLS(ctx, with)
	if first.proto >= 2 {
		v.Well("http/2", "it is spoken")
	} else {
		v.Fail("http/2", "let the proxy offer h2 (ALPN)",
			"only HTTP/1.1: browsers have six connections to a host, and each waiting page keeps one")
	}
	plain := &url.URL{Scheme: "http", Host: v.base.Hostname(), Path: "/"}
	if port := v.base.Port(); port != "" && port != "443" {
		v.Unknown("http", "look at port 80", "with a port of its own there is no telling which one speaks http")
		return
	}
	redirect, err := v.get(ctx, plain.String())
	switch {
	case err != nil:
		v.Well("http", "port 80 doesn't answer")
	case strings.HasPrefix(redirect.header.Get("Location"), "https://"+v.base.Hostname()):
		v.Well("http", "plain http leads to https")
	default:
		v.Fail("http", "redirect it to https at the proxy, or close the port", "plain http answers %d", redirect.status)
	}
}

// oldTLS asks for versions that nobody should offer any more.
func (v *visit) oldTLS(ctx context.Context, with *http.Transport) {
	old := with.Clone()
	old.TLSClientConfig.MaxVersion = tls.VersionTLS11
	defer old.CloseIdleConnections()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, v.base.String(), nil)
	if err != nil {
		return
	}
	response, err := old.RoundTrip(request)
	if err != nil {
		v.Well("tls", "1.1 and older are refused")
		return
	}
	response.Body.Close()
	v.Fail("tls", "allow 1.2 and later alone", "it speaks %s", tls.VersionName(response.TLS.Version))
}

// wanted are headers of every answer, with what their value must contain.
var wanted = []struct{ name, contains, why string }{
	{"Content-Security-Policy", "default-src 'none'", "without it injected scripts would run"},
	{"Content-Security-Policy", "require-trusted-types-for 'script'", "without it text could become HTML"},
	{"Content-Security-Policy", "frame-ancestors 'none'", "without it other sites can frame the page"},
	{"X-Content-Type-Options", "nosniff", ""},
	{"Referrer-Policy", "no-referrer", "without it a token could leave with a link"},
	{"Cross-Origin-Resource-Policy", "same-origin", ""},
	{"Permissions-Policy", "camera=()", ""},
	{"X-Robots-Tag", "noindex", ""},
	{"Cache-Control", "no-store", "a shared cache could show one customer's page to another"},
	{"Cache-Control", "no-transform", "proxies may rewrite pages: hide e-mail addresses, load scripts later"},
}

func (v *visit) headers(first answer) {
	good := true
	for _, w := range wanted {
		values := first.header.Values(w.name)
		switch {
		case len(values) == 1 && strings.Contains(values[0], w.contains):
			continue
		case len(values) > 1:
			v.Fail("headers", "let the proxy pass the application's on and add none", "%s is there %d times", w.name, len(values))
		default:
			v.Fail("headers", "let the proxy pass the application's on", "%s lacks %q. %s", w.name, w.contains, w.why)
		}
		good = false
	}
	if opener := first.header.Get("Cross-Origin-Opener-Policy"); opener != "" && opener != "unsafe-none" {
		v.Fail("headers", "let the proxy add none", "Cross-Origin-Opener-Policy tells shops that open the page in a window that it was closed")
		good = false
	}
	if v.base.Scheme == "https" && !longEnough(first.header.Get("Strict-Transport-Security")) {
		v.Fail("headers", "is PAYAPP_PUBLIC_URL https, and does the proxy leave the header?", "Strict-Transport-Security is missing or short")
		good = false
	}
	if strings.Contains(first.header.Get("Content-Security-Policy"), "unsafe-") {
		v.Fail("headers", "let the proxy change nothing in it", "the policy has unsafe-*")
		good = false
	}
	if good {
		v.Well("headers", "all are there, once")
	}
}

var maxAge = regexp.MustCompile(`max-age=(\d+)`)

// longEnough reports whether browsers remember https for half a year at least.
func longEnough(transportSecurity string) bool {
	found := maxAge.FindStringSubmatch(transportSecurity)
	if found == nil {
		return false
	}
	seconds, err := strconv.Atoi(found[1])
	return err == nil && seconds >= 180*24*60*60
}

// compression must reach browsers: pages are three times as large without.
func (v *visit) compression(ctx context.Context) {
	zipped, err := v.get(ctx, v.base.String(), "Accept-Encoding", "gzip")
	switch {
	case err != nil:
		v.Fail("compression", "", "%v", inner(err))
	case zipped.header.Get("Content-Encoding") == "":
		v.Warn("compression", "let the proxy pass Accept-Encoding on", "pages come uncompressed")
	default:
		v.Well("compression", "%s", zipped.header.Get("Content-Encoding"))
	}
}

// operatorsPaths belong to the admin port.
func (v *visit) operatorsPaths(ctx context.Context) {
	for _, path := range []string{"metrics", "healthz", "readyz", "debug/pprof/"} {
		found, err := v.get(ctx, v.base.String()+path)
		if err == nil && found.status == http.StatusOK {
			v.Fail("admin", "don't let the proxy lead there", "/%s answers customers", path)
			return
		}
	}
	v.Well("admin", "its paths aren't reachable")
}

// LongHeaders finds a proxy that takes fewer headers than an answer may have, such as
// nginx by default (4 KB): when somebody pays, the answer sets three cookies. get asks
// for an address without following redirects, and gives the answer's status.
func LongHeaders(found *findings.List, base *url.URL, get func(address string) (status int, err error)) {
	status, err := get(longLink(base))
	switch {
	case err == nil && status == http.StatusSeeOther:
		found.Well("long headers", "they come through")
	case err == nil && status < http.StatusInternalServerError:
		found.Fail("long headers", "let the proxy take addresses of 8 KB: large_client_header_buffers in nginx",
			"a long link is answered %d", status)
	default:
		found.Fail("long headers", "let the proxy take headers of 16 KB: proxy_buffer_size 16k and proxy_buffers 8 16k in nginx, "+
			"proxy-buffer-size: 16k for ingress-nginx",
			"a long answer doesn't come through: customers who pay get the proxy's error (%d, %v)", status, err)
	}
}

func (v *visit) longHeaders(ctx context.Context) {
	LongHeaders(v.List, v.base, func(address string) (int, error) {
		answer, err := v.get(ctx, address)
		return answer.status, inner(err)
	})
}

// othersCookies are of other sites of the domain, and come with ours, which have 7 KB.
func (v *visit) othersCookies(ctx context.Context) {
	answer, err := v.get(ctx, v.base.String(), "Cookie", "others="+strings.Repeat("a", 12<<10))
	if err != nil || !bytes.Contains(answer.body, []byte(`data-page="problem"`)) {
		v.Fail("long cookies", "let the proxy take requests with 16 KB of headers: large_client_header_buffers 4 32k in nginx, "+
			"large-client-header-buffers: 4 32k for ingress-nginx",
			"12 KB of cookies don't come through: customers of other sites on the domain get the proxy's error (%d, %v)", answer.status, inner(err))
		return
	}
	v.Well("long cookies", "they come through")
}

// longLink is a RedirectURL of no payment, whose answer, a redirect, has between 5 and
// 8 KB of headers. The gateway isn't asked about it.
func longLink(base *url.URL) string {
	token := make([]byte, 2250)
	_, _ = rand.Read(token) // never fails
	return base.JoinPath("/").String() + "?" + url.Values{
		"merchantCode": {"DOCTOR"}, "idPayin": {"doctor"}, "amount": {"1.00"}, "currencyCode": {"THB"},
		"callbackUrl": {"https://doctor.example/"}, "returnUrl": {"https://doctor.example/"},
		"token": {base64.RawURLEncoding.EncodeToString(token)},
	}.Encode()
}

var staticFile = regexp.MustCompile(`/static/[\w.-]+`)

// staticFiles have names of their content, and may be kept.
func (v *visit) staticFiles(ctx context.Context, page []byte) {
	name := staticFile.Find(page)
	if name == nil {
		return
	}
	file, err := v.get(ctx, v.base.JoinPath(string(name)).String())
	switch {
	case err != nil || file.status != http.StatusOK:
		v.Fail("static files", "does the proxy pass /static/ on?", "%s can't be loaded", name)
	case !strings.Contains(file.header.Get("Cache-Control"), "immutable"):
		v.Warn("static files", "let the proxy pass Cache-Control on", "%s isn't kept by browsers", name)
	default:
		v.Well("static files", "they may be kept")
	}
}
