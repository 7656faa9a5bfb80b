package handlers

import (
	"net/http"
	"net/url"
	"strings"

	"github.com/labstack/echo/v4"

	"payapp/scenarios"
)

// landingURL is what the gateway gets as returnUrl: our own landing, so that
// the customer sees the status after the bank, with the shop's address signed
// inside (docs/adr: the return landing).
func (s *Server) landingURL(c echo.Context, v *visit) string {
	to := v.instruction.ReturnURL
	query := url.Values{"to": {to}, "sig": {s.Sealer.Sign("return", v.ref, to)}}
	return s.publicURL(c) + "/return/" + v.ref + "?" + query.Encode()
}

// landFromBank takes the customer back from a bank, by GET or by cross-site
// POST, without a cookie. It believes nothing and leads to the payment's own
// address, where the cookie is.
func (s *Server) landFromBank(c echo.Context) error {
	query := url.Values{"returned": {"1"}}
	in := c.Request().URL.Query()
	if to, sig := in.Get("to"), in.Get("sig"); s.signedReturn(c.Param("ref"), to, sig) {
		query.Set("to", to)
		query.Set("sig", sig)
	}
	c.Response().Header().Set("Referrer-Policy", "no-referrer")
	return c.Redirect(http.StatusSeeOther, payPath(c.Param("ref"))+"?"+query.Encode())
}

// signedReturn reports whether the shop's address in a return is ours.
func (s *Server) signedReturn(ref, to, sig string) bool {
	return to != "" && s.Sealer.Verify(sig, "return", ref, to) && scenarios.IsWebAddress(to, s.AllowHTTP)
}

// returnURL is the way back to the shop. Once the payment exists the gateway's
// echo wins over the query's; an echo of our landing is unwrapped and checked.
func (s *Server) returnURL(v *visit, echoed string) string {
	given := v.instruction.ReturnURL
	if echoed == "" || echoed == given {
		return given
	}
	u, err := url.Parse(echoed)
	if err != nil || !scenarios.IsWebAddress(echoed, true) {
		return given
	}
	if ref, ok := strings.CutPrefix(u.Path, "/return/"); ok {
		q := u.Query()
		// What the sealed instruction says, too, needs no signature.
		if to := q.Get("to"); given != "" && to == given || s.signedReturn(ref, to, q.Get("sig")) {
			return to
		}
		if ref == v.ref || s.PublicURL != "" && strings.HasPrefix(echoed, s.PublicURL+"/return/") {
			return given // a landing of ours would lead in a circle
		}
	}
	if !scenarios.IsWebAddress(echoed, s.AllowHTTP) {
		return given
	}
	return echoed
}

// noSession answers a payment's address in a browser that has no cookie for
// it: after a bank's return with the signed way back to the shop.
func (s *Server) noSession(c echo.Context, err error) error {
	q := c.QueryParams()
	if q.Has("returned") {
		p := problem{code: problemReturnNoSession, cause: err}
		if to := q.Get("to"); s.signedReturn(c.Param("ref"), to, q.Get("sig")) {
			p.returnURL = to
		}
		return s.renderProblem(c, p)
	}
	return s.renderProblem(c, problem{code: problemSessionMissing, cause: err})
}
