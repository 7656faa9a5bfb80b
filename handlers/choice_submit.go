package handlers

import (
	"errors"

	"github.com/labstack/echo/v4"

	"payapp/scenarios"
)

// submitChoice takes the options form.
func (s *Server) submitChoice(c echo.Context) error {
	return s.act(c, func(v *visit, f scenarios.Facts) error {
		var operator *string
		if values, ok := c.Request().PostForm["paymentOperatorCode"]; ok && len(values) > 0 {
			operator = &values[0]
		}
		work, err := f.Choose(c.Request().PostForm.Get("paymentMethodCode"), operator)
		v.work.Work = work
		return err
	})
}

// submitChangeMethod goes back to the choice; what was typed stays.
func (s *Server) submitChangeMethod(c echo.Context) error {
	return s.act(c, func(v *visit, f scenarios.Facts) error {
		v.work.Work = f.ChangeMethod(typed(c))
		return nil
	})
}

// submitLanguage keeps what was typed while the page changes its language,
// which the address names.
func (s *Server) submitLanguage(c echo.Context) error {
	return s.act(c, func(v *visit, f scenarios.Facts) error {
		v.work.Work = f.KeepTyped(typed(c))
		return nil
	})
}

// submitRetry goes back to the form after a refusal.
func (s *Server) submitRetry(c echo.Context) error {
	return s.act(c, func(v *visit, f scenarios.Facts) error {
		v.work.Work = f.TryAgain()
		return nil
	})
}

// act is what all POSTs of a payment share: load, gather, let change alter
// the work, keep it, and go back to the payment, which decides again. What
// isn't due changes nothing.
func (s *Server) act(c echo.Context, change func(*visit, scenarios.Facts) error) error {
	if err := parseForm(c); err != nil {
		return err
	}
	v, err := s.openPayment(c)
	if err != nil {
		return toPayment(c) // whose page says what is missing
	}
	f := s.gatherToAct(c.Request().Context(), v)
	v.remember(f)
	f.Work = v.work.Work
	if err := change(v, f); err != nil && !errors.Is(err, scenarios.ErrNotDue) {
		return err
	}
	if err := s.keep(c, v); err != nil {
		return err
	}
	return toPayment(c)
}
