//go:build !sandbox

package application

import (
	"context"
	"fmt"
	"log/slog"
	"runtime/debug"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"payapp/apiclient"
	"payapp/handlers"
	"payapp/i18n"
	"payapp/internal/relay"
	"payapp/internal/session"
	"payapp/internal/site"
	"payapp/internal/stream"
	"payapp/internal/tracing"
	"payapp/internal/upstream"
	"payapp/methods"
)

// Config is what an application is made of. The first four fields are
// mandatory. It has a field for each thing that the program and tests of the
// whole set differently.
type Config struct {
	// GatewayURL is {base_url} of the gateway's interface.
	GatewayURL string
	// Keys seal the customers' sessions, newest first.
	Keys      [][]byte
	Catalogue *methods.Catalogue
	Logger    *slog.Logger

	site.Settings // of the pages, handed down as they are

	// StoreURL is the address of the store that replicas share, "" for a single
	// replica.
	StoreURL string
	// AnyKey: a session key that no running replica has is meant to be a new one.
	AnyKey bool
	// Rate is the gateway's limit in requests a second; 0 means 10.
	Rate float64
	// GlobalRate: the limit counts all merchants together.
	GlobalRate bool
	// Timings of calls to the gateway; a zero value means its default.
	Timings apiclient.Timings

	// Tracing follows requests and calls of the gateway; nil means it doesn't.
	Tracing *tracing.Tracing
	// Metrics is where requests are counted; nil means they aren't.
	Metrics prometheus.Registerer
	// Patience is how long a page waits for the gateway, in line or for an
	// answer; 0 means what suits each call. NamePatience is the same for the
	// merchant's name.
	Patience, NamePatience time.Duration
	// Streams are the limits of event streams; a zero value means its default.
	Streams stream.Config
	// Bundle is every language; nil is i18n.Load's.
	Bundle *i18n.Bundle
	// Now is the clock of all parts; nil is time.Now.
	Now func() time.Time
}

// Languages are the tags of the pages' languages (BCP 47).
func Languages() []string { return i18n.Tags() }

// Application is the application as browsers reach it, with its background
// work.
type Application struct {
	*handlers.Handler
	Upstream *upstream.Client
}

// Close waits until creations and references under way are done, or ctx ends,
// and then ends the background work. Call it after the last request.
func (a *Application) Close(ctx context.Context) {
	a.Upstream.Finish(ctx)
	a.Upstream.Close()
}

// New wires the application: client, limiter, cookies, words, pages. It fails
// if one of them rejects its part of the Config.
func New(cfg Config) (*Application, error) {
	if cfg.Now == nil {
		cfg.Now = time.Now
	}
	cfg.Logger = cfg.Tracing.Logger(cfg.Logger)
	var calls *upstream.Client
	client, err := apiclient.New(apiclient.Config{
		BaseURL:          cfg.GatewayURL,
		Transport:        cfg.Tracing.Transport(cfg.GatewayURL, apiclient.SharedTransport()),
		RedirectProperty: cfg.Catalogue.RedirectProperty,
		QRProperty:       cfg.Catalogue.QRProperty,
		ReferencePath:    cfg.Catalogue.ReferencePath,
		StatusWords:      cfg.Catalogue.StatusWords,
		Timings:          cfg.Timings,
		Logger:           cfg.Logger,
		Now:              cfg.Now,
		Differs:          func(assumption string) { calls.Differs(assumption) },
	})
	if err != nil {
		return nil, fmt.Errorf("gateway client: %w", err)
	}
	sealer, err := session.New(session.Config{Keys: cfg.Keys, Secure: cfg.Secure, Now: cfg.Now})
	if err != nil {
		return nil, err
	}
	if cfg.Bundle == nil {
		if cfg.Bundle, err = i18n.Load(); err != nil {
			return nil, err
		}
	}
	vault, err := session.NewVault(cfg.Keys)
	if err != nil {
		return nil, err
	}
	calls, err = upstream.New(client, upstream.Config{
		Rate: cfg.Rate, Global: cfg.GlobalRate, Patience: cfg.Patience, NamePatience: cfg.NamePatience, Logger: cfg.Logger, Now: cfg.Now,
		Store: cfg.StoreURL, Vault: vault, AnyKey: cfg.AnyKey, Metrics: cfg.Metrics, Relayed: cfg.CallbackRelay,
		Memory: debug.SetMemoryLimit(-1), // GOMEMLIMIT, or more than there is
	})
	if err != nil {
		return nil, err
	}
	pages, err := handlers.New(handlers.Config{
		Upstream:  calls,
		Sealer:    sealer,
		Catalogue: cfg.Catalogue,
		Bundle:    cfg.Bundle,
		Logger:    cfg.Logger,
		Now:       cfg.Now,
		Settings:  cfg.Settings,
		Relay:     callbackRelay(cfg),
		Tracing:   cfg.Tracing,
		Metrics:   cfg.Metrics,
		Streams:   cfg.Streams,
	})
	if err != nil {
		calls.Close()
		return nil, err
	}
	return &Application{pages, calls}, nil
}

// callbackRelay makes the client that calls merchants, if the relay is on. Only
// the sandbox's shop is on this machine.
func callbackRelay(cfg Config) handlers.Relay {
	if !cfg.CallbackRelay {
		return nil
	}
	return relay.New(relay.Config{AllowHTTP: cfg.AllowHTTP, AllowLoopback: cfg.Sandbox})
}
