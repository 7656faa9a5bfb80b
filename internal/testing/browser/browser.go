package browser

import (
	"cmp"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"strings"
	"testing"

	"golang.org/x/net/html"
)

// Browser is a customer without JavaScript: it follows links and redirects, and
// keeps cookies.
type Browser struct {
	Base    string       // the application's address, without a trailing slash
	HTTP    *http.Client // with its cookies
	Headers http.Header  // sent with each request
	// Patient reloads a waiting page, as it does by itself, until another
	// comes. Whether a page waits depends on how busy the machine is, unless it
	// is configured.
	Patient bool

	t testing.TB
}

// plain is the transport of all browsers, without compression: that has tests
// of its own, and would cost a tenth of the time of suites with thousands of
// pages.
var plain = func() *http.Transport {
	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.DisableCompression = true
	return transport
}()

// New is a customer without cookies. A request without an answer fails the
// test.
func New(t testing.TB, base string) *Browser {
	t.Helper()
	jar, err := cookiejar.New(nil)
	if err != nil {
		t.Fatal(err)
	}
	return &Browser{Base: base, HTTP: &http.Client{Jar: jar, Transport: plain}, Headers: http.Header{}, t: t}
}

// waitingAtMost is how often a patient customer reloads a waiting page.
const waitingAtMost = 50

// Do sends a request, with a form unless that is nil, and follows redirects. A
// target that begins with a slash is the application's.
func (b *Browser) Do(method, target string, form url.Values) *Page {
	b.t.Helper()
	p := b.send(method, target, form)
	for n := 0; b.Patient && n < waitingAtMost && p.Hook("page") == "waiting"; n++ {
		p = b.send(http.MethodGet, p.URL.String(), nil)
	}
	return p
}

func (b *Browser) send(method, target string, form url.Values) *Page {
	b.t.Helper()
	if strings.HasPrefix(target, "/") {
		target = b.Base + target
	}
	var body io.Reader
	if form != nil {
		body = strings.NewReader(form.Encode())
	}
	r, err := http.NewRequestWithContext(b.t.Context(), method, target, body)
	if err != nil {
		b.t.Fatal(err)
	}
	for name, values := range b.Headers {
		r.Header[name] = values
	}
	if form != nil {
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	response, err := b.HTTP.Do(r)
	if err != nil {
		b.t.Fatal(err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		b.t.Fatal(err)
	}
	p := &Page{t: b.t, Status: response.StatusCode, URL: response.Request.URL, Header: response.Header, Body: string(text)}
	if p.Doc, err = html.Parse(strings.NewReader(p.Body)); err != nil {
		b.t.Fatal(err)
	}
	return p
}

// Get opens an address.
func (b *Browser) Get(target string) *Page { b.t.Helper(); return b.Do(http.MethodGet, target, nil) }

// Enter opens a RedirectURL with these parameters.
func (b *Browser) Enter(link url.Values) *Page { b.t.Helper(); return b.Get("/?" + link.Encode()) }

// Press submits the form of the button with this data-action. Its inputs have
// the page's values, except for the given pairs.
func (b *Browser) Press(p *Page, action string, pairs ...string) *Page {
	b.t.Helper()
	button := p.Find(func(n *html.Node) bool {
		return n.Data == "button" && Attr(n, "data-action") == action && buttonFits(n, pairs)
	})
	if button == nil {
		b.t.Fatalf("no button %q %v on page %s:\n%s", action, pairs, p.Hook("page"), p.Words())
	}
	form := button
	for form != nil && form.Data != "form" {
		form = form.Parent
	}
	if form == nil || strings.ToLower(Attr(form, "method")) != "post" {
		b.t.Fatalf("button %q is in no form that posts", action)
	}
	values := formOf(form)
	if name := Attr(button, "name"); name != "" {
		values.Set(name, Attr(button, "value"))
	}
	for i := 0; i < len(pairs); i += 2 {
		values.Set(pairs[i], pairs[i+1])
	}
	return b.Do(http.MethodPost, cmp.Or(Attr(button, "formaction"), Attr(form, "action")), values)
}
