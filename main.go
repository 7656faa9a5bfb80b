package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/signal"
	"syscall"

	"payapp/internal/cli"
	"payapp/internal/config"

	_ "time/tzdata" // the image is built from scratch and has no zones
)

func main() {
	ctx := untilInterrupted()
	if args := os.Args[1:]; len(args) > 0 {
		os.Exit(command(ctx, args, os.Environ(), cli.Streams{In: os.Stdin, Out: os.Stdout, Err: os.Stderr}))
	}
	if err := run(ctx, os.Environ(), os.Stdout, os.Stderr); err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(1)
	}
}

// untilInterrupted ends with the first Ctrl-C or SIGTERM, which lets requests
// finish. From then on nobody listens for another one, so that it ends the
// process at once.
func untilInterrupted() context.Context {
	signalled, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	ctx, end := context.WithCancel(context.Background())
	context.AfterFunc(signalled, func() {
		stop()
		end()
	})
	return ctx
}

// run reads the configuration, wires the parts and serves until ctx ends. The
// banner goes to stdout, the log to stderr.
func run(ctx context.Context, environ []string, stdout, stderr io.Writer) error {
	cfg, err := config.Load(environ, config.Build{Sandbox: sandboxBuiltIn})
	if err != nil {
		return fmt.Errorf("payapp can't start with this configuration:\n%w", errors.Join(err, catalogueFaults(environ)))
	}
	logger := newLogger(cfg, stderr)
	for _, name := range cfg.Unknown {
		logger.Warn("setting means nothing; is its name misspelt?", "name", name)
	}
	if cfg.OTLPEndpoint != "" {
		logger.Warn("OTEL_EXPORTER_OTLP_ENDPOINT is set, but traces aren't built in yet")
	}
	a, err := newApp(ctx, cfg, logger)
	if err != nil {
		return err
	}
	defer a.stop()
	a.banner(stdout)
	err = a.serve(ctx)
	if errors.Is(err, context.Canceled) {
		return nil
	}
	return err
}

func newLogger(cfg config.Config, w io.Writer) *slog.Logger {
	options := &slog.HandlerOptions{Level: cfg.LogLevel}
	format := cfg.LogFormat
	if format == config.LogAuto && isTerminal(w) {
		format = config.LogText
	}
	if format == config.LogText {
		return slog.New(slog.NewTextHandler(w, options))
	}
	return slog.New(slog.NewJSONHandler(w, options))
}

func isTerminal(w io.Writer) bool {
	file, ok := w.(*os.File)
	if !ok {
		return false
	}
	info, err := file.Stat()
	return err == nil && info.Mode()&os.ModeCharDevice != 0
}
