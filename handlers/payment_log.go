package handlers

import (
	"log/slog"

	"github.com/labstack/echo/v4"

	"payapp/handlers/internal/middleware"
)

// names are what every line about a payment has, so that one order can be
// followed through the logs of all replicas: its id, the ref of its addresses, the
// one of its callbacks and, once the gateway has accepted the token, the
// merchant. No line has a token, or anything that the customer typed.
func (v *visit) names() []slog.Attr {
	attrs := append(make([]slog.Attr, 0, 8),
		slog.String("order", v.Order.IDPayin), slog.String("ref", v.ref), slog.String("callback_ref", v.paymentID()))
	if v.Verified && v.caller.Merchant != "" {
		attrs = append(attrs, slog.String("merchant", v.caller.Merchant))
	}
	return attrs
}

// audit writes down that something happened to the payment.
func (s *server) audit(c echo.Context, v *visit, what string, attrs ...slog.Attr) {
	line := append(v.names(), slog.String("support_code", middleware.SupportCode(c)))
	s.Logger.LogAttrs(c.Request().Context(), slog.LevelInfo, what, append(line, attrs...)...)
}
