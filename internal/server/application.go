//go:build !sandbox

package server

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"

	"github.com/prometheus/client_golang/prometheus"

	"payapp/internal/application"
	"payapp/internal/build"
	"payapp/internal/config"
	"payapp/internal/tracing"
)

// Run serves the application with the settings in environ until ctx ends. The
// banner goes to stdout, the log to stderr. The error is for whoever started
// it: it lists all faults of the configuration, and contains no secret.
func Run(ctx context.Context, environ []string, stdout, stderr io.Writer) error {
	cfg, err := config.Load(environ, config.Build{Sandbox: SandboxBuiltIn, Languages: application.Languages()})
	if err != nil {
		return fmt.Errorf("payapp can't start with this configuration:\n%w", errors.Join(err, catalogueFaults(environ)))
	}
	logger, lines := newLogger(cfg, stderr)
	defer lines.close()
	traces := tracing.Start(build.Current().Version, logger)
	a, err := newApp(ctx, cfg, traces, logger, lines)
	if err != nil {
		return err
	}
	defer a.stop()
	a.banner(stdout)
	err = a.serve(ctx)
	traces.Close(context.WithoutCancel(ctx))
	return stopped(err)
}

// newApp starts what is configured, each part on its port.
func newApp(ctx context.Context, cfg config.Config, traces *tracing.Tracing, logger *slog.Logger, lines *logLines) (*app, error) {
	if !cfg.Site.Sandbox {
		a := &app{logger: logger, drainDelay: cfg.DrainDelay, stop: func() {}, lines: lines}
		return a, a.listen(cfg, gateway{cfg.GatewayURL.String(), cfg.SessionKeys.Reveal()}, traces)
	}
	box, err := startSandbox(ctx, cfg, logger)
	if err != nil {
		return nil, err
	}
	a := &app{
		logger: logger, sandbox: box.server, drainDelay: cfg.DrainDelay, stop: box.stop, faulty: !cfg.Sandbox.Calm, lines: lines,
	}
	cfg.Site.Calls = box.calls
	to := gateway{box.server.address(), box.keys}
	if keys := cfg.SessionKeys.Reveal(); len(keys) > 0 {
		to.keys = keys
	}
	if err := a.listen(cfg, to, traces); err != nil {
		box.stop()
		return nil, err
	}
	if cfg.Site.PublicURL == "" {
		box.announce(a.application.address()) // known only now if the configured port was 0
	}
	return a, nil
}

// listen opens the application's port and the operators'.
func (a *app) listen(cfg config.Config, to gateway, traces *tracing.Tracing) error {
	logStart(cfg, to.keys, traces != nil, descriptorLimit(), a.logger)
	metrics := newMetrics()
	registerProcess(metrics, to.keys, cfg.SessionKeys.Made, a.lines)
	handler, err := newHandler(cfg, to, traces, metrics, a.logger)
	if err != nil {
		return err
	}
	if a.application, err = listenOn("application", cfg.Addr, handler, a.logger); err != nil {
		return err
	}
	if most := mostConnections(descriptorLimit()); most > 0 { // where that is known
		a.application.listener = newCrowd(a.application.listener, most)
	}
	a.admin, err = listenOn("admin", cfg.AdminAddr, a.adminHandler(metrics, handler.Upstream, cfg), a.logger)
	return err
}

// gateway is the gateway that the pages use.
type gateway struct {
	url  string   // {base_url}
	keys [][]byte // of customers' sessions
}

// newHandler makes the application from the configuration.
func newHandler(
	cfg config.Config, to gateway, traces *tracing.Tracing, metrics prometheus.Registerer, logger *slog.Logger,
) (*application.Application, error) {
	catalogue, err := LoadCatalogue(cfg.Catalogue)
	if err != nil {
		return nil, err
	}
	for _, warning := range catalogue.Warnings {
		logger.Warn("something in the catalogue file does nothing", "reason", warning)
	}
	return application.New(application.Config{
		GatewayURL: to.url,
		Keys:       to.keys,
		Catalogue:  catalogue,
		Logger:     logger,
		StoreURL:   cfg.RedisURL.Reveal(),
		AnyKey:     cfg.ReplaceSessionKeys,
		Rate:       float64(cfg.GatewayRate),
		GlobalRate: cfg.GatewayRateScope == config.ScopeGlobal,
		Settings:   cfg.Site,
		Tracing:    traces,
		Metrics:    metrics,
	})
}

// catalogueFaults are the faults inside the catalogue file, to be reported
// together with those of the settings. A file that can't be read is a fault of
// the settings.
func catalogueFaults(environ []string) error {
	cfg, err := config.Only(environ, "PAYAPP_CATALOGUE")
	if err != nil {
		return nil //nolint:nilerr // config.Load tells it
	}
	_, err = LoadCatalogue(cfg.Catalogue)
	return err
}
