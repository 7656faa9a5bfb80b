package middleware

import (
	"net/http"
	"net/http/httptest"
	"testing"

	"github.com/labstack/echo/v4"
)

// Where a token may stand in the address, the address isn't passed on, whatever is
// answered; and over https, browsers are told to stay there.
func TestAddressesWithATokenAreNoReferrer(t *testing.T) {
	for public, safe := range map[string]bool{"https://pay.example": true, "http://localhost": false, "": false} {
		set := SetHeaders(public)
		for path, want := range map[string]string{"/": "no-referrer", "/status": "no-referrer", "/pay/ref": "same-origin"} {
			answer := httptest.NewRecorder()
			if err := set(echo.New().NewContext(httptest.NewRequest(http.MethodGet, path+"?token=x", nil), answer)); err != nil {
				t.Fatal(err)
			}
			if got := answer.Header().Get("Referrer-Policy"); got != want {
				t.Errorf("%s: %q, want %q", path, got, want)
			}
			if got := answer.Header().Get("Strict-Transport-Security"); (got != "") != safe {
				t.Errorf("at %q: Strict-Transport-Security %q", public, got)
			}
		}
	}
}
