package handlers

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"payapp/internal/presenter"
	"payapp/internal/qr"
	"payapp/scenarios"
)

// qrScale is the pixels of a module in the saved picture: large enough for a
// wallet's reader after a messenger has compressed it.
const qrScale = 10

// showQR answers the payment's code as a picture to save.
func (s *server) showQR(c echo.Context) error {
	v, err := s.openPayment(c)
	if err != nil {
		return s.noSession(c, err)
	}
	step, ok := scenarios.Next(s.load(c.Request().Context(), v)).(scenarios.FollowInstructions)
	return answerQR(c, v, step, ok)
}

// showStatusQR does the same for a status link.
func (s *server) showStatusQR(c echo.Context) error {
	v, err := s.openStatus(c)
	if err != nil {
		return s.noSession(c, err)
	}
	step, ok := scenarios.NextStatus(s.load(c.Request().Context(), v)).(scenarios.ShowStatus)
	if !ok || step.How == nil {
		return echo.ErrNotFound
	}
	return answerQR(c, v, *step.How, true)
}

func answerQR(c echo.Context, v *visit, step scenarios.FollowInstructions, ok bool) error {
	if !ok || step.NetworkUnknown() {
		return echo.ErrNotFound
	}
	picture, err := qr.PNG(scenarios.Payload(step.Method, step.Payin), qrScale)
	if err != nil {
		return echo.ErrNotFound // no code, or one that can't be scanned
	}
	c.Response().Header().Set(echo.HeaderContentDisposition, `attachment; filename="`+presenter.PictureName(v.order.IDPayin)+`"`)
	return c.Blob(http.StatusOK, "image/png", picture)
}
