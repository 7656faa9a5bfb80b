package handlers

import (
	"time"

	"github.com/labstack/echo/v4"

	"payapp/handlers/internal/content"
	"payapp/internal/session"
	"payapp/scenarios"
)

// keptCookie is the third cookie of a payment: how to pay, and how it ended. It
// gets the room that the other two leave.
const keptCookie = "kept"

// recall uses what the browser keeps if this process knows less. Most requests
// don't need it, so the cookie is opened only then.
func (s *server) recall(v *visit, f scenarios.Facts) scenarios.Facts {
	if s.Sandbox {
		f.Reading.Payin.IsTest = false // in the sandbox every page says so already
	}
	if !v.progress.Proven || !f.Misses() {
		return f
	}
	if v.kept == nil && v.request != nil {
		var sealed content.Kept
		if err := s.Sealer.Open(v.request, keptCookie, v.path, &sealed); err != nil || sealed.Terms != v.progress.Terms {
			sealed = content.Kept{}
		}
		v.kept, v.request = &sealed.Kept, nil
	}
	if v.kept == nil {
		return f
	}
	return f.Recall(*v.kept)
}

// learn has the browser keep what was read, for as long as it can be paid.
// changed means that the progress cookie must be written, too.
func (s *server) learn(c echo.Context, v *visit, f scenarios.Facts) (changed bool, err error) {
	if !v.progress.Proven {
		return false, nil
	}
	f.Progress = v.progress.Progress
	if until := f.KeptUntil(time.UnixMilli(v.progress.Entry)); until.Unix() > v.sealed.Until {
		v.sealed.Until = until.Unix()
		cookies, err := s.Sealer.SealWithin(orderLimit, orderCookie, v.path, v.sealed, s.ageOf(v))
		if err != nil {
			return false, err
		}
		setCookies(c, cookies)
		changed = true
	}
	kept, worth := f.ToKeep()
	if !worth {
		return changed, nil
	}
	tooLarge, err := s.sealKept(c, v, kept)
	v.progress.Progress = kept.Noted(v.progress.Progress, tooLarge)
	return true, err
}

// sealKept writes as much as there is room for. tooLarge means that how to pay
// doesn't fit.
func (s *server) sealKept(c echo.Context, v *visit, kept scenarios.Kept) (tooLarge bool, err error) {
	room := session.MaxTotal - s.Sealer.Size(c.Request(), orderCookie) - progressLimit
	for {
		sealed := content.Kept{Kept: kept, Terms: v.progress.Terms}
		cookies, err := s.Sealer.SealWithin(room, keptCookie, v.path, sealed, s.ageOf(v))
		if err == nil {
			setCookies(c, cookies)
			return false, nil
		}
		if !isTooLarge(err) {
			return false, err
		}
		less, ok := kept.Less()
		if !ok {
			return true, nil
		}
		kept = less
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
