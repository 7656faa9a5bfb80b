package handlers

import (
	"crypto/rand"
	"encoding/json"
	"net/http"
	"strings"

	"github.com/labstack/echo/v4"

	"payapp/handlers/internal/content"
	"payapp/handlers/internal/middleware"
	"payapp/internal/session"
	"payapp/scenarios"
)

// phoneParam is a phone's code in an address and a form: the payment's ref and a secret.
const phoneParam = "c"

// phoneURL is the address in the code that a page shows; "" for none.
func (s *server) phoneURL(c echo.Context, v *visit, code scenarios.PhoneCode) string {
	if code.Secret == "" {
		return ""
	}
	return s.publicURL(c) + middleware.PhonePath + "?" + phoneParam + "=" + v.ref + "." + code.Secret
}

// submitPhone makes a code, for which the session is kept until a phone collects it. It
// is one for each payment, and made only where somebody asks for it.
func (s *server) submitPhone(c echo.Context, v *visit) (scenarios.Progress, error) {
	here, phone, ok := v.ContinueOnPhone(rand.Text())
	if !ok {
		return here, nil
	}
	kept := content.Session{Link: v.link, Done: v.kept(), Told: v.cookie}
	kept.Done.Progress = phone
	plain, err := json.Marshal(kept)
	if err != nil {
		return here, err
	}
	if !s.Upstream.Deposit(v.ref, here.Phone.Secret, plain) {
		return here, middleware.ErrOverloaded
	}
	s.audit(c, v, "code for a phone made")
	return here, nil
}

// showPhone answers at the address in a code. Scanners, previews and prefetching open
// addresses, too, so only its button uses the code up.
func (s *server) showPhone(c echo.Context) error {
	code := asked(c, phoneParam)
	if _, _, ok := parted(code); !ok {
		return errEntryMissing
	}
	return render(c, http.StatusOK, s.presenter.Arrival(s.locale(c), middleware.PhonePath, code))
}

// continueOnPhone gives a code's session to this browser. Without one its payment is
// shown all the same if the session is here: a button that was pressed twice.
func (s *server) continueOnPhone(c echo.Context) error {
	middleware.ParseForm(c)
	ref, secret, ok := parted(c.Request().PostForm.Get(phoneParam))
	if !ok {
		return errEntryMissing
	}
	v := &visit{ref: ref, path: payPath(ref)}
	plain, ok := s.Upstream.Collect(ref, secret)
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

// parted is a code's ref and secret, each as long as ours are.
func parted(code string) (ref, secret string, ok bool) {
	ref, secret, _ = strings.Cut(code, ".")
	return ref, secret, len(ref) == len(session.Ref()) && len(secret) == len(rand.Text())
}
