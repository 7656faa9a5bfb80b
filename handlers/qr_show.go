package handlers

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"payapp/internal/presenter"
	"payapp/internal/qr"
	"payapp/scenarios"
)

// showQR answers the payment's code as a picture to save.
func (s *server) showQR(c echo.Context, open opener) error {
	v, err := open(c)
	if err != nil {
		return s.noSession(c, err)
	}
	_, due, err := s.run(c, v, asking{load: s.toShow(v), mute: true})
	if err != nil {
		return err
	}
	step, ok := due.Step.(scenarios.FollowInstructions)
	if status, is := due.Step.(scenarios.ShowStatus); is && status.How != nil {
		step, ok = *status.How, true
	}
	if !ok || step.NetworkUnknown() {
		return echo.ErrNotFound
	}
	picture, err := qr.PNG(scenarios.Payload(step.Method, step.Payin))
	if err != nil {
		return echo.ErrNotFound // no code, or one that can't be scanned
	}
	c.Response().Header().Set(echo.HeaderContentDisposition, `attachment; filename="`+presenter.PictureName(v.order.IDPayin)+`"`)
	return c.Blob(http.StatusOK, "image/png", picture)
}
