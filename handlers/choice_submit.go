package handlers

import (
	"github.com/labstack/echo/v4"

	"payapp/scenarios"
)

// submitChoice takes the options form.
func (s *server) submitChoice(c echo.Context, v *visit, f scenarios.Facts) (scenarios.Progress, error) {
	if progress, outdated := f.ChoiceOutdated(s.markIn(c, v)); outdated {
		return progress, nil
	}
	if f.Unready() {
		return f.Keep(formValues(c)), nil
	}
	f.Again = scenarios.Again(v.again)
	form := c.Request().PostForm
	var operator *string // nil: the form has none
	if values := form["paymentOperatorCode"]; len(values) > 0 {
		operator = &values[0]
	}
	return f.Choose(form.Get("paymentMethodCode"), operator)
}
