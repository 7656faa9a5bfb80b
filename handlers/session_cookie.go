package handlers

import (
	"net/http"
	"time"

	"github.com/labstack/echo/v4"

	"payapp/internal/session"
)

// Two of a payment's three cookies; the third is keptCookie. They are on the
// payment's own path, so that payments in one browser are independent.
const (
	orderCookie    = "pay"
	progressCookie = "progress"
)

// How much of the session's 7 KB each cookie may take.
const (
	orderLimit    = 5 << 10
	progressLimit = session.MaxTotal - orderLimit
)

// keep seals the customer's progress. Typed values are dropped if they are too
// long in total; the form then asks again.
func (s *server) keep(c echo.Context, v *visit) error {
	seal := func() ([]*http.Cookie, error) {
		return s.Sealer.SealWithin(progressLimit, progressCookie, v.path, v.progress, s.ageOf(v))
	}
	cookies, err := seal()
	if isTooLarge(err) {
		v.progress.Progress = v.progress.WithoutTyped()
		cookies, err = seal()
	}
	if err != nil {
		return err
	}
	setCookies(c, cookies)
	return nil
}

func setCookies(c echo.Context, cookies []*http.Cookie) {
	for _, cookie := range cookies {
		c.SetCookie(cookie)
	}
}

// A session outlives its token a little, so that a page can say that it has
// expired. Phones drop cookies without an age when switching apps.
const (
	sessionGrace   = time.Hour
	sessionDefault = 24 * time.Hour
	sessionMost    = 7 * 24 * time.Hour
)

// sessionAge follows the token's expiry, if it has one.
func (s *server) sessionAge(expires time.Time) time.Duration {
	if expires.IsZero() {
		return sessionDefault
	}
	return min(max(expires.Sub(s.Now()), 0)+sessionGrace, sessionMost)
}
