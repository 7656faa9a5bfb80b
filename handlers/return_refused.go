package handlers

import (
	"context"
	"errors"
	"log/slog"
	"regexp"

	"payapp/apiclient"
	"payapp/internal/session"
)

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
