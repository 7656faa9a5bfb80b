package handlers_test

import (
	"fmt"
	"net/http"
	"net/url"
	"regexp"
	"slices"
	"strings"
	"testing"

	"payapp/internal/application"
	"payapp/internal/testing/browser"
	"payapp/internal/testing/golden"
)

// securityHeaders are what every answer of every route has, errors, redirects,
// pictures and streams included.
var securityHeaders = []string{
	"Content-Security-Policy", "Cross-Origin-Resource-Policy", "Permissions-Policy",
	"Referrer-Policy", "Strict-Transport-Security", "X-Content-Type-Options", "X-Frame-Options", "X-Robots-Tag", "Cache-Control",
	"Reporting-Endpoints", "Report-To", "Nel",
}

// hashForm are the hashes of style and script, which change with them.
var hashForm = regexp.MustCompile(`'sha256-[^']+'`)

// Every route × every security header, in a table that is kept. Ours, and what
// Mozilla's HTTP Observatory and the CSP evaluator ask for.
func TestHeadersOfEveryRoute(t *testing.T) {
	w := setup(t, func(c *application.Config) { c.PublicURL = "https://pay.example" })
	local := setup(t) // by http, where a browser keeps its cookies
	b, link := local.browser(), local.link("10", "THB", "paymentMethodCode", "PROMPTPAY")
	entry := raw(b)
	seen := map[string]http.Header{}
	note := func(route string, p *browser.Page) {
		t.Helper()
		seen[fmt.Sprintf("%s %d", route, p.Status)] = p.Header
	}
	note("GET /", entry.Get("/?"+link.Encode()))
	form := b.Get("/?" + link.Encode())
	at := form.URL.Path
	note("GET /pay/:ref", form)
	note("POST /", entry.Do(http.MethodPost, "/", link))
	note("POST /pay/:ref/:action", entry.Do(http.MethodPost, at+"/pay", url.Values{
		"accountNumber": {"0801234567"}, "seen": {browser.Attr(form.Input("seen"), "value")},
	}))
	note("GET /pay/:ref", b.Get(at))
	note("GET /pay/:ref/qr.png", b.Get(at+"/qr.png"))
	note("GET /pay/:ref/events", b.Get(at+"/events?once=1"))
	note("GET /pay/:ref/:action", entry.Get(at+"/pay"))
	status := url.Values{"idPayin": {link.Get("idPayin")}, "token": {link.Get("token")}, "currencyCode": {"THB"}}
	note("GET /status", entry.Get("/status?"+status.Encode()))
	page := b.Get("/status?" + status.Encode())
	note("GET /status/:ref", page)
	note("GET /status/:ref/events", b.Get(page.URL.Path+"/events?once=1"))
	note("POST /status/:ref/refresh", entry.Do(http.MethodPost, page.URL.Path+"/refresh", nil))
	code := "AAAAAAAAAAAAAAAAAAAAAAAA." + strings.Repeat("B", 24)
	note("GET /phone", b.Get("/phone?c="+code))
	note("POST /phone", entry.Do(http.MethodPost, "/phone", url.Values{"seen": {code}}))
	note("GET /return/:ref", entry.Get("/return/"+strings.TrimPrefix(at, "/pay/")))
	note("POST /return/:ref", entry.Do(http.MethodPost, "/return/"+strings.TrimPrefix(at, "/pay/"), nil))
	note("HEAD /pay/:ref", b.Do(http.MethodHead, at, nil))
	note("GET /robots.txt", b.Get("/robots.txt"))
	note("POST /reports", b.Do(http.MethodPost, "/reports", nil))
	note("GET /static/:name", b.Get("/static/nothing.png"))
	note("POST /callback/:ref", b.Do(http.MethodPost, "/callback/x", nil))
	note("GET /pay/:ref without a cookie", local.browser().Get(at))
	note("GET / without parameters", b.Get("/"))
	note("GET / refused", b.Get("/?x=%ff"))
	note("GET / too long", b.Get("/?x="+strings.Repeat("a", 20<<10)))
	note("POST / too large", b.Do(http.MethodPost, "/", url.Values{"token": {strings.Repeat("a", 1<<20)}}))
	note("GET /nothing", b.Get("/nothing"))
	note("DELETE /", b.Do(http.MethodDelete, "/", nil))
	b.Headers.Set("Sec-Fetch-Site", "cross-site")
	note("POST /pay/:ref/:action of another site", b.Do(http.MethodPost, at+"/pay", nil))
	b.Headers = http.Header{}
	note("GET /robots.txt by https", w.browser().Get("/robots.txt"))
	local.panicking()
	note("GET /pay/:ref in a panic", local.browser().Enter(local.link("10", "THB")))

	golden.Compare(t, "testdata/headers/table.txt", headerTable(seen), "go test ./handlers -run TestHeadersOfEveryRoute -update")
	for route, h := range seen {
		for _, name := range securityHeaders {
			if h.Get(name) == "" && !slices.Contains([]string{"Strict-Transport-Security", "Report-To", "Nel"}, name) { // by https alone
				t.Errorf("%s has no %s", route, name)
			}
		}
	}
}

// raw is the same browser where it doesn't follow redirects.
func raw(b *browser.Browser) *browser.Browser {
	alone, client := *b, *b.HTTP
	client.CheckRedirect = func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse }
	alone.HTTP = &client
	return &alone
}

// headerTable has each header's values, and which routes answer with them.
func headerTable(seen map[string]http.Header) string {
	var b strings.Builder
	for _, name := range securityHeaders {
		routes := map[string][]string{}
		for route, h := range seen {
			value := hashForm.ReplaceAllString(strings.Join(h.Values(name), " AND "), "'sha256-…'")
			routes[value] = append(routes[value], route)
		}
		fmt.Fprintf(&b, "%s\n", name)
		values := make([]string, 0, len(routes))
		for value := range routes {
			slices.Sort(routes[value])
			values = append(values, value)
		}
		slices.SortFunc(values, func(a, b string) int { return len(routes[b]) - len(routes[a]) })
		for i, value := range values {
			fmt.Fprintf(&b, "  %q\n", value)
			if i == 0 && len(values) > 1 {
				b.WriteString("    all others\n")
				continue
			}
			if i == 0 {
				b.WriteString("    all\n")
				continue
			}
			for _, route := range routes[value] {
				fmt.Fprintf(&b, "    %s\n", route)
			}
		}
	}
	b.WriteString("Routes\n")
	all := make([]string, 0, len(seen))
	for route := range seen {
		all = append(all, route)
	}
	slices.Sort(all)
	for _, route := range all {
		fmt.Fprintf(&b, "  %s\n", route)
	}
	return b.String()
}
