package handlers

import (
	"net/http"
	"time"

	"github.com/labstack/echo/v4"

	"payapp/handlers/internal/content"
)

// knownCookie is the third cookie of a payment: what is known of it, for a
// process that knows less, after a restart, at another replica, or when the token
// has expired. It gets the room that the other two leave.
const knownCookie = "known"

// openKnown opens the third cookie. That it says anything means that the gateway
// has accepted the token.
func (s *server) openKnown(c echo.Context, v *visit) {
	if err := s.Sealer.Open(c.Request(), knownCookie, v.path, &v.cookie); err != nil {
		v.cookie = content.Known{}
	}
	v.known = v.cookie.Open(v.progress.Terms).NotAfter(s.Now())
	v.verified = v.known.Verifies()
}

// untilStep is how much longer a payment must be payable to be worth new cookies.
const untilStep = 15 * time.Minute

// rememberKnown seals what is known, for as long as the payment can be
// paid, and as much as there is room for.
func (s *server) rememberKnown(c echo.Context, v *visit) error {
	longer := v.opened && v.known.Verifies() // the cookies of a link that is opened again are new
	if until := v.known.View().PayableUntil(time.UnixMilli(v.progress.Entry), s.Now()); until.Unix() > v.sealed.Until+int64(untilStep/time.Second) {
		v.sealed.Until = until.Unix()
		cookies, err := s.Sealer.SealWithin(orderLimit, orderCookie, v.path, v.sealed, s.ageOf(v))
		if err != nil {
			return err
		}
		setCookies(c, cookies)
		v.entryStays, longer = false, true // the others last as long
	}
	now := content.OfKnown(v.known, v.progress.Terms)
	if !longer && !v.cookie.WorthReplacing(now) {
		return nil
	}
	cookies, held, err := s.sealKnown(v, now)
	if err != nil {
		return err
	}
	v.cookie = held
	setCookies(c, cookies)
	return nil
}

// sealKnown seals as much as fits.
func (s *server) sealKnown(v *visit, now content.Known) ([]*http.Cookie, content.Known, error) {
	_, room := s.roomFor(v)
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
	age := s.sessionAge(v.expires)
	if v.sealed == nil || v.sealed.Until == 0 {
		return age
	}
	return max(age, time.Unix(v.sealed.Until, 0).Sub(s.Now())+sessionGrace)
}
