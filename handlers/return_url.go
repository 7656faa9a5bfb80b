package handlers

import (
	"cmp"
	"net/url"
	"strings"

	"github.com/labstack/echo/v4"

	"payapp/internal/known"
	"payapp/internal/links"
	"payapp/internal/query"
)

// publicURL is our own public address.
func (s *server) publicURL(c echo.Context) string {
	return cmp.Or(s.PublicURL, c.Scheme()+"://"+c.Request().Host)
}

// landingURL is the returnUrl for the gateway: our own landing, so that the
// customer sees the status after the bank, with the shop's address signed
// inside (docs/adr: the return landing).
func (s *server) landingURL(c echo.Context, v *visit, sent known.Sent) string {
	return s.publicURL(c) + s.landing(v) + choiceParam + s.Sealer.Mark(choiceOf(v, sent)...)
}

// choiceParam begins the last parameter of a landing: a mark of what was chosen.
// The gateway echoes the address (interface.md, Payin create response), so its
// answer says which of several creations it took.
const choiceParam = "&z="

func choiceOf(v *visit, sent known.Sent) []string {
	return []string{"choice", v.ref, sent.Method, sent.Operator.Code}
}

// viewOf is what is known, without what was sent in vain by the gateway's own
// echo: then nothing of it is said.
func (s *server) viewOf(v *visit) known.View {
	p := v.payment
	landing, mark, echoed := strings.Cut(p.ReturnURL.Is, choiceParam)
	if !echoed || len(p.Sent) == 0 || !strings.Contains(landing, "/return/"+v.ref+"?") {
		return p.View() // not our landing, or of a time before the mark
	}
	var taken []known.Sent
	for _, sent := range p.Sent {
		if s.Sealer.Marked(mark, choiceOf(v, sent)...) {
			sent.Taken = true
			taken = append(taken, sent)
		}
	}
	p.Sent = taken
	return p.View()
}

// landing is that address without its host.
func (s *server) landing(v *visit) string {
	to := v.Order.ReturnURL
	return "/return/" + v.ref + "?sig=" + s.Sealer.SignShort("return", v.ref, to) + "&to=" + packed(to)
}

// packed is an address as part of a landing. Gateways limit the length of a returnUrl,
// so only what somebody could take for a part of the landing is escaped.
func packed(address string) string { return plainSigns.Replace(url.QueryEscape(address)) }

var plainSigns = strings.NewReplacer("%2F", "/", "%3A", ":", "%40", "@", "%2C", ",")

// returnURL is the way back to the shop. Once the payment exists the gateway's
// echo takes precedence over the link's; an echo of our landing is unwrapped
// and checked.
func (s *server) returnURL(v *visit, echoed string) string {
	given := v.Order.ReturnURL
	landing, _, _ := strings.Cut(echoed, choiceParam)
	if echoed == "" || echoed == given || strings.HasSuffix(landing, s.landing(v)) {
		return given // as nearly always, and cheaper than parsing it
	}
	u, err := url.Parse(echoed)
	if err != nil || !links.Return(echoed, true, s.ReturnSchemes) {
		return given
	}
	if ref, ok := strings.CutPrefix(u.Path, "/return/"); ok {
		q := u.Query()
		// An address that is also in the sealed order needs no signature.
		if to := q.Get("to"); given != "" && to == given || s.signedReturn(ref, to, q.Get("sig")) {
			return to
		}
		if ref == v.ref || s.PublicURL != "" && strings.HasPrefix(echoed, s.PublicURL+"/return/") {
			return given // a landing of ours would redirect in a circle
		}
	}
	if !s.leadsBack(echoed) {
		return given
	}
	return echoed
}

// leadsBack reports whether an address may be the way back to a shop.
func (s *server) leadsBack(address string) bool {
	return links.Return(address, s.AllowHTTP, s.ReturnSchemes)
}

// signedBack is the shop's address of a landing with our signature; "" if there is
// none. Banks add parameters of their own, before ours, with the same names, or with
// HTML's spelling of what separates them.
func (s *server) signedBack(c echo.Context) (to, sig string) {
	raw, tried := c.Request().URL.RawQuery, 0
	for to := range query.Like(raw, "to") {
		for sig := range query.Like(raw, "sig") {
			if tried++; tried > maxSigned {
				return "", ""
			}
			if s.signedReturn(c.Param("ref"), to, sig) {
				return to, sig
			}
		}
	}
	return "", ""
}

// maxSigned is how many pairs of address and signature are tried.
const maxSigned = 16

// signedReturn reports whether we signed the shop's address in a return.
func (s *server) signedReturn(ref, to, sig string) bool {
	return to != "" && s.Sealer.VerifyShort(sig, "return", ref, to) && s.leadsBack(to)
}
