package handlers

import (
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"payapp/scenarios"
)

// waitedCookie is set by a page that waits for the gateway: since when. The page
// after it may take its time, since one stands meanwhile, and what was read since
// then is its answer. It lies on the payment's own path. Anybody can write it, and
// gets no more by it than an older reading of their own payment.
const (
	waitedCookie = "waited"
	waitedLife   = time.Minute
)

// waitedOf is since when a page stands that waits; zero = none does.
func (s *server) waitedOf(r *http.Request) time.Time {
	cookie, err := r.Cookie(waitedCookie)
	if err != nil {
		return time.Time{}
	}
	ms, err := strconv.ParseInt(cookie.Value, 36, 64)
	if err != nil {
		return time.Time{}
	}
	since := time.UnixMilli(ms)
	if age := s.Now().Sub(since); age < 0 || age > waitedLife { // another replica's clock, or long over
		return time.Time{}
	}
	return since
}

// rememberWaiting sets the cookie for the page after one that waits, and drops it
// once that has come.
func (s *server) rememberWaiting(c echo.Context, v *visit, step scenarios.Step, began time.Time) {
	_, waits := step.(scenarios.WaitInLine)
	if waits != v.waited.IsZero() {
		return
	}
	cookie := &http.Cookie{ //nolint:gosec // Secure follows the public address; without https there is only the sandbox
		Name: waitedCookie, Path: v.path, MaxAge: -1, HttpOnly: true, SameSite: http.SameSiteLaxMode, Secure: s.secure(),
	}
	if waits {
		cookie.Value, cookie.MaxAge = strconv.FormatInt(began.UnixMilli(), 36), int(waitedLife/time.Second)
	}
	c.SetCookie(cookie)
}

// secure reports whether customers come by https.
func (s *server) secure() bool { return strings.HasPrefix(s.PublicURL, "https:") }
