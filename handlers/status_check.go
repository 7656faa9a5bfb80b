package handlers

import "github.com/labstack/echo/v4"

// checkNow asks the gateway for the payment for somebody who wants to know now,
// and goes back to the page, which shows the result. A call that takes longer
// than a person waits continues, and the page is told.
func (s *server) checkNow(open opener, back echo.HandlerFunc) echo.HandlerFunc {
	return func(c echo.Context) error {
		v, err := open(c)
		if err != nil {
			return back(c) // its page says what is missing
		}
		if _, _, err := s.run(c, v, asking{load: s.toCheck()}); err != nil {
			return err
		}
		return back(c)
	}
}
