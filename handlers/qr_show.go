package handlers

import (
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"time"

	"github.com/labstack/echo/v4"

	"payapp/internal/presenter"
	"payapp/internal/qr"
	"payapp/scenarios"
)

// showQR answers the payment's code as a picture to save. A page's own address of it
// is signed, since some apps' browsers download without cookies; then it is drawn as
// it stands there, and nobody is asked.
func (s *server) showQR(c echo.Context, open opener) error {
	v, err := open(c)
	if code, ok := s.signedCode(c); ok {
		name := ""
		if err == nil {
			name = presenter.PictureName(v.Order.IDPayin)
		}
		return sendPicture(c, code, name)
	}
	if err != nil {
		return s.noSession(c, err)
	}
	step, ok := s.glance(c, v).How()
	if !ok || step.NetworkUnknown() {
		return echo.ErrNotFound
	}
	return sendPicture(c, scenarios.Payload(step.Method, step.Payin), presenter.PictureName(v.Order.IDPayin))
}

// sendPicture sends a code to save, under a name if there is one: without, the page's
// link has it.
func sendPicture(c echo.Context, code, name string) error {
	picture, err := qr.PNG(code)
	if err != nil {
		return echo.ErrNotFound // no code, or one that can't be scanned
	}
	as := "attachment"
	if name != "" {
		as += `; filename="` + name + `"`
	}
	c.Response().Header().Set(echo.HeaderContentDisposition, as)
	return c.Blob(http.StatusOK, "image/png", picture)
}

// pictureOf makes the addresses of a page's codes, which are good for as long as its
// session: the code itself, which the page has anyway, the hour of the end, and a mark
// of both, so that nobody gets pictures of their own codes from here.
func (s *server) pictureOf(v *visit) func(code string) string {
	until := strconv.FormatInt(s.Now().Add(s.ageOf(v)).Add(time.Hour-1).Truncate(time.Hour).Unix()/3600, 36)
	return func(code string) string {
		return v.path + "/qr.png?t=" + until + "&s=" + s.Sealer.Mark("picture", v.path, until, code) +
			"&code=" + asWritten.Replace(url.QueryEscape(code))
	}
}

// asWritten leaves signs that a query may have as the page has them elsewhere, which
// compresses better.
var asWritten = strings.NewReplacer("%3A", ":", "%2F", "/", "%3F", "?", "%40", "@", "%3D", "=", "%2C", ",")

// signedCode is the code of such an address, until its hour.
func (s *server) signedCode(c echo.Context) (code string, ok bool) {
	code, until := asked(c, "code"), asked(c, "t")
	hour, err := strconv.ParseInt(until, 36, 32)
	path := strings.TrimSuffix(c.Request().URL.Path, "/qr.png")
	return code, err == nil && code != "" &&
		s.Now().Before(time.Unix(hour*3600, 0)) && s.Sealer.Marked(asked(c, "s"), "picture", path, until, code)
}

// showReminder answers an entry for the customer's calendar, where the payment's page
// offers one.
func (s *server) showReminder(c echo.Context, open opener) error {
	v, err := open(c)
	if err != nil {
		return s.noSession(c, err)
	}
	text, ok := s.presenter.Reminder(s.input(c, v, s.glance(c, v)), v.paymentID())
	if !ok {
		return echo.ErrNotFound
	}
	// Not as an attachment: a phone then opens it in its calendar.
	c.Response().Header().Set(echo.HeaderContentDisposition, `inline; filename="`+presenter.ReminderName(v.Order.IDPayin)+`"`)
	return c.Blob(http.StatusOK, "text/calendar; charset=utf-8", []byte(text))
}
