package handlers

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"net"
	"net/http"

	"github.com/labstack/echo/v4"

	"payapp/apiclient"
	"payapp/handlers/internal/middleware"
	"payapp/internal/links"
	"payapp/methods"
	"payapp/scenarios"
)

func (s *server) logFailure(c echo.Context, what string, err error) {
	s.Logger.LogAttrs(c.Request().Context(), slog.LevelError, what,
		slog.String("support_code", middleware.SupportCode(c)), slog.String("route", c.Path()), slog.Any("error", err))
}

// hasLeft reports whether an answer failed because the client had left.
func hasLeft(c echo.Context, err error) bool {
	var connection *net.OpError
	return c.Request().Context().Err() != nil || errors.As(err, &connection) && connection.Op == "write"
}

// logStep logs what a person should look into: steps that stop a payment
// although neither customer nor shop did anything wrong.
func (s *server) logStep(c echo.Context, v *visit, step scenarios.Step) {
	s.noteUnknownMethods(c.Request().Context(), v) // may be why there is nothing to choose
	s.noteUngranted(c.Request().Context(), v)
	s.noteStrangeCode(c.Request().Context(), v)
	p, ok := step.(scenarios.ShowProblem)
	if !ok || !s.stopped.First(v.ref+p.Code) { // once a state, however often its page asks again
		return
	}
	level := slog.LevelInfo
	switch p.Code {
	case scenarios.ProblemTokenRejected:
		s.noteRefusedToken(c, v)
	case scenarios.ProblemAmount, scenarios.ProblemLink, scenarios.ProblemNoWay:
		if s.alarms.First(v.paymentID() + p.Code) {
			level = slog.LevelError
		}
	}
	line := append(v.names(), slog.String("problem", p.Code), slog.String("support_code", middleware.SupportCode(c)))
	if p.Code == scenarios.ProblemLink { // an address too long, or one that leads elsewhere than it seems
		payin := v.Known.Payin
		address := cmp.Or(payin.RedirectURL, payin.DeepLink)
		line = append(line, slog.String("method", payin.MethodCode), slog.String("operator", payin.Operator.Code),
			slog.String("host", links.Host(address)), slog.Int("bytes", len(address)))
	}
	if name := stops[p.Code]; name != "" {
		s.Upstream.Differs(name)
	}
	s.Logger.LogAttrs(c.Request().Context(), level, "payment stopped", line...)
}

// stops are the assumptions about answers that stop a payment, by its problem.
var stops = map[string]string{
	scenarios.ProblemAmount: "amount-required", scenarios.ProblemLink: "link-schemes", scenarios.ProblemNoWay: "way-to-pay",
}

// noteStrangeCode counts codes that their method's apps can't read, and so aren't
// shown, and tells of each method's first: perhaps the catalogue file must name another
// property (qrProperty).
func (s *server) noteStrangeCode(ctx context.Context, v *visit) {
	payin := v.Known.Payin
	m, ok := s.Catalogue.Find(payin.MethodCode, payin.Money.Currency())
	if !ok || payin.QRCode == "" || m.TakesCode(payin.QRCode) {
		return
	}
	s.metrics.Problems.WithLabelValues("code-unreadable", "").Inc()
	s.Upstream.Differs("code-scheme")
	if s.alarms.First("code " + m.Code) {
		s.Logger.LogAttrs(ctx, slog.LevelWarn, "a code is none that the method's apps can read, and isn't shown",
			slog.String("method", m.Code), slog.String("wanted", m.CodeBegins), slog.Int("bytes", len(payin.QRCode)))
	}
}

// noteUngranted tells, once a merchant, that its tokens can't pass on the number
// that an offered method needs after paying: such a payment ends with a number
// that its customer keeps.
func (s *server) noteUngranted(ctx context.Context, v *visit) {
	if !v.opened || !v.Verified || v.Options == nil {
		return
	}
	claims, readable := apiclient.ReadClaims(v.Order.Token)
	path := "/payins/" + v.Order.IDPayin + "/" + cmp.Or(s.Catalogue.ReferencePath, apiclient.DefaultReferencePath)
	if !readable || claims.Allows(http.MethodPost, path) {
		return
	}
	for _, option := range v.Options.Methods {
		m, ok := s.Catalogue.Find(option.MethodCode, v.Order.Money.Currency())
		if ok && m.Reference == methods.ReferenceRequired && s.alarms.First("ungranted "+claims.MerchantCode+m.Code) {
			s.Upstream.Differs("reference-grant")
			s.Logger.LogAttrs(ctx, slog.LevelWarn, "the token doesn't grant the external reference that a method needs",
				slog.String("order", v.Order.IDPayin), slog.String("method", m.Code), slog.String("operation", "POST "+path))
		}
	}
}

// noteUnknownMethods counts offered methods that the catalogue lacks, and logs
// each once.
func (s *server) noteUnknownMethods(ctx context.Context, v *visit) {
	if v.Options == nil {
		return
	}
	currency := v.Order.Money.Currency()
	for _, option := range v.Options.Methods {
		code := option.MethodCode
		if _, known := s.Catalogue.Find(code, currency); known {
			continue
		}
		first, counted := s.unknown.Note(code, currency)
		if !counted {
			code = "other"
		}
		s.metrics.Unknown.WithLabelValues(code, currency).Inc()
		s.Upstream.Differs("uncoded-methods")
		if first {
			s.Logger.LogAttrs(ctx, slog.LevelWarn, "gateway offers a method that the catalogue doesn't have; left out",
				slog.String("code", code), slog.String("currency", currency))
		}
	}
}
