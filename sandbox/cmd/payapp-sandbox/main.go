package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"os"
	"os/signal"
	"syscall"
	"time"

	"payapp/sandbox"
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	defer stop()
	context.AfterFunc(ctx, stop) // a second one ends the process at once
	if err := run(ctx, os.Args[1:], os.Getenv, os.Stderr); err != nil {
		fmt.Fprintln(os.Stderr, "payapp-sandbox:", err)
		os.Exit(exitCode(err))
	}
}

// exitCode is payapp's for the same.
func exitCode(err error) int {
	if errors.Is(err, errUsage) {
		return 2
	}
	return 1
}

// The server's limits, beside sandbox.WriteTimeout.
const (
	headerTimeout = 5 * time.Second
	readTimeout   = 15 * time.Second
	idleTimeout   = 75 * time.Second
	drainTimeout  = 10 * time.Second
)

// run serves until the context ends.
func run(ctx context.Context, args []string, getenv func(string) string, out io.Writer) error {
	settings, err := readSettings(args, getenv, out)
	if errors.Is(err, errHelp) {
		return nil
	}
	if err != nil {
		return err
	}
	logger := slog.New(slog.NewTextHandler(out, nil))
	settings.config.Logger = logger
	box, err := sandbox.New(ctx, settings.config)
	if err != nil {
		return err
	}
	listener, err := (&net.ListenConfig{}).Listen(ctx, "tcp", settings.addr)
	if err != nil {
		return errors.Join(fmt.Errorf("listen: %w", err), box.Close())
	}
	server := &http.Server{
		Handler:           box.Handler(),
		ReadHeaderTimeout: headerTimeout,
		ReadTimeout:       readTimeout,
		WriteTimeout:      sandbox.WriteTimeout,
		IdleTimeout:       idleTimeout,
		ErrorLog:          slog.NewLogLogger(logger.Handler(), slog.LevelError), // panics, and a port that takes nobody
	}
	fmt.Fprintf(out, "sandbox: http://%s/  (shop, console and how to steer it: /shop, /console, /about)\n", listener.Addr())
	failed := make(chan error, 1)
	go func() { failed <- server.Serve(listener) }()
	select {
	case err = <-failed:
	case <-ctx.Done():
		drain, cancel := context.WithTimeout(context.WithoutCancel(ctx), drainTimeout)
		defer cancel()
		err = server.Shutdown(drain)
	}
	return errors.Join(err, box.Close())
}
