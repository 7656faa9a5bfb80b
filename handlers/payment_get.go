package handlers

import (
	"github.com/labstack/echo/v4"

	"payapp/scenarios"
)

// showPayment answers the payment's own address with whatever is due.
func (s *server) showPayment(c echo.Context) error {
	if query(c, "returned") != "" {
		return s.recordReturn(c)
	}
	return s.show(c, s.openPayment, scenarios.Next)
}

// showStatus answers a status link.
func (s *server) showStatus(c echo.Context) error {
	return s.show(c, s.openStatus, scenarios.NextStatus)
}

// show is a whole GET: open the visit, load the facts, decide, remember,
// render.
func (s *server) show(c echo.Context, open func(echo.Context) (*visit, error), next func(scenarios.Facts) scenarios.Step) error {
	v, err := open(c)
	if err != nil {
		return s.noSession(c, err)
	}
	began := s.Now()
	f := s.load(c.Request().Context(), v)
	step := next(f)
	s.rememberWaiting(c, v, step, began)
	s.logStep(c, v, f, step)
	changed, err := s.rememberAll(c, v, f)
	if err != nil {
		return err
	}
	if progress, left := v.progress.Shown(step); left && !v.tongues { // the page of languages shows no step
		v.progress.Progress, changed = progress, true
	}
	if changed {
		if err := s.keep(c, v); err != nil {
			return err
		}
	}
	return s.renderStep(c, v, f, step)
}
