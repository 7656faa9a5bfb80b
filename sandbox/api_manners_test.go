package sandbox_test

import (
	"context"
	"fmt"
	"log/slog"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"payapp/sandbox"
)

// plain makes a request with only the given headers.
func (f *fixture) plain(method, path string, headers ...string) (*http.Response, string) {
	f.t.Helper()
	request := f.request(method, "", "", headers...)
	request.URL.Opaque = path // exactly as given, not cleaned
	if strings.HasPrefix(path, "//") {
		request.URL.Opaque, request.URL.Path = "", path // or it would begin with a host
	}
	return f.do(request)
}

func TestA405SaysWhatIsAllowed(t *testing.T) {
	f := setup(t)
	for path, allowed := range map[string]string{
		"/auth-tokens": "OPTIONS, POST", "/auth-tokens-by-action": "OPTIONS, POST", "/payins/o-1": "GET, HEAD, OPTIONS, POST",
		"/payins/!availablePaymentOptions": "OPTIONS, POST", "/payins/o-1/accounts": "GET, HEAD, OPTIONS", "/payins/o-1/externalReference": "OPTIONS, POST",
		"/payouts/o-1": "GET, HEAD, OPTIONS, POST", "/merchant-info": "GET, HEAD, OPTIONS", "/balances": "GET, HEAD, OPTIONS", "/fx-rates": "GET, HEAD, OPTIONS",
	} {
		for _, method := range []string{"GET", "POST", "PUT", "PATCH", "DELETE"} {
			if slices.Contains(strings.Split(allowed, ", "), method) {
				continue
			}
			response, body := f.plain(method, path, "X-API-Version", "2")
			if response.StatusCode != 405 || response.Header.Get("Allow") != allowed || !strings.Contains(body, `"METHOD_NOT_ALLOWED"`) {
				t.Errorf("%s %s: got %d, Allow %q, %s", method, path, response.StatusCode, response.Header.Get("Allow"), body)
			}
		}
		if response, _ := f.plain("OPTIONS", path); response.StatusCode != 204 || response.Header.Get("Allow") != allowed {
			t.Errorf("OPTIONS %s: got %d, Allow %q", path, response.StatusCode, response.Header.Get("Allow"))
		}
	}
}

func TestA401SaysHowToProveOneself(t *testing.T) {
	f := setup(t)
	const options = `{"money":{"amount":1,"currencyCode":"THB"}}`
	for _, c := range []struct{ token, path, body, want string }{
		{"", "/payins/!availablePaymentOptions", options, `Bearer realm="payment gateway"`},
		{"nonsense", "/payins/!availablePaymentOptions", options, `Bearer realm="payment gateway", error="invalid_token"`},
		{"", "/auth-tokens", `{"merchantCode":"DEMO","operations":["GET /currencies"],"secret":"guess"}`, `Signature realm="payment gateway", header="X-SIGNATURE", algorithm="SHA256withRSA"`},
	} {
		if got := f.want(401, c.token, "POST", c.path, c.body).header.Get("WWW-Authenticate"); got != c.want {
			t.Errorf("%s: got %q, want %q", c.path, got, c.want)
		}
	}
}

// RFC 9110: the scheme is case-insensitive.
func TestBearerInAnyCaseIsTaken(t *testing.T) {
	f := setup(t)
	token := f.general("DEMO")
	for _, scheme := range []string{"Bearer", "bearer", "BEARER", "Bearer "} {
		f.want(200, "", "GET", "/merchant-info", "", "Authorization", scheme+" "+token)
	}
	for _, header := range []string{"Basic " + token, "Bearer" + token, token} {
		f.want(401, "", "GET", "/merchant-info", "", "Authorization", header)
	}
}

func TestHeadIsGrantedAsGet(t *testing.T) {
	f := setup(t)
	response, body := f.plain("HEAD", "/merchant-info", "X-API-Version", "2", "Authorization", "Bearer "+f.token("o-1"))
	if response.StatusCode != 200 || body != "" {
		t.Errorf("got %d %q", response.StatusCode, body)
	}
}

// A path that isn't clean is unknown. It isn't redirected: that would repeat a
// payment's creation at another address.
func TestUncleanPathsAreNotRedirected(t *testing.T) {
	f := setup(t)
	for _, path := range []string{"//payins/o-1", "/payins//o-1", "/payins/./o-1", "/payins/../payins/o-1", "/payins/%2e%2e", "//console"} {
		for _, method := range []string{"GET", "POST"} {
			response, body := f.plain(method, path, "X-API-Version", "2")
			if response.StatusCode != 404 || !strings.Contains(body, `"NOT_FOUND"`) {
				t.Errorf("%s %s: got %d %q", method, path, response.StatusCode, response.Header.Get("Location"))
			}
		}
	}
}

