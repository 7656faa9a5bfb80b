package doctor_test

import (
	"bytes"
	"context"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"encoding/json"
	"io"
	"log/slog"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"net/http/httputil"
	"net/netip"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"testing"
	"time"

	"payapp/internal/application"
	"payapp/internal/doctor"
	"payapp/internal/findings"
	"payapp/internal/site"
	"payapp/methods"
	"payapp/sandbox"
)

// deployed is the application behind a proxy with TLS, and its shop.
type deployed struct {
	t       *testing.T
	proxy   *httptest.Server
	box     *sandbox.Sandbox
	shop    string
	trusted *x509.CertPool
	// spoil changes each answer on its way, if set.
	spoil func(*http.Response)
	// keeps says that the proxy keeps a body until it is whole.
	keeps bool
}

// deploy starts everything. http2 is whether the proxy offers it.
func deploy(t *testing.T, http2 bool) *deployed {
	t.Helper()
	d := &deployed{t: t}
	box, err := sandbox.New(t.Context(), sandbox.Config{Calm: true, Rate: 1000, Manual: true})
	if err != nil {
		t.Fatal(err)
	}
	gateway := httptest.NewServer(box.Handler())
	var handler http.Handler
	inside := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { handler.ServeHTTP(w, r) }))
	to, err := url.Parse(inside.URL)
	if err != nil {
		t.Fatal(err)
	}
	passes := &httputil.ReverseProxy{
		Rewrite: func(r *httputil.ProxyRequest) { r.SetURL(to); r.Out.Host = r.In.Host },
		ModifyResponse: func(r *http.Response) error {
			if d.spoil != nil {
				d.spoil(r)
			}
			return nil
		},
		FlushInterval: -1,
		ErrorHandler:  func(w http.ResponseWriter, _ *http.Request, _ error) { w.WriteHeader(http.StatusBadGateway) },
	}
	d.proxy = httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if d.keeps {
			whole, err := io.ReadAll(r.Body)
			if err != nil {
				return
			}
			r.Body = io.NopCloser(bytes.NewReader(whole))
		}
		passes.ServeHTTP(w, r)
	}))
	d.proxy.EnableHTTP2 = http2
	d.proxy.StartTLS()
	box.SetPaymentAppURL(d.proxy.URL)
	app, err := application.New(application.Config{
		GatewayURL: gateway.URL, Keys: [][]byte{bytes.Repeat([]byte("k"), 32)}, Catalogue: methods.Default(), Logger: slog.New(slog.DiscardHandler),
		Rate: 1000, Patience: time.Minute, // however busy the machine is
		Settings: site.Settings{PublicURL: d.proxy.URL, Secure: true, AllowHTTP: true, TrustedProxies: []netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}},
	})
	if err != nil {
		t.Fatal(err)
	}
	handler = app
	d.box, d.shop, d.trusted = box, gateway.URL, x509.NewCertPool()
	d.trusted.AddCert(d.proxy.Certificate())
	t.Cleanup(func() {
		d.proxy.CloseClientConnections()
		d.proxy.Close()
		app.Drain()
		inside.Close()
		app.Close(context.WithoutCancel(t.Context()))
		gateway.Close()
		if err := box.Close(); err != nil {
			t.Error(err)
		}
	})
	return d
}

// statusLink is one of a new order, whose payment somebody has opened; its page waits
// for it.
func (d *deployed) statusLink() *url.URL {
	d.t.Helper()
	request, err := http.NewRequestWithContext(d.t.Context(), http.MethodPost, d.shop+"/shop", strings.NewReader("scenario=4&method=THB/PROMPTPAY"))
	if err != nil {
		d.t.Fatal(err)
	}
	request.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	request.Header.Set("Accept", "application/json")
	answer, err := http.DefaultClient.Do(request)
	if err != nil {
		d.t.Fatal(err)
	}
	defer answer.Body.Close()
	var order struct{ RedirectURL, StatusURL string }
	if err := json.NewDecoder(answer.Body).Decode(&order); err != nil {
		d.t.Fatal(err)
	}
	d.open(order.RedirectURL)
	link, err := url.Parse(order.StatusURL)
	if err != nil {
		d.t.Fatal(err)
	}
	return link
}

