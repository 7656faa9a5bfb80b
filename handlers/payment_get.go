package handlers

import (
	"github.com/labstack/echo/v4"
)

// showPayment answers the payment's own address with whatever is due.
func (s *server) showPayment(c echo.Context) error {
	if asked(c, "returned") != "" {
		return s.recordReturn(c)
	}
	return s.show(c, s.openPayment)
}

// opener opens a visit: of a payment, or of a status link.
type opener func(echo.Context) (*visit, error)

// show is a whole GET.
func (s *server) show(c echo.Context, open opener) error {
	v, err := open(c)
	if err != nil {
		return s.noSession(c, err)
	}
	began := s.Now()
	f, due, err := s.run(c, v, asking{load: s.toShow(v), page: true})
	if err != nil {
		return err
	}
	s.rememberWaiting(c, v, due.Step, began)
	return s.renderStep(c, v, f, due)
}
