package handlers

import (
	"cmp"
	"context"
	"errors"
	"log/slog"
	"net"
	"net/http"
	"strings"
	"sync/atomic"
	"time"
	"unicode"

	"github.com/labstack/echo/v4"
	"golang.org/x/time/rate"

	"payapp/apiclient"
	"payapp/handlers/internal/middleware"
	"payapp/internal/links"
	"payapp/methods"
	"payapp/scenarios"
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

const (
	refusedEvery = time.Second // between two lines, once refusedBurst were written
	refusedBurst = 20
	claimedMost  = 32 // characters of a claim; a merchant's code is shorter, and a token's first ones are the same in all
)

// refusals are the lines about refused links and tokens: with which merchant's they
// claim to be, so that a shop whose tokens broke is found, and one whose customers a
// stranger imitates. Anybody can send a link, so the lines are bounded.
type refusals struct {
	written *rate.Limiter
	left    atomic.Int64 // not written since the last line
}

func newRefusals() *refusals {
	return &refusals{written: rate.NewLimiter(rate.Every(refusedEvery), refusedBurst)}
}

// noteRefused logs a link or token that is refused. What it claims may be anything.
func (s *server) noteRefused(c echo.Context, problem, claimed string) {
	if !s.refusals.written.AllowN(s.Now(), 1) {
		s.refusals.left.Add(1)
		return
	}
	s.Logger.LogAttrs(c.Request().Context(), slog.LevelWarn, "refused", slog.String("problem", problem),
		slog.String("unverified_merchant", claimText(claimed)), slog.Int64("not_logged", s.refusals.left.Swap(0)),
		slog.String("support_code", middleware.SupportCode(c)))
}

// noteRefusedToken does so for a payment's page, whose token the gateway has refused.
func (s *server) noteRefusedToken(c echo.Context, v *visit) {
	claimed := v.Order.MerchantCode
	if claims, ok := apiclient.ReadClaims(v.Order.Token); ok && claimed == "" { // a status link names nobody
		claimed = claims.MerchantCode
	}
	s.noteRefused(c, scenarios.ProblemTokenRejected, claimed)
}

// claimText is a claim as a log may have it: its beginning, without what can't be
// seen.
func claimText(claimed string) string {
	signs, rest := []rune(claimed), ""
	if len(signs) > claimedMost {
		signs, rest = signs[:claimedMost], "…"
	}
	return strings.Map(func(r rune) rune {
		if !unicode.IsGraphic(r) {
			return '?'
		}
		return r
	}, string(signs)) + rest
}