// interface.md, Authentication 7: "Such a token is safe for client-side code",
// so shops' scripts may use it. A merchant's secret isn't, so they may not make
// one.
func TestScriptsOfOtherOriginsMayUseTokensAndNotMakeThem(t *testing.T) {
	f := setup(t)
	const origin = "https://shop.example"
	preflight := []string{"Origin", origin, "Access-Control-Request-Method", "POST", "Access-Control-Request-Headers", "authorization,content-type,x-api-version"}
	for path, shared := range map[string]bool{"/payins/o-1": true, "/payins/!availablePaymentOptions": true, "/merchant-info": true, "/auth-tokens": false, "/auth-tokens-by-action": false} {
		response, _ := f.plain("OPTIONS", path, preflight...)
		header := response.Header
		headers := strings.ToLower(header.Get("Access-Control-Allow-Headers"))
		if got := header.Get("Access-Control-Allow-Origin") == "*" && strings.Contains(headers, "authorization") && strings.Contains(headers, "x-api-version") &&
			header.Get("Access-Control-Allow-Methods") != ""; got != shared || response.StatusCode != 204 {
			t.Errorf("preflight of %s: got %d %v", path, response.StatusCode, header)
		}
	}
	token := f.token("o-1")
	for _, r := range []reply{
		f.create(token, "o-1", "PROMPTPAY", "THB", "1"), f.want(200, token, "GET", "/payins/o-1", "", "Origin", origin),
		f.want(401, "", "GET", "/payins/o-1", "", "Origin", origin), f.want(404, token, "GET", "/merchant-info", "", "X-API-Version", "1"),
	} {
		if r.header.Get("Access-Control-Allow-Origin") != "*" || r.header.Get("Access-Control-Allow-Credentials") != "" {
			t.Errorf("%d: got %v", r.status, r.header)
		}
	}
	made := f.want(200, "", "POST", "/auth-tokens", `{"merchantCode":"DEMO","operations":["GET /currencies"],"secret":"demo-secret"}`, "Origin", origin)
	response, _ := f.get("/console")
	if made.header.Get("Access-Control-Allow-Origin") != "" || response.Header.Get("Access-Control-Allow-Origin") != "" {
		t.Error("scripts may read what isn't for them")
	}
}

// The query has the id once, whatever the merchant's address contains, and the
// rest of it is unchanged. The listener can tell who calls.
func TestCallbacksNameTheIDOnceAndTheirSender(t *testing.T) {
	f := setup(t)
	var mu sync.Mutex
	var queries, agents []string
	listener := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		mu.Lock()
		defer mu.Unlock()
		queries, agents = append(queries, r.URL.RawQuery), append(agents, r.UserAgent())
	}))
	defer listener.Close()
	token, n := f.general("DEMO"), 0
	for query, want := range map[string]string{
		"":                              "idPayin=%s",
		"?a=%2F+x&b":                    "a=%2F+x&b&idPayin=%s",
		"?idPayin=%s":                   "idPayin=%s",
		"?idPayin=%s&a=1":               "a=1&idPayin=%s",
		"?a=1&idPayin=another&idPayin=": "a=1&idPayin=%s",
		"?id%%50ayin=x&idpayin=y":       "idpayin=y&idPayin=%s",
	} {
		mu.Lock()
		queries = nil
		mu.Unlock()
		n++
		id := fmt.Sprintf("o+%d~success@0s", n)
		body := strings.Replace(f.payinBody("PROMPTPAY", "THB", "1"), "http://127.0.0.1:1/callback", listener.URL+"/"+strings.NewReplacer("%s", url.QueryEscape(id), "%%", "%").Replace(query), 1)
		f.want(200, token, "POST", "/payins/"+id, body)
		f.clock.advance(time.Second)
		f.deliver()
		mu.Lock()
		if want = strings.Replace(want, "%s", url.QueryEscape(id), 1); !slices.Equal(queries, []string{want}) {
			t.Errorf("%s: got %q, want %q", query, queries, want)
		}
		mu.Unlock()
	}
	for _, agent := range agents {
		if !strings.HasPrefix(agent, "payapp-sandbox") {
			t.Errorf("User-Agent: %q", agent)
		}
	}
}

// A caller that hangs up is no fault of the sandbox: a suite that looks for errors in its
// log finds none of them.
func TestHangingUpIsNoError(t *testing.T) {
	var log strings.Builder
	f := setup(t, func(c *sandbox.Config) { c.Logger = slog.New(slog.NewTextHandler(&log, nil)) })
	token := f.token("order-1")
	gone, hangUp := context.WithCancel(t.Context())
	hangUp()
	r := httptest.NewRequestWithContext(gone, http.MethodPost, "/payins/order-1", strings.NewReader(f.payinBody("PROMPTPAY", "THB", "10")))
	r.Header.Set("X-API-Version", "2")
	r.Header.Set("Content-Type", "application/json")
	r.Header.Set("Authorization", "Bearer "+token)
	answer := httptest.NewRecorder()
	f.Handler().ServeHTTP(answer, r)
	if answer.Code != http.StatusInternalServerError || strings.Contains(log.String(), "level=ERROR") {
		t.Errorf("got %d; the log says:\n%s", answer.Code, log.String())
	}
}
