package handlers

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"payapp/internal/presenter"
)

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
