package handlers

import (
	"net/http"
	"time"

	"github.com/labstack/echo/v4"

	"payapp/internal/session"
)

// Two of a payment's three cookies; the third is knownCookie. They are on the
// payment's own path, so that payments in one browser are independent.
const (
	orderCookie    = "pay"
	progressCookie = "progress"
)

// How much of the session's 7 KB each cookie may take. However long the order,
// what is known always has room for how the payment stands.
const (
	orderLimit    = 5 << 10
	progressLimit = session.MaxTotal - orderLimit
	knownLeast    = 700
)

// roomFor is what the order's cookie leaves to the other two.
func (s *server) roomFor(v *visit) (progress, known int) {
	left := session.MaxTotal - v.orderSize
	progress = min(progressLimit, left-knownLeast)
	return progress, left - progress
}

func (s *server) sealProgress(v *visit) ([]*http.Cookie, error) {
	room, _ := s.roomFor(v)
	return s.Sealer.SealWithin(room, progressCookie, v.path, v.progress, s.ageOf(v))
}

func setCookies(c echo.Context, cookies []*http.Cookie) {
	for _, cookie := range cookies {
		if session.NeedsSetting(cookie, c.Request()) {
			c.SetCookie(cookie)
		}
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
