package handlers

import (
	"github.com/labstack/echo/v4"

	"payapp/handlers/internal/middleware"
	"payapp/scenarios"
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

// change is what a POST does to the customer's progress, given the facts. Most
// are decided by scenarios alone (only, withTyped); those that also tell the
// gateway something are functions of their own, submitX.
type change func(c echo.Context, v *visit) (scenarios.Progress, error)

// post is what all POSTs of a payment share, as show is for GETs. They go back to
// the payment, which decides again. An action that isn't due changes nothing.
func (s *server) post(do change) echo.HandlerFunc {
	return func(c echo.Context) error {
		middleware.ParseForm(c)
		v, err := s.openPayment(c)
		if err != nil {
			return toPayment(c) // its page says what is missing
		}
		v.why = acted
		if _, err := s.run(c, v, do); err != nil {
			return err
		}
		return toPayment(c)
	}
}

// only is a change that needs nothing from the form.
func only(decide func(scenarios.Facts) scenarios.Progress) change {
	return func(_ echo.Context, v *visit) (scenarios.Progress, error) { return decide(v.Facts), nil }
}

// withTyped is a change that needs the form's values.
func withTyped(decide func(scenarios.Facts, map[string]string) scenarios.Progress) change {
	return func(c echo.Context, v *visit) (scenarios.Progress, error) {
		if v.Unready() {
			return v.Keep(formValues(c)), nil
		}
		return decide(v.Facts, formValues(c)), nil
	}
}

// submitChoice takes the options form.
func (s *server) submitChoice(c echo.Context, v *visit) (scenarios.Progress, error) {
	if progress, outdated := v.ChoiceOutdated(s.markIn(c, v)); outdated {
		return progress, nil
	}
	if v.Unready() {
		return v.Keep(formValues(c)), nil
	}
	v.Again = scenarios.Again(asked(c, "step"))
	form := c.Request().PostForm
	var operator *string // nil: the form has none
	if values := form["paymentOperatorCode"]; len(values) > 0 {
		operator = &values[0]
	}
	return v.Choose(form.Get("paymentMethodCode"), operator)
}

// formValues are a form's values by name.
func formValues(c echo.Context) map[string]string {
	form := c.Request().PostForm
	values := make(map[string]string, len(form))
	for name, list := range form {
		if len(list) > 0 {
			values[name] = list[0]
		}
	}
	return values
}
