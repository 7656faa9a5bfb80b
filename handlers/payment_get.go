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
	due, err := s.run(c, v, nil)
	if err != nil {
		return err
	}
	s.rememberWaiting(c, v, due.Step, began)
	return s.renderStep(c, v, due)
}

// checkNow asks the gateway for the payment for somebody who wants to know now,
// and goes back to the page, which shows the result. A call that takes longer
// than a person waits continues, and the page is told.
func (s *server) checkNow(open opener, back echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		v, err := open(c)
		if err != nil {
			return back(c) // its page says what is missing
		}
		v.why = checkNow
		if _, err := s.run(c, v, nil); err != nil {
			return err
		}
		return back(c)
	}
}
