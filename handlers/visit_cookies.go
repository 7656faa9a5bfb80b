package handlers

import (
	"net/http"
	"strconv"
	"time"

	"github.com/labstack/echo/v4"

	"payapp/handlers/internal/content"
	"payapp/internal/session"
	"payapp/scenarios"
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
func (s *server) roomFor(r *http.Request) (progress, known int) {
	left := session.MaxTotal - s.Sealer.Size(r, orderCookie)
	progress = min(progressLimit, left-knownLeast)
	return progress, left - progress
}

func (s *server) sealProgress(c echo.Context, v *visit) ([]*http.Cookie, error) {
	room, _ := s.roomFor(c.Request())
	return s.Sealer.SealWithin(room, progressCookie, v.path, v.kept(), s.ageOf(v))
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

// knownCookie is the third cookie of a payment: what is known of it, for a
// process that knows less, after a restart, at another replica, or when the token
// has expired. It gets the room that the other two leave.
const knownCookie = "known"

// openKnown opens the third cookie. That it says anything means that the gateway
// has accepted the token.
func (s *server) openKnown(c echo.Context, v *visit) {
	if err := s.Sealer.Open(c.Request(), knownCookie, v.path, &v.cookie); err != nil {
		v.cookie = content.Told{}
	}
	v.payment, v.Unkept = v.cookie.Open(v.Order.Terms()).NotAfter(s.Now()), v.cookie.WithoutWay()
	v.Verified = v.Verified || v.payment.Verifies()
}

// untilStep is how much longer a payment must be payable to be worth new cookies.
const untilStep = 15 * time.Minute

// rememberKnown seals what is known, for as long as the payment can be
// paid, and as much as there is room for.
func (s *server) rememberKnown(c echo.Context, v *visit) error {
	longer := v.opened && v.payment.Verifies() // the cookies of a link that is opened again are new
	until := v.payment.View().PayableUntil(time.UnixMilli(v.link.Entry), s.Now())
	if until.Unix() > v.link.Until+int64(untilStep/time.Second) {
		v.link.Until = until.Unix()
		cookies, err := s.Sealer.SealWithin(orderLimit, orderCookie, v.path, v.link, s.ageOf(v))
		if err != nil {
			return err
		}
		setCookies(c, cookies)
		v.entryStays, longer = false, true // the others last as long
	}
	now := content.OfTold(v.payment, v.Order.Terms())
	if !longer && !v.cookie.WorthReplacing(now) {
		return nil
	}
	cookies, held, err := s.sealKnown(c, v, now)
	if err != nil {
		return err
	}
	v.cookie, v.Unkept = held, held.WithoutWay()
	setCookies(c, cookies)
	return nil
}

// sealKnown seals as much as fits.
func (s *server) sealKnown(c echo.Context, v *visit, now content.Told) ([]*http.Cookie, content.Told, error) {
	_, room := s.roomFor(c.Request())
	for steps := 0; ; steps++ {
		less, ok := now.Reduced(steps)
		cookies, err := s.Sealer.SealWithin(room, knownCookie, v.path, less, s.ageOf(v))
		if err == nil || !isTooLarge(err) {
			return cookies, less, err
		}
		if !ok {
			return nil, less, nil // it stays in memory, and the page says so
		}
	}
}

// ageOf is the lifetime of the session's cookies: the token's, and at least as
// long as the payment can be paid.
func (s *server) ageOf(v *visit) time.Duration {
	age := s.sessionAge(v.Expires)
	if v.link.Until == 0 {
		return age
	}
	return max(age, time.Unix(v.link.Until, 0).Sub(s.Now())+sessionGrace)
}

// Two cookies with a time, on the payment's own path for a minute. Forging one
// gains no more than "check now", or an older reading of one's own payment and a
// wait that few get at a time (internal/upstream).
const (
	// announcedCookie is set by a page that reloads because of its stream. It has
	// the time of the reading that its events announced.
	announcedCookie = "announced"
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

// announcedTo is the time of the reading that events announced to the page; zero =
// none. The page may come from another replica than its events.
func (s *server) announcedTo(r *http.Request) time.Time {
	announced := timeIn(r, announcedCookie)
	if announced.After(s.Now().Add(clocksApart)) {
		return time.Time{}
	}
	return announced
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
	case waits == (v.why == waited):
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
