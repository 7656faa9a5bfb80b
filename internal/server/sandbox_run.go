package server

import (
	"context"
	"errors"
	"fmt"
	"io"

	"payapp/internal/config"
)

// RunSandbox serves the sandbox without the application, with the settings
// PAYAPP_SANDBOX_…, until ctx ends. The banner goes to stdout, the log to
// stderr.
func RunSandbox(ctx context.Context, environ []string, stdout, stderr io.Writer) error {
	if other, err := config.Only(environ, "PAYAPP_GATEWAY_URL"); err != nil || other.GatewayURL != nil {
		return errors.New("the sandbox and PAYAPP_GATEWAY_URL exclude each other: it stands in for the gateway that the variable names")
	}
	cfg, err := config.Load(environ, config.Build{Sandbox: true})
	if err != nil {
		return fmt.Errorf("the sandbox can't start with this configuration:\n%w", err)
	}
	logger, lines := newLogger(cfg, stderr)
	defer lines.close()
	box, err := startSandbox(ctx, cfg, logger)
	if err != nil {
		return err
	}
	defer box.stop()
	a := &app{logger: logger, sandbox: box.server, drainDelay: cfg.DrainDelay, faulty: !cfg.Sandbox.Calm}
	a.banner(stdout)
	return stopped(a.serve(ctx))
}

// stopped removes the error that means a normal stop.
func stopped(err error) error {
	if errors.Is(err, context.Canceled) {
		return nil
	}
	return err
}