// open is a customer who opens the payment: its options show that the gateway takes our
// version, without which a 404 says nothing of a payment.
func (d *deployed) open(link string) {
	d.t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		d.t.Fatal(err)
	}
	spoil := d.spoil
	d.spoil = nil
	defer func() { d.spoil = spoil }()
	customer := http.Client{Transport: d.proxy.Client().Transport, Jar: jar}
	request, err := http.NewRequestWithContext(d.t.Context(), http.MethodGet, link, nil)
	if err != nil {
		d.t.Fatal(err)
	}
	page, err := customer.Do(request)
	if err != nil {
		d.t.Fatal(err)
	}
	_ = page.Body.Close()
}

func (d *deployed) examine() map[string][]findings.Finding { return d.examineIn(d.t.Context()) }

func (d *deployed) examineIn(ctx context.Context) map[string][]findings.Finding {
	found := map[string][]findings.Finding{}
	for _, f := range doctor.Examine(ctx, d.statusLink(), d.trusted) {
		found[f.Name] = append(found[f.Name], f)
	}
	return found
}

func TestAWellDeployedApplication(t *testing.T) {
	d := deploy(t, true)
	d.keeps = true
	found := d.examine()
	for _, name := range []string{"application", "certificate", "http/2", "tls", "headers", "scripts", "compression", "admin", "long headers", "long cookies", "request bodies", "entry", "cookies", "payment", "pages", "streams"} {
		if all := found[name]; len(all) == 0 || slices.ContainsFunc(all, func(f findings.Finding) bool { return f.Verdict != findings.Well }) {
			t.Errorf("%s: got %+v", name, all)
		}
	}
	if all := found["access log"]; len(all) != 1 || all[0].Verdict != findings.Unknown {
		t.Errorf("the access log: got %+v", all)
	}
}

