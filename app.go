package main

import (
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"time"

	"github.com/prometheus/client_golang/prometheus"

	"payapp/apiclient"
	"payapp/handlers"
	"payapp/i18n"
	"payapp/internal/config"
	"payapp/internal/money"
	"payapp/internal/session"
	"payapp/internal/watch"
	"payapp/methods"
)

// app is one running application.
type app struct {
	cfg        config.Config
	logger     *slog.Logger
	gatewayURL string // {base_url}: the configured gateway's or the sandbox's
	keys       [][]byte
	metrics    *prometheus.Registry
	servers    []*server
	// announce tells the sandbox's shop where its customers go; nil without a
	// sandbox.
	announce func(applicationURL string)
}

// handler wires the application: client, budget, cookies, catalogue, words.
func (a *app) handler() (http.Handler, error) {
	if a.cfg.GatewayURL != nil {
		a.gatewayURL = a.cfg.GatewayURL.String()
	}
	if keys := a.cfg.SessionKeys.Reveal(); len(keys) > 0 {
		a.keys = keys // the sandbox's own otherwise
	}
	catalogue, err := loadCatalogue(a.cfg.Catalogue)
	if err != nil {
		return nil, err
	}
	for code, units := range catalogue.AddedCurrencies() {
		money.Register(code, units)
	}
	client, err := apiclient.New(apiclient.Config{
		BaseURL:          a.gatewayURL,
		RedirectProperty: catalogue.RedirectProperty(),
		ReferencePath:    catalogue.ReferencePath(),
		Logger:           a.logger,
	})
	if err != nil {
		return nil, fmt.Errorf("gateway client: %w", err)
	}
	sealer, err := session.New(session.Config{Keys: a.keys, Secure: a.cfg.Secure()})
	if err != nil {
		return nil, err
	}
	bundle, err := i18n.Load()
	if err != nil {
		return nil, err
	}
	a.metrics = newMetrics()
	public := ""
	if a.cfg.PublicURL != nil {
		public = a.cfg.PublicURL.String()
	}
	return handlers.New(handlers.Config{
		Gateway: watch.New(client, watch.Config{
			Rate: float64(a.cfg.GatewayRate), Scope: string(a.cfg.GatewayRateScope), Logger: a.logger,
		}),
		Sealer:         sealer,
		Catalogue:      catalogue,
		Bundle:         bundle,
		Logger:         a.logger,
		Now:            time.Now,
		PublicURL:      public,
		AllowHTTP:      a.cfg.AllowHTTPReturn,
		Sandbox:        a.cfg.Embedded(),
		TrustedProxies: a.cfg.TrustedProxies,
		Branding:       a.cfg.Branding,
		Metrics:        a.metrics,
	})
}

func loadCatalogue(path string) (*methods.Catalogue, error) {
	if path == "" {
		return methods.Default(), nil
	}
	return methods.LoadFile(path)
}

// listen takes the application's port and the operator's.
func (a *app) listen(handler http.Handler) error {
	if err := a.add("application", a.cfg.Addr, handler); err != nil {
		return err
	}
	if a.announce != nil && a.cfg.PublicURL == nil {
		a.announce(a.servers[len(a.servers)-1].address()) // known now, also where the port was 0
	}
	return a.add("admin", a.cfg.AdminAddr, a.adminHandler())
}

// add takes a port now, so that one in use is an error before the banner.
func (a *app) add(name, addr string, handler http.Handler) error {
	listener, err := net.Listen("tcp", addr)
	if err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	a.servers = append(a.servers, newServer(name, listener, handler, a.logger))
	return nil
}

// banner says where to go.
func (a *app) banner(w io.Writer) {
	line := func(what, address string) { fmt.Fprintf(w, "  %-12s %s\n", what, address) }
	fmt.Fprintln(w, "payapp is ready.")
	for _, s := range a.servers {
		address := s.address()
		switch s.name {
		case "application":
			line("pay", address+"/")
			line("status", address+"/status")
		case "admin":
			line("admin", address+"/metrics, /healthz, /readyz")
		case "sandbox":
			line("sandbox", address+"/       the gateway's interface")
			line("shop", address+"/shop   begin here")
			line("console", address+"/console")
		}
	}
	if a.cfg.Embedded() {
		fmt.Fprintln(w, "The sandbox is on: no real money moves. Ctrl-C stops.")
	}
}
