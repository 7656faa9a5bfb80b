package handlers

import (
	"encoding/json"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"payapp/handlers/internal/content"
	"payapp/handlers/internal/middleware"
	"payapp/internal/session"
	"payapp/scenarios"
)

// phoneParam is a phone's code in an address, of which proxies log the path alone, and in
// a form.
const phoneParam = "c"

// phoneCode is the payment's ref, and what only who has the keys and the token can make.
// There is one for each minute, so that nobody fills the store.
func (s *server) phoneCode(v *visit, until time.Time) string {
	return v.ref + "." + s.Sealer.Sign("phone", v.Order.Token.Reveal(), strconv.FormatInt(until.Unix(), 10))[:24]
}

// phoneURL is what the code on a page says; "" for none.
func (s *server) phoneURL(c echo.Context, v *visit, until time.Time) string {
	if until.IsZero() {
		return ""
	}
	return s.publicURL(c) + "/phone?" + phoneParam + "=" + s.phoneCode(v, until)
}

// submitPhone leaves the session for who has the code that the next page shows.
func (s *server) submitPhone(c echo.Context, v *visit) (scenarios.Progress, error) {
	here, phone, ok := v.ContinueOnPhone()
	if !ok {
		return v.Progress, nil
	}
	s.Upstream.Collect(s.phoneCode(v, v.Progress.PhoneUntil)) // a new code ends the one before
	kept := content.Session{Link: v.link, Done: v.kept(), Told: v.cookie}
	kept.Done.Progress = phone
	plain, err := json.Marshal(kept)
	if err != nil || !s.Upstream.Deposit(s.phoneCode(v, here.PhoneUntil), plain) {
		return here, middleware.ErrOverloaded
	}
	return here, nil
}

// showPhone answers at the address in a code. Scanners, previews and prefetching open
// addresses, too, so only its button uses the code up.
func (s *server) showPhone(c echo.Context) error {
	return render(c, http.StatusOK, s.presenter.Arrival(s.locale(c), asked(c, phoneParam)))
}

// continueOnPhone gives a code's session to this browser. Who pressed the button twice
// has it already: the payment's own page says what is missing.
func (s *server) continueOnPhone(c echo.Context) error {
	middleware.ParseForm(c)
	code := c.Request().PostForm.Get(phoneParam)
	ref, _, _ := strings.Cut(code[:min(len(code), 64)], ".")
	v := &visit{ref: ref, path: payPath(ref)}
	plain, ok := s.Upstream.Collect(code)
	var kept content.Session
	if !ok || json.Unmarshal(plain, &kept) != nil {
		return c.Redirect(http.StatusSeeOther, v.path+"?"+phoneParam+"=used")
	}
	v.link, v.Order = kept.Link, kept.Link.Open()
	s.identify(c, v)
	for name, part := range map[string]any{orderCookie: kept.Link, progressCookie: kept.Done, knownCookie: kept.Told} {
		cookies, err := s.Sealer.SealWithin(session.MaxTotal, name, v.path, part, s.ageOf(v))
		if err != nil {
			return err
		}
		setCookies(c, cookies)
	}
	s.audit(c, v, "continued on a phone")
	return c.Redirect(http.StatusSeeOther, v.path)
}
