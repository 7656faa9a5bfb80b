package handlers

import (
	"encoding/json"
	"log/slog"
	"net/http"
	"strconv"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"payapp/handlers/internal/middleware"
	"payapp/internal/session"
	"payapp/scenarios"
)

// phoneParam is a phone's code in an address, of which proxies log the path alone.
const phoneParam = "c"

// phoneSecret is 144 bits that only who has the keys and the token can make, others each time.
func (s *server) phoneSecret(v *visit, until time.Time) string {
	return s.Sealer.Sign("phone", v.Order.Token.Reveal(), strconv.FormatInt(until.UnixNano(), 10))[:24]
}

// submitPhone leaves the session, sealed as it is, for who has the next page's code.
func (s *server) submitPhone(c echo.Context, v *visit) (scenarios.Progress, error) {
	here, phone, ok := v.ContinueOnPhone()
	if !ok {
		return v.Progress, nil
	}
	done, left := v.kept(), []*http.Cookie{}
	done.Progress = phone
	for name, part := range map[string]any{orderCookie: v.link, progressCookie: done, knownCookie: v.cookie} {
		cookies, err := s.Sealer.SealWithin(session.MaxTotal, name, v.path, part, s.ageOf(v))
		if err != nil {
			return here, err
		}
		left = append(left, cookies...)
	}
	plain, err := json.Marshal(left)
	if err != nil || !s.Upstream.Deposit(v.ref, s.phoneSecret(v, here.PhoneUntil), plain) {
		return here, middleware.ErrOverloaded
	}
	return here, nil
}

// showPhone answers at the address in a code. Scanners, previews and prefetching open
// addresses, too, so only its button uses the code up.
func (s *server) showPhone(c echo.Context) error {
	if len(asked(c, phoneParam)) < 24 {
		return errEntryMissing
	}
	return render(c, http.StatusOK, s.presenter.Arrival(s.locale(c), asked(c, phoneParam)))
}

// continueOnPhone gives a code's session to this browser. Who pressed the button twice
// has it already: the payment's own page says what is missing.
func (s *server) continueOnPhone(c echo.Context) error {
	middleware.ParseForm(c)
	code := c.Request().PostForm.Get(seenInput)
	ref, secret, _ := strings.Cut(code[:min(len(code), 72)], ".")
	middleware.NotePayment(c, []slog.Attr{slog.String("ref", ref)})
	plain, ok := s.Upstream.Collect(ref, secret)
	var left []*http.Cookie
	if !ok || json.Unmarshal(plain, &left) != nil {
		return c.Redirect(http.StatusSeeOther, payPath(ref)+"?"+phoneParam+"=used")
	}
	setCookies(c, left)
	return c.Redirect(http.StatusSeeOther, payPath(ref))
}
