package handlers

import (
	"github.com/labstack/echo/v4"

	"payapp/scenarios"
)

// submitChoice takes the options form.
func (s *server) submitChoice(c echo.Context, v *visit, f scenarios.Facts) (scenarios.Work, error) {
	if work, outdated := f.ChoiceOutdated(s.markIn(c, v)); outdated {
		return work, nil
	}
	if f.Unready() {
		return f.Keep(typed(c)), nil
	}
	form := c.Request().PostForm
	var operator *string // nil: the form has none
	if values := form["paymentOperatorCode"]; len(values) > 0 {
		operator = &values[0]
	}
	return f.Choose(form.Get("paymentMethodCode"), operator)
}
