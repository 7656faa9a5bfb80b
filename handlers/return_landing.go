package handlers

import (
	"net/http"
	"net/url"

	"github.com/labstack/echo/v4"
)

// landFromBank takes the customer back from a bank, by GET or by cross-site
// POST, without a cookie. It trusts no parameter and redirects to the payment's
// own address, where the cookie is. What banks add isn't read, however they write it.
func (s *server) landFromBank(c echo.Context) error {
	seen := url.Values{"returned": {"1"}}
	if to, sig := s.signedBack(c); to != "" {
		seen.Set("to", to)
		seen.Set("sig", sig)
	}
	c.Response().Header().Set("Referrer-Policy", "no-referrer")
	return c.Redirect(http.StatusSeeOther, payPath(c.Param("ref"))+"?"+seen.Encode())
}

// recordReturn notes, on our own site, that the customer came back from the
// bank, and shows the payment. What else the return claims is ignored.
func (s *server) recordReturn(c echo.Context) error {
	v, err := s.openPayment(c)
	if err != nil {
		return s.noSession(c, err)
	}
	v.Progress, v.why = v.Progress.ComeBack(), checkNow // a returning customer wants to know
	s.audit(c, v, "back from the bank")
	if _, err := s.run(c, v, nil); err != nil {
		return err
	}
	return c.Redirect(http.StatusSeeOther, v.path)
}
