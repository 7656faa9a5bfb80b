package deploy

import (
	"fmt"
	"net/http"
	"testing"
)

// One customer has a /64 of IPv6: its addresses share a limit, and neither the next
// /64 nor an IPv4 address shares it.
func TestProxiesCountNetworks(t *testing.T) {
	// A test has one address: the proxies are told another by a header.
	for name, start := range map[string]func(*testing.T) *proxied{
		"HAProxy": func(t *testing.T) *proxied {
			t.Helper()
			return haproxyWith(t, "\thttp-request track-sc0", "\thttp-request set-src hdr(X-From) if { req.hdr(X-From) -m found }\n\thttp-request track-sc0")
		},
		"ingress-nginx": func(t *testing.T) *proxied {
			t.Helper()
			p, _ := ingress(t)
			return p
		},
		"nginx": func(t *testing.T) *proxied {
			t.Helper()
			return nginxWith(t, "\tserver_tokens off;", "\tserver_tokens off; set_real_ip_from 127.0.0.1; real_ip_header X-From;")
		},
	} {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			p := start(t)
			from := func(address string) int {
				request, err := http.NewRequestWithContext(t.Context(), http.MethodGet, "https://"+p.https+"/", nil)
				if err != nil {
					t.Fatal(err)
				}
				request.Header.Set("X-From", address)
				r, err := p.client.Do(request)
				if err != nil {
					t.Fatal(err)
				}
				r.Body.Close()
				return r.StatusCode
			}
			limited := false
			for n := 0; n < 3000 && !limited; n++ {
				limited = from(fmt.Sprintf("2001:db8:0:a0a::%x", n+1)) == http.StatusTooManyRequests
			}
			if !limited {
				t.Error("a /64 may ask as often as it likes")
			}
			for _, other := range []string{"2001:db8:0:a0b::1", "192.0.2.1"} {
				if got := from(other); got != http.StatusOK {
					t.Errorf("%s: got %d", other, got)
				}
			}
		})
	}
}
