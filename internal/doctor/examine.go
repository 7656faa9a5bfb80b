package doctor

import (
	"context"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"time"

	"payapp/internal/findings"
)

// patience is for each request.
const patience = 10 * time.Second

// maxPage is more than any page has, in bytes.
const maxPage = 1 << 20

// visit is one examination.
type visit struct {
	*findings.List
	client *http.Client // follows no redirects
	base   *url.URL     // the application's address alone
	link   *url.URL     // what was given
}

// Examine looks at the application at an address, or at a payment's link.
// trusted are the authorities of its certificate; nil is this machine's.
func Examine(ctx context.Context, link *url.URL, trusted *x509.CertPool) findings.List {
	jar, _ := cookiejar.New(nil) // never fails
	transport := &http.Transport{
		TLSClientConfig: &tls.Config{RootCAs: trusted, MinVersion: tls.VersionTLS10}, //nolint:gosec // to see what is offered
		Proxy:           http.ProxyFromEnvironment, ForceAttemptHTTP2: true, DisableCompression: true,
	}
	defer transport.CloseIdleConnections()
	v := &visit{
		List: &findings.List{}, link: link, base: &url.URL{Scheme: link.Scheme, Host: link.Host, Path: "/"},
		client: &http.Client{Transport: transport, Jar: jar, CheckRedirect: stay},
	}
	first, err := v.get(ctx, v.base.String())
	if err != nil {
		v.Fail("reach", mendReach(err), "%s: %v", v.base, inner(err))
		return *v.List
	}
	v.isPayapp(first)
	v.transport(ctx, first, transport)
	v.headers(first)
	v.scripts(first)
	v.unchanged(first)
	v.compression(ctx)
	v.operatorsPaths(ctx)
	v.staticFiles(ctx, first.body)
	v.longHeaders(ctx)
	v.othersCookies(ctx)
	v.bodies(ctx, first)
	if link.RawQuery != "" {
		v.payment(ctx)
	} else {
		v.Unknown("payment", "give a RedirectURL or a status link (payapp link) instead of the address",
			"cookies and event streams need a payment")
	}
	v.Unknown("access log", "send a RedirectURL and search the proxy's log for its token: docs/runbook.md, A leaked link",
		"what the proxy writes down can't be seen from here")
	return *v.List
}

// stay follows no redirect.
func stay(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }

// answer is an answer that has been read to its end.
type answer struct {
	status  int
	proto   int // of HTTP: 1 or 2
	header  http.Header
	cookies []*http.Cookie
	tls     *tls.ConnectionState // nil without TLS
	body    []byte
}

// get asks once, without following a redirect.
func (v *visit) get(ctx context.Context, address string, headers ...string) (answer, error) {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	request, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil)
	if err != nil {
		return answer{}, err
	}
	request.Header.Set("Accept", "text/html")
	request.Header.Set("User-Agent", "payapp-doctor")
	request.Header.Set("Want-Unencoded-Digest", "sha-256=1")
	for i := 0; i+1 < len(headers); i += 2 {
		request.Header.Set(headers[i], headers[i+1])
	}
	response, err := v.client.Do(request)
	if err != nil {
		return answer{}, err
	}
	defer response.Body.Close()
	body, err := io.ReadAll(io.LimitReader(response.Body, maxPage))
	return answer{response.StatusCode, response.ProtoMajor, response.Header, response.Cookies(), response.TLS, body}, err
}

// inner is an error without its address, which may have a token.
func inner(err error) error {
	if wrapped, ok := errors.AsType[*url.Error](err); ok {
		return wrapped.Err
	}
	return err
}

func mendReach(err error) string {
	if _, ok := errors.AsType[*tls.CertificateVerificationError](err); ok {
		return "customers' browsers refuse this certificate, too, unless they know its authority (--ca)"
	}
	return "is the proxy running, and is its port open?"
}
