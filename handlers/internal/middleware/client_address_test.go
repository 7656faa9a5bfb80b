package middleware

import (
	"net/http"
	"net/http/httptest"
	"net/netip"
	"testing"

	"github.com/labstack/echo/v4"
	"github.com/prometheus/client_golang/prometheus"
)

// An address is the customer's only if the connection is theirs or a named
// proxy forwards it. All others are told apart, and counted.
func TestWhoseAddressItIs(t *testing.T) {
	named := []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8"), netip.MustParsePrefix("2001:db8::/32")}
	for _, c := range []struct {
		what, peer string
		named      []netip.Prefix
		header     string
		value      string
		want       Address
		counted    string
	}{
		{"a customer, no proxy", "203.0.113.7:1", nil, "", "", Address{IP: "203.0.113.7"}, ""},
		{"a forgotten proxy", "192.0.2.1:1", nil, "X-Forwarded-For", "203.0.113.7", Address{"192.0.2.1", true}, "unnamed-proxy"},
		{"another forgotten proxy", "192.0.2.1:1", named, "Forwarded", "for=203.0.113.7", Address{"192.0.2.1", true}, "unnamed-proxy"},
		{"one of another kind", "192.0.2.1:1", named, "X-Real-Ip", "203.0.113.7", Address{"192.0.2.1", true}, "unnamed-proxy"},
		{"a named proxy", "10.0.0.1:1", named, "X-Forwarded-For", "203.0.113.7", Address{IP: "203.0.113.7"}, ""},
		{"a named proxy, IPv6", "[2001:db8::1]:1", named, "X-Forwarded-For", "2001:db9::7", Address{IP: "2001:db9::7"}, ""},
		{"two named proxies, and a customer's word", "10.0.0.1:1", named, "X-Forwarded-For", "1.2.3.4, 203.0.113.7, 10.0.0.2", Address{IP: "203.0.113.7"}, ""},
		{"a mapped address", "[::ffff:10.0.0.1]:1", named, "X-Forwarded-For", "203.0.113.7", Address{IP: "203.0.113.7"}, ""},
		{"a named proxy that forwards nothing", "10.0.0.1:1", named, "", "", Address{"10.0.0.1", true}, "not-forwarded"},
		{"a named proxy that forwards nonsense", "10.0.0.1:1", named, "X-Forwarded-For", "unknown", Address{"10.0.0.1", true}, "not-understood"},
		{"a named proxy with ports", "10.0.0.1:1", named, "X-Forwarded-For", "203.0.113.7:51008", Address{IP: "203.0.113.7"}, ""},
		{"a named proxy of the standard", "10.0.0.1:1", named, "Forwarded", `for="[2001:db9::7]:4711";proto=https`, Address{IP: "2001:db9::7"}, ""},
		{"a named proxy that hides", "10.0.0.1:1", named, "Forwarded", "for=_secret", Address{"10.0.0.1", true}, "not-understood"},
		{"a customer beside a named proxy", "203.0.113.7:1", named, "", "", Address{IP: "203.0.113.7"}, ""},
	} {
		calls, unread := 0, 0
		registry := prometheus.NewRegistry()
		log := Log{Metrics: NewMetrics(registry)}
		note := log.NoteAddress(c.named, "", func() { calls++ }, func() { unread++ })
		for range 2 {
			r := httptest.NewRequestWithContext(t.Context(), http.MethodGet, "/", nil)
			r.RemoteAddr = c.peer
			if c.header != "" {
				r.Header.Set(c.header, c.value)
			}
			e := echo.New().NewContext(r, httptest.NewRecorder())
			if err := note(e); err != nil {
				t.Error(err)
			}
			if got := AddressOf(e); got != c.want {
				t.Errorf("%s: got %+v, want %+v", c.what, got, c.want)
			}
		}
		families, err := registry.Gather()
		if err != nil {
			t.Fatal(err)
		}
		for _, family := range families {
			if family.GetName() != "payapp_proxy_address_total" {
				continue
			}
			for _, m := range family.GetMetric() {
				want := 0.0
				if m.GetLabel()[0].GetValue() == c.counted {
					want = 2
				}
				if got := m.GetCounter().GetValue(); got != want {
					t.Errorf("%s: counted as %v, want %v", c.what, m, want)
				}
			}
		}
		if calls != told(c.counted == "unnamed-proxy") || unread != told(c.counted == "not-understood") {
			t.Errorf("%s: told %d and %d times", c.what, calls, unread)
		}
	}
}

func told(once bool) int {
	if once {
		return 1
	}
	return 0
}
