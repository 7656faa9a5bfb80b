package sandbox_test

import (
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"github.com/getkin/kin-openapi/openapi3"
)

// Callbacks are as openapi.yaml describes them: method, parameter, form, and
// nothing else.
func TestContractDescribesCallbacks(t *testing.T) {
	f := setup(t)
	arrived := make(chan *http.Request, 2)
	shop := httptest.NewServer(http.HandlerFunc(func(_ http.ResponseWriter, r *http.Request) {
		if err := r.ParseForm(); err != nil {
			t.Error(err)
		}
		arrived <- r
	}))
	defer shop.Close()
	token := f.general("DEMO")
	f.want(200, token, "POST", "/payins/in-1~success@0s", strings.Replace(f.payinBody("PROMPTPAY", "THB", "10"), "http://127.0.0.1:1/callback", shop.URL, 1))
	f.want(200, token, "POST", "/payouts/out-1~success@0s", strings.Replace(payout("10", "THB", thaiTransfer), "http://127.0.0.1:1/cb", shop.URL, 1))
	f.clock.advance(time.Minute)
	f.deliver()
	close(arrived)
	seen := 0
	for r := range arrived {
		seen++
		path, name := "/payins/{idPayin}", "idPayin"
		if r.PostForm.Has("idPayout") {
			path, name = "/payouts/{idPayout}", "idPayout"
		}
		callback := callbackOf(t, path)
		operation := callback.GetOperation(r.Method)
		if operation == nil {
			t.Fatalf("%s: openapi.yaml has no %s", path, r.Method)
		}
		if p := operation.Parameters; len(p) != 1 || p[0].Value.Name != name || p[0].Value.In != "query" {
			t.Errorf("%s: got parameters %v", path, p)
		}
		content := operation.RequestBody.Value.Content[r.Header.Get("Content-Type")]
		if content == nil || len(content.Schema.Value.Properties) != 1 || content.Schema.Value.Properties[name] == nil {
			t.Errorf("%s: openapi.yaml has no such form as %s %v", path, r.Header.Get("Content-Type"), r.PostForm)
		}
		for what, values := range map[string]url.Values{"query": r.URL.Query(), "form": r.PostForm} {
			if len(values) != 1 || len(values[name]) != 1 || !strings.HasSuffix(values.Get(name), "-1~success@0s") {
				t.Errorf("%s: %s is %v", path, what, values)
			}
		}
	}
	if seen != 2 {
		t.Errorf("%d callbacks, want 2", seen)
	}
}

// callbackOf describes a creation's callback, which goes to its callbackUrl.
func callbackOf(t *testing.T, path string) *openapi3.PathItem {
	t.Helper()
	callback := document(t).Paths.Value(path).Post.Callbacks["statusChanged"]
	if callback == nil {
		t.Fatalf("%s: openapi.yaml describes no callback", path)
	}
	return callback.Value.Value("{$request.body#/callbackUrl}")
}
