package handlers_test

import (
	"context"
	"log/slog"
	"net/http"
	"strings"
	"testing"

	"payapp/apiclient"
	"payapp/handlers"
	"payapp/i18n"
	"payapp/internal/known"
	"payapp/internal/session"
	"payapp/internal/site"
	"payapp/internal/upstream"
	"payapp/methods"
	"payapp/money"
)

// broken is a gateway that panics over the options.
type broken struct {
	handlers.Upstream
	clock *clock
}

func (b broken) Last(upstream.Caller, string) (known.Payment, error)           { return known.Payment{}, nil }
func (b broken) MerchantName(context.Context, upstream.Caller) (string, error) { return "", nil }
func (b broken) Options(context.Context, upstream.Caller, money.Money, upstream.Ask) (apiclient.Options, error) {
	panic("boom")
}
func (b broken) Payin(context.Context, upstream.Caller, string, known.Payment, upstream.Ask) (known.Payment, error) {
	return known.Missed(b.clock.now()), nil
}

// Fault 43: the calls of a page go side by side, and a panic in one of them is
// this page's alone. The log has the place.
func TestFault43_PanicBesideTheRequest(t *testing.T) {
	w := setup(t)
	b := w.browser()
	at := b.Enter(w.link("10", "THB")).Want(200, "options").URL.Path
	w.panicking()
	b.Get(at).Want(500, "problem").WantHook("problem", "internal")
	b.Get("/robots.txt") // it lives
	if log := w.log.String(); !strings.Contains(log, "boom") || !strings.Contains(log, "broken.Options") {
		t.Error("neither cause nor place is logged")
	}
}

// panicking puts a replica whose gateway is broken in the application's place.
func (w *world) panicking() {
	w.t.Helper()
	sealer, err := session.New(session.Config{Keys: w.keys, Now: w.clock.now})
	if err != nil {
		w.t.Fatal(err)
	}
	bundle, err := i18n.Load()
	if err != nil {
		w.t.Fatal(err)
	}
	var replica http.Handler
	if replica, err = handlers.New(handlers.Config{
		Upstream: broken{clock: w.clock}, Sealer: sealer, Catalogue: methods.Default(), Bundle: bundle,
		Logger: slog.New(slog.NewMultiHandler(slog.NewTextHandler(w.log, nil), w.ending)), Now: w.clock.now, Settings: site.Settings{AllowHTTP: true, Sandbox: true},
	}); err != nil {
		w.t.Fatal(err)
	}
	w.replica.Store(&replica)
}