// What proxies do wrong is found, and nothing else.
func TestWhatProxiesDoWrong(t *testing.T) {
	d := deploy(t, true)
	for wrong, c := range map[string]struct {
		finds string
		spoil func(*http.Response)
	}{
		"a policy of its own":      {"headers", func(r *http.Response) { r.Header.Set("Content-Security-Policy", "default-src 'self' 'unsafe-inline'") }},
		"nosniff twice":            {"headers", func(r *http.Response) { r.Header.Add("X-Content-Type-Options", "nosniff") }},
		"no HSTS":                  {"headers", func(r *http.Response) { r.Header.Del("Strict-Transport-Security") }},
		"HSTS for a minute":        {"headers", func(r *http.Response) { r.Header.Set("Strict-Transport-Security", "max-age=60") }},
		"pages that caches keep":   {"headers", func(r *http.Response) { r.Header.Set("Cache-Control", "public, max-age=60") }},
		"pages that are rewritten": {"headers", func(r *http.Response) { r.Header.Set("Cache-Control", "no-store") }},
		"a window cut off":         {"headers", func(r *http.Response) { r.Header.Set("Cross-Origin-Opener-Policy", "same-origin-allow-popups") }},
		"an address hidden": {"pages", onPages(func(page string) string {
			return strings.Replace(page, "<main", `<a href="/cdn-cgi/l/email-protection">[email&#160;protected]</a><main`, 1)
		})},
		"an address hidden in the payment": {"pages", func(r *http.Response) {
			if strings.HasPrefix(r.Request.URL.Path, "/status/") {
				onPages(func(page string) string { return strings.Replace(page, "<main", " <main", 1) })(r)
			}
		}},
		"a script put into the payment": {"scripts", func(r *http.Response) {
			if strings.HasPrefix(r.Request.URL.Path, "/status/") {
				onPages(func(page string) string { return page + "<script>steal()</script>" })(r)
			}
		}},
		"little room for cookies": {"long cookies", func(r *http.Response) {
			if len(r.Request.Header.Get("Cookie")) > 8<<10 {
				onPages(func(string) string { return "400 Request Header Or Cookie Too Large" })(r)
			}
		}},
		"no cookies":              {"cookies", func(r *http.Response) { r.Header.Del("Set-Cookie") }},
		"cookies for scripts":     {"cookies", editCookies("; HttpOnly", "")},
		"cookies for other sites": {"cookies", editCookies("SameSite=Lax", "SameSite=None")},
		"cookies over http":       {"cookies", editCookies("; Secure", "")},
		"cookies of the root":     {"cookies", editCookies("Path=/status/", "Path=/other/")},
		"another host":            {"entry", editLocation("https://127.0.0.1", "https://localhost")},
		"http behind TLS":         {"entry", editLocation("https://", "http://")},
		"streams compressed":      {"streams", onStreams(func(r *http.Response) { r.Header.Set("Content-Encoding", "br") })},
		"streams cut":             {"streams", onStreams(func(r *http.Response) { r.Header.Set("Content-Type", "text/html") })},
		"its own metrics shown": {"admin", func(r *http.Response) {
			if r.Request.URL.Path == "/metrics" {
				r.StatusCode, r.Body = http.StatusOK, io.NopCloser(strings.NewReader("up 1"))
				r.Header.Del("Content-Length")
				r.ContentLength = -1
			}
		}},
		"little room for headers": {"long headers", func(r *http.Response) {
			var header bytes.Buffer
			if _ = r.Header.Write(&header); header.Len() > 4<<10 {
				if header.Len() < 5<<10 || header.Len() > 8<<10 {
					t.Errorf("an answer has %d bytes of headers", header.Len())
				}
				r.StatusCode = http.StatusBadGateway
			}
		}},
		"short addresses": {"long headers", func(r *http.Response) {
			if len(r.Request.URL.RawQuery) > 2<<10 {
				r.StatusCode = http.StatusRequestURITooLong
			}
		}},
		"a script put in": {"scripts", onPages(func(page string) string { return page + "<script>steal()</script>" })},
		"a script of elsewhere": {"scripts", onPages(func(page string) string {
			return page + `<script src="https://cdn.example/x.js"></script>`
		})},
		"replicas that are gone": {"application", func(r *http.Response) { r.StatusCode = http.StatusBadGateway }},
	} {
		t.Run(wrong, func(t *testing.T) {
			d.t, d.spoil = t, c.spoil
			found := d.examine()
			if !hasFault(found[c.finds]) {
				t.Errorf("%s: got %+v", c.finds, found[c.finds])
			}
		})
	}
}

// A proxy that passes half a body on is found: its bodies may come slowly.
func TestHalfABody(t *testing.T) {
	d := deploy(t, true)
	if found := d.examine()["request bodies"]; len(found) != 1 || found[0].Verdict != findings.Warning || !strings.Contains(found[0].Mend, "http-buffer-request") {
		t.Errorf("got %+v", found)
	}
	d.spoil = func(r *http.Response) {
		if r.Request.Method == http.MethodPost {
			r.StatusCode = http.StatusNotImplemented
		}
	}
	if found := d.examine()["request bodies"]; len(found) != 1 || found[0].Verdict != findings.Unknown {
		t.Errorf("a proxy without POSTs: got %+v", found)
	}
}

// A script that a changed policy allows runs in browsers; only the comparison with
// this build tells it.
func TestAnotherScriptAllowedByThePolicy(t *testing.T) {
	d := deploy(t, true)
	sum := sha256.Sum256([]byte("steal()"))
	d.spoil = func(r *http.Response) {
		policy := r.Header.Get("Content-Security-Policy")
		r.Header.Set("Content-Security-Policy", strings.Replace(policy, "script-src ", "script-src 'sha256-"+base64.StdEncoding.EncodeToString(sum[:])+"' ", 1))
		onPages(func(page string) string { return page + "<script>steal()</script>" })(r)
	}
	if all := d.examine()["scripts"]; len(all) != 2 || all[0].Verdict != findings.Warning {
		t.Errorf("got %+v", all)
	}
}

