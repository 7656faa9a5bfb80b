package server

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"os"
	"os/signal"
	"syscall"

	"payapp/internal/application"
	"payapp/internal/config"
)

// UntilInterrupted ends with the first Ctrl-C or SIGTERM, and requests may
// finish. A second one ends the process at once, as nobody listens for it.
func UntilInterrupted() context.Context {
	signalled, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	ctx, end := context.WithCancel(context.Background())
	context.AfterFunc(signalled, func() {
		stop()
		end()
	})
	return ctx
}

// Run serves the application with the settings in environ until ctx ends. The
// banner goes to stdout, the log to stderr. The error is for whoever started
// it: it lists all faults of the configuration, and contains no secret.
func Run(ctx context.Context, environ []string, stdout, stderr io.Writer) error {
	cfg, err := config.Load(environ, config.Build{Sandbox: SandboxBuiltIn, Languages: application.Languages()})
	if err != nil {
		return fmt.Errorf("payapp can't start with this configuration:\n%w", errors.Join(err, catalogueFaults(environ)))
	}
	logger := newLogger(cfg, stderr)
	a, err := newApp(ctx, cfg, logger)
	if err != nil {
		return err
	}
	defer a.stop()
	a.banner(stdout)
	return stopped(a.serve(ctx))
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
