package handlers

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"net/http"
	"net/url"
	"regexp"
	"strings"

	"github.com/labstack/echo/v4"

	"payapp/apiclient"
	"payapp/internal/known"
	"payapp/internal/links"
	"payapp/internal/query"
	"payapp/internal/session"
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

// aboutReturn is how refusals speak of a returnUrl.
var aboutReturn = regexp.MustCompile(`(?i)\b(return|redirect|success)[ _.-]?(url|uri|link|address)`)

// noteRefusedReturn tells the operator if a creation was refused for our returnUrl:
// gateways limit its length, ours is longer than the shop's, and neither shop nor
// customer can do anything about it.
func (s *server) noteRefusedReturn(ctx context.Context, v *visit, failure *apiclient.Error) {
	if failure == nil || !errors.Is(failure, apiclient.ErrInvalid) && !errors.Is(failure, apiclient.ErrRefused) {
		return
	}
	speaks := aboutReturn.MatchString(failure.Code) || aboutReturn.MatchString(failure.Message)
	for _, field := range failure.Fields {
		speaks = speaks || aboutReturn.MatchString(field.Field) || aboutReturn.MatchString(field.Message)
	}
	if !speaks {
		return
	}
	s.metrics.ReturnsRefused.Inc()
	s.Upstream.Differs("return-length")
	if s.alarms.First("returnUrl refused") {
		ours := len(s.PublicURL) + len(s.landing(v)) + len(choiceParam) + session.MarkLen
		s.Logger.LogAttrs(ctx, slog.LevelError, "the gateway refuses our returnUrl", append(v.names(),
			slog.Int("characters", ours), slog.Int("characters_of_the_shop", len(v.Order.ReturnURL)), slog.Any("error", failure))...)
	}
}
