package server

import (
	"context"
	"fmt"
	"io"
	"log/slog"
	"sync/atomic"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"payapp/internal/application"
	"payapp/internal/config"
	"payapp/methods"
	"payapp/methods/file"
	"payapp/money"
)

// app is one running application, with its ports open. A port that it doesn't
// have is nil.
type app struct {
	logger                      *slog.Logger
	application, admin, sandbox *server
	draining                    atomic.Bool                          // new work should go elsewhere; what runs may finish
	drainDelay                  time.Duration                        // how long it accepts work while draining
	after                       func(time.Duration) <-chan time.Time // the timer for drainDelay; nil is time.After
	stop                        func()                               // called after serving
	faulty                      bool                                 // the sandbox goes wrong of its own accord
}

// newApp starts what is configured, each part on its port.
func newApp(ctx context.Context, cfg config.Config, logger *slog.Logger) (*app, error) {
	if !cfg.Site.Sandbox {
		a := &app{logger: logger, drainDelay: cfg.DrainDelay, stop: func() {}}
		return a, a.listen(cfg, gateway{cfg.GatewayURL.String(), cfg.SessionKeys.Reveal()})
	}
	box, err := startSandbox(ctx, cfg, logger)
	if err != nil {
		return nil, err
	}
	a := &app{logger: logger, sandbox: box.server, drainDelay: cfg.DrainDelay, stop: box.stop, faulty: !cfg.Sandbox.Calm}
	to := gateway{box.server.address(), box.keys}
	if keys := cfg.SessionKeys.Reveal(); len(keys) > 0 {
		to.keys = keys
	}
	if err := a.listen(cfg, to); err != nil {
		box.stop()
		return nil, err
	}
	if cfg.Site.PublicURL == "" {
		box.announce(a.application.address()) // known only now if the configured port was 0
	}
	return a, nil
}

// listen opens the application's port and the operators'.
func (a *app) listen(cfg config.Config, to gateway) error {
	logStart(cfg, to.keys, descriptorLimit(), a.logger)
	metrics := newMetrics()
	registerIdentity(metrics, to.keys)
	handler, err := newHandler(cfg, to, metrics, a.logger)
	if err != nil {
		return err
	}
	if a.application, err = listenOn("application", cfg.Addr, handler, a.logger); err != nil {
		return err
	}
	a.admin, err = listenOn("admin", cfg.AdminAddr, a.adminHandler(metrics), a.logger)
	return err
}

// servers are the ports in the order in which they stop: first the customers',
// whose requests still need the gateway; then the operators', who watch; the
// sandbox last.
func (a *app) servers() []*server {
	var all []*server
	for _, s := range []*server{a.application, a.admin, a.sandbox} {
		if s != nil {
			all = append(all, s)
		}
	}
	return all
}

// embedded is the sandbox in this process, and what it provides to the
// application.
type embedded struct {
	server *server
	keys   [][]byte // of sessions, if none are configured
	// announce tells the shop the application's address.
	announce func(applicationURL string)
	stop     func()
}

// gateway is the gateway that the pages use.
type gateway struct {
	url  string   // {base_url}
	keys [][]byte // of customers' sessions
}

// newHandler makes the application from the configuration.
func newHandler(cfg config.Config, to gateway, metrics prometheus.Registerer, logger *slog.Logger) (*application.Application, error) {
	catalogue, err := LoadCatalogue(cfg.Catalogue)
	if err != nil {
		return nil, err
	}
	return application.New(application.Config{
		GatewayURL: to.url,
		Keys:       to.keys,
		Catalogue:  catalogue,
		Logger:     logger,
		StoreURL:   cfg.RedisURL.Reveal(),
		Rate:       float64(cfg.GatewayRate),
		GlobalRate: cfg.GatewayRateScope == config.ScopeGlobal,
		Settings:   cfg.Site,
		Metrics:    metrics,
	})
}

// LoadCatalogue reads the catalogue file, if one is configured, and registers
// its currencies.
func LoadCatalogue(path string) (*methods.Catalogue, error) {
	if path == "" {
		return methods.Default(), nil
	}
	catalogue, err := file.LoadFile(path)
	if err != nil {
		return nil, fmt.Errorf("PAYAPP_CATALOGUE: %w", err)
	}
	for _, currency := range catalogue.AddedCurrencies {
		money.Register(currency)
	}
	return catalogue, nil
}

// catalogueFaults are the faults inside the catalogue file, to be reported
// together with those of the settings. A file that can't be read is a fault of
// the settings.
func catalogueFaults(environ []string) error {
	path, err := config.Catalogue(environ)
	if err != nil {
		return nil //nolint:nilerr // config.Load tells it
	}
	_, err = LoadCatalogue(path)
	return err
}

// banner prints the addresses.
func (a *app) banner(w io.Writer) {
	line := func(what, address string) { fmt.Fprintf(w, "  %-12s %s\n", what, address) }
	fmt.Fprintln(w, "payapp is ready.")
	if a.sandbox != nil {
		address := a.sandbox.address()
		line("sandbox", address+"/       the gateway's interface")
		line("shop", address+"/shop   begin here")
		line("console", address+"/console")
	}
	if a.application != nil {
		address := a.application.address()
		line("pay", address+"/")
		line("status", address+"/status")
	}
	if a.admin != nil {
		line("admin", a.admin.address()+"/metrics, /healthz, /readyz")
	}
	if a.sandbox != nil {
		if a.faulty {
			fmt.Fprintln(w, "The sandbox loses an answer now and then, as gateways do; with PAYAPP_SANDBOX_CALM=true it doesn't.")
		}
		fmt.Fprintln(w, "The sandbox is on: no real money moves. Ctrl-C stops.")
	}
}
