package handlers

import (
	"net/http"
	"net/http/httptest"
	"net/netip"
	"testing"

	"github.com/labstack/echo/v4"
	"github.com/prometheus/client_golang/prometheus"

	"payapp/handlers/internal/content"
	"payapp/handlers/internal/middleware"
)

// Fault 46: who forges tokens is told from others by the address that the named proxy
// writes. What upstream makes of it, it tests in virtual time.
func TestFault46_TheCallerHasTheCustomersAddress(t *testing.T) {
	log := middleware.Log{Metrics: middleware.NewMetrics(prometheus.NewRegistry())}
	note := log.NoteAddress([]netip.Prefix{netip.MustParsePrefix("127.0.0.0/8")}, "", func() {}, func() {})
	r := httptest.NewRequest(http.MethodGet, "/pay/ref", nil)
	r.RemoteAddr = "127.0.0.1:1234"
	r.Header.Set("X-Forwarded-For", "198.51.100.7")
	c, v := echo.New().NewContext(r, httptest.NewRecorder()), &visit{link: content.Link{Claimant: "DEMO"}}
	if err := note(c); err != nil {
		t.Fatal(err)
	}
	(&server{}).identify(c, v)
	if got := v.caller; got.Address != "198.51.100.7" || got.Proxys || got.Merchant != "DEMO" {
		t.Errorf("got %+v", got)
	}
}
