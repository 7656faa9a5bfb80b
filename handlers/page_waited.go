package handlers

import (
	"net/http"
	"strconv"
	"time"

	"github.com/labstack/echo/v4"

	"payapp/scenarios"
)

// waitedCookie is set by a page that waits for the gateway, with the time when
// the waiting began. The next page may take its time, since one is shown
// meanwhile, and anything read since then is its answer. The cookie is on the
// payment's own path. Forging it gains no more than an older reading of one's
// own payment.
const (
	waitedCookie = "waited"
	waitedLife   = time.Minute
)

// waitedOf is since when a waiting page is shown; zero = none is.
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

// rememberWaiting sets the cookie for the page after a waiting one, and removes
// it once that has come.
func (s *server) rememberWaiting(c echo.Context, v *visit, step scenarios.Step, began time.Time) {
	_, waits := step.(scenarios.WaitInLine)
	if waits != v.waited.IsZero() {
		return
	}
	cookie := &http.Cookie{ //nolint:gosec // Secure follows the public address; without https there is only the sandbox
		Name: waitedCookie, Path: v.path, MaxAge: -1, HttpOnly: true, SameSite: http.SameSiteLaxMode, Secure: s.Secure,
	}
	if waits {
		cookie.Value, cookie.MaxAge = strconv.FormatInt(began.UnixMilli(), 36), int(waitedLife/time.Second)
	}
	c.SetCookie(cookie)
}
