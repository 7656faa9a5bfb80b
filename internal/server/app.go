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
	"payapp/money"
)

// app is one running application: its ports, each taken already. One that it
// hasn't is nil.
type app struct {
	logger                      *slog.Logger
	application, admin, sandbox *server
	draining                    atomic.Bool                          // no new work, please: it lets what runs finish
	drainDelay                  time.Duration                        // how long it still takes work meanwhile
	after                       func(time.Duration) <-chan time.Time // the clock of that; nil is time.After
	stop                        func()                               // for after it has served
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
	a := &app{logger: logger, sandbox: box.server, drainDelay: cfg.DrainDelay, stop: box.stop}
	to := gateway{box.server.address(), box.keys}
	if keys := cfg.SessionKeys.Reveal(); len(keys) > 0 {
		to.keys = keys
	}
	if err := a.listen(cfg, to); err != nil {
		box.stop()
		return nil, err
	}
	if cfg.Site.PublicURL == "" {
		box.announce(a.application.address()) // known now, also where the port was 0
	}
	return a, nil
}

// listen takes the application's port and the operators'.
func (a *app) listen(cfg config.Config, to gateway) error {
	metrics := newMetrics()
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

// servers are the ports in the order in which they stop: customers first, who
// still need the gateway; then operators, who watch them go; the sandbox last.
func (a *app) servers() []*server {
	var all []*server
	for _, s := range []*server{a.application, a.admin, a.sandbox} {
		if s != nil {
			all = append(all, s)
		}
	}
	return all
}

// embedded is the sandbox in this process, and what it lends the application.
type embedded struct {
	server *server
	keys   [][]byte // of sessions, where none are configured
	// announce tells the shop where its customers go.
	announce func(applicationURL string)
	stop     func()
}

// gateway is whom the pages talk to.
type gateway struct {
	url  string   // {base_url}
	keys [][]byte // of customers' sessions
}

// newHandler makes the application as the configuration says.
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

// LoadCatalogue reads the catalogue file, where one is configured, and makes
// its currencies known.
func LoadCatalogue(path string) (*methods.Catalogue, error) {
	if path == "" {
		return methods.Default(), nil
	}
	catalogue, err := methods.LoadFile(path)
	if err != nil {
		return nil, fmt.Errorf("PAYAPP_CATALOGUE: %w", err)
	}
	for _, currency := range catalogue.AddedCurrencies() {
		money.Register(currency)
	}
	return catalogue, nil
}

// catalogueFaults are those inside the catalogue file, to be told together with
// those of the settings. A file that can't be read is one of these.
func catalogueFaults(environ []string) error {
	path, err := config.Catalogue(environ)
	if err != nil {
		return nil //nolint:nilerr // config.Load tells it
	}
	_, err = LoadCatalogue(path)
	return err
}

// banner says where to go.
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
		fmt.Fprintln(w, "The sandbox is on: no real money moves. Ctrl-C stops.")
	}
}
