package main

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"payapp/internal/cli"
	"payapp/internal/config"
)

const sandboxHelp = `Usage: payapp sandbox

Serves the stand-in for the gateway alone, without the application. It takes no flags; its settings
are environment variables, each also readable from a file named by the variable with _FILE after it:

  PAYAPP_SANDBOX_ADDR   where it listens (default 127.0.0.1:8081)
  PAYAPP_SANDBOX_DB     its SQLite file, or :memory:; by default in the user's cache folder
  PAYAPP_SANDBOX_KEY    the demo merchants' private key, PEM; by default demo-key.pem beside the database
  PAYAPP_SANDBOX_RATE   requests a second and merchant (default 10)
  PAYAPP_SANDBOX_CALM   true: no faults of its own accord
  PAYAPP_SANDBOX_STRICT true: grants and answers nothing that the interface doesn't show
  PAYAPP_DRAIN_DELAY    how long it still takes connections when it is told to stop (default 0s)
  PAYAPP_PUBLIC_URL     the application that the shop's RedirectURLs lead to (default http://localhost:8080)

PAYAPP_GATEWAY_URL must not be set: it says that another gateway is there.

Example:
  PAYAPP_SANDBOX_DB=:memory: PAYAPP_SANDBOX_CALM=true payapp sandbox

Exit codes:
  0  stopped
  1  it can't start: a setting, the database or the address is at fault
  2  the command line is wrong
`

// sandboxAlone serves the sandbox without the application, with the settings
// PAYAPP_SANDBOX_…, until ctx ends.
func sandboxAlone(ctx context.Context, args, environ []string, streams cli.Streams) int {
	if len(args) > 0 && slices.Contains([]string{"--help", "-help", "-h"}, args[0]) {
		fmt.Fprint(streams.Out, sandboxHelp)
		return cli.ExitDone
	}
	if len(args) > 0 {
		fmt.Fprintf(streams.Err, "payapp sandbox: unexpected argument %q\n\n%s", args[0], sandboxHelp)
		return cli.ExitUsage
	}
	err := func() error {
		for _, pair := range environ {
			name, value, _ := strings.Cut(pair, "=")
			if (name == "PAYAPP_GATEWAY_URL" || name == "PAYAPP_GATEWAY_URL_FILE") && value != "" {
				return fmt.Errorf("payapp sandbox and %s exclude each other: the sandbox stands in for the gateway that the variable names", name)
			}
		}
		cfg, err := config.Load(environ, config.Build{Sandbox: true})
		if err != nil {
			return fmt.Errorf("the sandbox can't start with this configuration:\n%w", err)
		}
		logger := newLogger(cfg, streams.Err)
		box, err := startSandbox(ctx, cfg, logger)
		if err != nil {
			return err
		}
		defer box.stop()
		a := &app{logger: logger, sandbox: box.server, drainDelay: cfg.DrainDelay}
		a.banner(streams.Out)
		return a.serve(ctx)
	}()
	if err != nil && !errors.Is(err, context.Canceled) {
		fmt.Fprintln(streams.Err, err)
		return cli.ExitFailed
	}
	return cli.ExitDone
}
