package handlers

import (
	"net/http"
	"strconv"
	"time"

	"github.com/labstack/echo/v4"

	"payapp/scenarios"
)

// Two cookies with a time, on the payment's own path for a minute. Forging one
// gains no more than "check now", or an older reading of one's own payment and a
// wait that few get at a time (internal/upstream).
const (
	// heardCookie is set by a page that reloads because of its stream. It has
	// the time of the reading that the stream told of.
	heardCookie = "heard"
	// waitedCookie is set by a page that waits for the gateway, with the time
	// when the waiting began. The next page may take its time, since one is
	// shown meanwhile, and anything read since then is its answer.
	waitedCookie = "waited"
	waitedLife   = time.Minute
)

// clocksApart is how far another replica's clock may be ahead of ours.
const clocksApart = time.Minute

// timeIn is the time in a cookie, in the format of an event's id
// (internal/stream/event.go); zero = none.
func timeIn(r *http.Request, name string) time.Time {
	cookie, err := r.Cookie(name)
	if err != nil {
		return time.Time{}
	}
	ms, err := strconv.ParseInt(cookie.Value, 36, 64)
	if err != nil {
		return time.Time{}
	}
	return time.UnixMilli(ms)
}

// heardOf is the time of a reading that the page knows of; zero = none. The
// page may come from another replica than its events.
func (s *server) heardOf(r *http.Request) time.Time {
	heard := timeIn(r, heardCookie)
	if heard.After(s.Now().Add(clocksApart)) {
		return time.Time{}
	}
	return heard
}

// waitedOf is since when a waiting page is shown; zero = none is.
func (s *server) waitedOf(r *http.Request) time.Time {
	since := timeIn(r, waitedCookie)
	if age := s.Now().Sub(since); age < 0 || age > waitedLife { // another replica's clock, or long over
		return time.Time{}
	}
	return since
}

// rememberWaiting sets the cookie for the page after a waiting one, and removes
// it once that has come.
func (s *server) rememberWaiting(c echo.Context, v *visit, step scenarios.Step, began time.Time) {
	_, waits := step.(scenarios.WaitInLine)
	switch {
	case waits == !v.waited.IsZero():
	case waits:
		c.SetCookie(s.openCookie(waitedCookie, strconv.FormatInt(began.UnixMilli(), 36), v.path, waitedLife))
	default:
		c.SetCookie(s.openCookie(waitedCookie, "", v.path, -time.Second))
	}
}

// openCookie is a cookie that isn't sealed. A negative life removes it.
func (s *server) openCookie(name, value, path string, life time.Duration) *http.Cookie {
	return &http.Cookie{ //nolint:gosec // Secure follows the public address; without https there is only the sandbox
		Name: name, Value: value, Path: path, MaxAge: int(life / time.Second),
		HttpOnly: true, SameSite: http.SameSiteLaxMode, Secure: s.Secure,
	}
}
