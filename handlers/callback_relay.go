package handlers

import (
	"errors"
	"log/slog"
	"net/http"

	"github.com/labstack/echo/v4"

	"payapp/handlers/internal/middleware"
	"payapp/internal/links"
	"payapp/internal/relay"
)

// maxCallbackURL is the longest address that we ask a gateway to keep, in
// characters. A shop's own may be as long.
const maxCallbackURL = 2048

// callbackPurpose separates these signatures from those of returns.
const callbackPurpose = "callback"

// callbackURL is the callbackUrl for the gateway: the shop's own or, with the
// relay, ours with the shop's signed inside (docs/adr: the callback relay). If
// ours would be too long, the shop's is used without the relay: the payment
// matters more than its callbacks.
func (s *server) callbackURL(c echo.Context, ref, order, to string) string {
	if s.Relay == nil {
		return to
	}
	part := relay.Address{Order: order, To: to, Sig: s.Sealer.Sign(callbackPurpose, ref, order, to)}
	ours := s.publicURL(c) + "/callback/" + ref + "?" + part.Query()
	if len(ours) > maxCallbackURL {
		return to
	}
	return ours
}

// relayCallback takes the gateway's callback, has the payment read for those
// who watch it, and passes the callback on to the merchant. It answers only
// with the merchant's status, so that the gateway repeats what the merchant
// hasn't accepted. Nothing is stored, and nothing in the call is trusted.
func (s *server) relayCallback(c echo.Context) error {
	ref := c.Param("ref")
	ours, query, ok := relay.Split(c.Request().URL.RawQuery)
	outcome := "forged"
	defer func() { s.metrics.Relayed.WithLabelValues(outcome).Inc() }()
	if !ok || !s.Sealer.Verify(ours.Sig, callbackPurpose, ref, ours.Order, ours.To) || !links.Web(ours.To, s.AllowHTTP) {
		return errForged
	}
	s.Upstream.Nudge(ref) // first, so that the customer doesn't wait for a slow merchant
	status, err := s.Relay.Pass(c.Request().Context(), relay.Call{
		Payment: ref, To: ours.To, Query: query, ContentType: c.Request().Header.Get(echo.HeaderContentType), Body: middleware.ReadBody(c),
	})
	line := []slog.Attr{
		slog.String("order", ours.Order), slog.String("callback_ref", ref), slog.String("support_code", middleware.SupportCode(c)),
		slog.String("host", links.Host(ours.To)),
	}
	outcome = relay.OutcomeOf(status, err)
	if err != nil {
		status = statusOfRelay(err)
		line = append(line, slog.Int("status", status), slog.Any("error", err))
		s.Logger.LogAttrs(c.Request().Context(), slog.LevelWarn, "callback not passed on", line...)
	} else {
		s.Logger.LogAttrs(c.Request().Context(), slog.LevelInfo, "callback passed on", append(line, slog.Int("status", status))...)
	}
	if errors.Is(err, relay.ErrBusy) {
		c.Response().Header().Set(echo.HeaderRetryAfter, "2")
	}
	return c.NoContent(status)
}

// statusOfRelay is the status for the gateway if the merchant gave none.
func statusOfRelay(err error) int {
	switch {
	case errors.Is(err, relay.ErrBusy):
		return http.StatusServiceUnavailable
	case errors.Is(err, relay.ErrTimeout):
		return http.StatusGatewayTimeout
	default: // refused or unreachable
		return http.StatusBadGateway
	}
}
