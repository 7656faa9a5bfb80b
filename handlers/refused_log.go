package handlers

import (
	"log/slog"
	"strings"
	"sync/atomic"
	"time"
	"unicode"

	"github.com/labstack/echo/v4"
	"golang.org/x/time/rate"

	"payapp/apiclient"
	"payapp/handlers/internal/middleware"
	"payapp/scenarios"
)

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
	var text strings.Builder
	length := 0
	for _, r := range claimed {
		if length++; length > claimedMost {
			text.WriteString("…")
			break
		}
		if !unicode.IsGraphic(r) {
			r = '?'
		}
		text.WriteRune(r)
	}
	return text.String()
}
