package handlers

import (
	"log/slog"
	"testing"
	"time"

	"payapp/i18n"
	"payapp/internal/once"
	"payapp/internal/presenter"
	"payapp/internal/site"
	"payapp/methods"
)

// noon is the time of tests from inside.
var noon = time.Date(2026, 11, 21, 5, 0, 0, 0, time.UTC)

// inside is a server without a gateway, for tests of one of its parts.
func inside(t *testing.T) *server {
	t.Helper()
	bundle, err := i18n.Load()
	if err != nil {
		t.Fatal(err)
	}
	pages, err := presenter.New(bundle, methods.Default(), site.Settings{})
	if err != nil {
		t.Fatal(err)
	}
	return &server{
		Config: Config{
			Upstream: &takenBack{}, Catalogue: methods.Default(), Bundle: bundle, Logger: slog.New(slog.DiscardHandler),
			Now: func() time.Time { return noon }, Settings: site.Settings{PublicURL: "https://pay.example"},
		},
		presenter: pages, brands: newBrands(nil), alarms: once.NewAlarms(func() time.Time { return noon }), stopped: once.NewAlarms(func() time.Time { return noon }),
		metrics: newMetrics(nil, func() int { return 0 }), refusals: newRefusals(),
	}
}