// heldBack is an answer's body of which nothing comes before its end.
type heldBack struct{ ended chan struct{} }

func (h heldBack) Read([]byte) (int, error) {
	<-h.ended
	return 0, io.ErrUnexpectedEOF
}

func (h heldBack) Close() error { return nil }

// A proxy that collects a stream before it passes it on delivers nothing, until
// the doctor's patience is over, which here ends with the request.
func TestStreamsHeldBack(t *testing.T) {
	d := deploy(t, true)
	ctx, over := context.WithCancelCause(t.Context())
	held := heldBack{make(chan struct{})}
	d.spoil = onStreams(func(r *http.Response) {
		r.Body.Close()
		r.Body = held
		over(context.DeadlineExceeded)
	})
	found := d.examineIn(ctx)
	close(held.ended)
	if all := found["streams"]; len(all) != 1 || all[0].Verdict != findings.Fault || !strings.Contains(all[0].Mend, "buffering") {
		t.Errorf("got %+v", all)
	}
}

// A page in line for a slow gateway has a stream of one event, which says when to
// load it again. One that ends without any is cut on its way.
func TestStreamsThatEnd(t *testing.T) {
	d := deploy(t, true)
	for text, want := range map[string]findings.Verdict{"retry: 5000\ndata: 306qifq5y9dp8\n\n": findings.Unknown, "": findings.Fault} {
		d.spoil = onStreams(func(r *http.Response) {
			r.Body.Close()
			r.Body, r.ContentLength = io.NopCloser(strings.NewReader(text)), -1
			r.Header.Del("Content-Length") // a stream of one event has one
		})
		if all := d.examine()["streams"]; len(all) != 1 || all[0].Verdict != want {
			t.Errorf("%q: got %+v", text, all)
		}
	}
}

func TestWithoutHTTP2(t *testing.T) {
	d := deploy(t, false)
	if found := d.examine(); !hasFault(found["http/2"]) || hasFault(found["headers"]) {
		t.Errorf("got %+v", found)
	}
}

func TestACertificateThatNobodyKnows(t *testing.T) {
	d := deploy(t, true)
	link := d.statusLink()
	found := doctor.Examine(t.Context(), link, x509.NewCertPool())
	if len(found) != 1 || found[0].Verdict != findings.Fault || !strings.Contains(found[0].Mend, "authority") {
		t.Errorf("got %+v", found)
	}
	if text := found[0].Says + found[0].Mend; strings.Contains(text, link.Query().Get("token")) {
		t.Error("the token is told")
	}
}

func hasFault(all []findings.Finding) bool {
	for _, f := range all {
		if f.Verdict == findings.Fault {
			return true
		}
	}
	return false
}

func editCookies(from, to string) func(*http.Response) {
	return func(r *http.Response) {
		for i, c := range r.Header["Set-Cookie"] {
			r.Header["Set-Cookie"][i] = strings.ReplaceAll(c, from, to)
		}
	}
}

func editLocation(from, to string) func(*http.Response) {
	return func(r *http.Response) {
		if at := r.Header.Get("Location"); strings.HasPrefix(at, "/") {
			r.Header.Set("Location", strings.Replace("https://"+r.Request.Host+at, from, to, 1))
		}
	}
}

func onPages(change func(string) string) func(*http.Response) {
	return func(r *http.Response) {
		if r.Header.Get("Content-Encoding") != "" || !strings.HasPrefix(r.Header.Get("Content-Type"), "text/html") {
			return
		}
		page, _ := io.ReadAll(r.Body)
		changed := change(string(page))
		r.Body, r.ContentLength = io.NopCloser(strings.NewReader(changed)), int64(len(changed))
		r.Header.Set("Content-Length", strconv.Itoa(len(changed)))
	}
}

func onStreams(spoil func(*http.Response)) func(*http.Response) {
	return func(r *http.Response) {
		if strings.HasSuffix(r.Request.URL.Path, "/events") {
			spoil(r)
		}
	}
}
