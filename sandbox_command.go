package main

import (
	"context"
	"errors"
	"fmt"

	"payapp/internal/config"
	"payapp/internal/merchant"
)

// sandboxAlone serves the sandbox without the application, with the settings
// PAYAPP_SANDBOX_…, until ctx ends.
func sandboxAlone(ctx context.Context, args, environ []string, streams merchant.Streams) int {
	if len(args) > 0 {
		fmt.Fprintln(streams.Out, "Usage: payapp sandbox\n\nServes the stand-in for the gateway alone. The settings are the environment variables PAYAPP_SANDBOX_….")
		if args[0] == "--help" || args[0] == "-h" {
			return merchant.ExitDone
		}
		return merchant.ExitUsage
	}
	err := func() error {
		cfg, err := config.Load(environ, config.Build{Sandbox: true})
		if err != nil {
			return fmt.Errorf("the sandbox can't start with this configuration:\n%w", err)
		}
		a := &app{cfg: cfg, logger: newLogger(cfg, streams.Err)}
		stop, err := a.startSandbox(ctx)
		if err != nil {
			return err
		}
		defer stop()
		a.banner(streams.Out)
		return a.serve(ctx)
	}()
	if err != nil && !errors.Is(err, context.Canceled) {
		fmt.Fprintln(streams.Err, err)
		return merchant.ExitFailed
	}
	return merchant.ExitDone
}
