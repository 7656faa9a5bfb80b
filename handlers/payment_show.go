package handlers

import (
	"net/http"

	"github.com/labstack/echo/v4"

	"payapp/scenarios"
)

// showPayment answers the payment's own address with whatever is due.
func (s *Server) showPayment(c echo.Context) error {
	v, err := s.openPayment(c)
	if err != nil {
		return s.noSession(c, err)
	}
	if query(c, "returned") != "" {
		return s.recordReturn(c, v)
	}
	f := s.gather(c.Request().Context(), v)
	step := scenarios.Next(f)
	s.logStep(c, v, f, step)
	if v.remember(f) {
		if err := s.keep(c, v); err != nil {
			return err
		}
	}
	return s.renderStep(c, v, f, step)
}

// recordReturn notes that the customer came back from the bank, on our own
// site, and shows the payment. What else the return claims is ignored.
func (s *Server) recordReturn(c echo.Context, v *visit) error {
	v.work.Work = s.known(v).ComeBack()
	if err := s.keep(c, v); err != nil {
		return err
	}
	return c.Redirect(http.StatusSeeOther, v.path)
}

// showStatus answers a status link.
func (s *Server) showStatus(c echo.Context) error {
	v, err := s.openStatus(c)
	if err != nil {
		return s.noSession(c, err)
	}
	f := s.gather(c.Request().Context(), v)
	step := scenarios.NextStatus(f)
	if v.remember(f) {
		if err := s.keep(c, v); err != nil {
			return err
		}
	}
	return s.renderStep(c, v, f, step)
}
