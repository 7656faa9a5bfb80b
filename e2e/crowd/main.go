package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"os/exec"
	"os/signal"
	"path/filepath"
	"strings"
	"syscall"
	"time"
)

const (
	exitReached = 0
	exitMissed  = 1
	exitBroken  = 2
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	code := run(ctx, os.Args[1:], os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}

// session is one run.
type session struct {
	binary string
	logs   string
	out    io.Writer
	began  time.Time
}

// say tells how far it is.
func (s *session) say(format string, args ...any) {
	fmt.Fprintf(s.out, "  %4.0fs  %s\n", time.Since(s.began).Seconds(), fmt.Sprintf(format, args...))
}

// scenario is what is measured, with its flags.
type scenario func(ctx context.Context, s *session) ([]row, error)

// read reads the arguments: "soak" and its flags, or those of a crowd.
func read(args []string, help io.Writer) (scenario, error) {
	set := flag.NewFlagSet("crowd", flag.ContinueOnError)
	set.SetOutput(help)
	if len(args) > 0 && args[0] == "soak" {
		lasts := set.Duration("for", soakUsually, "how long it lasts")
		if err := set.Parse(args[1:]); err != nil {
			return nil, err
		}
		return func(ctx context.Context, s *session) ([]row, error) { return s.soak(ctx, *lasts) }, nil
	}
	var z sizes
	set.IntVar(&z.replicas, "replicas", 3, "how many; of several one is killed")
	set.IntVar(&z.watchers, "watchers", 200, "how many watch their payments")
	set.IntVar(&z.ended, "ended", 0, "how many of those who watch do so after the gateway has refused their payment")
	set.IntVar(&z.newcomers, "newcomers", 30, "how many come, one every two seconds")
	set.IntVar(&z.paying, "paying", 60, "how many of those who watch pay, one a second")
	if err := set.Parse(args); err != nil {
		return nil, err
	}
	if set.NArg() > 0 || z.replicas < 1 || z.watchers < 1 || z.newcomers < 1 || z.paying < 0 || z.ended < 0 || z.ended > z.watchers {
		return nil, errors.New("usage: crowd [soak] [flags]; -h lists them")
	}
	return func(ctx context.Context, s *session) ([]row, error) { return s.crowd(ctx, z) }, nil
}

func run(ctx context.Context, args []string, out, errs io.Writer) int {
	measure, err := read(args, errs)
	if errors.Is(err, flag.ErrHelp) {
		return exitReached
	}
	s := &session{out: out, began: time.Now()}
	if err == nil {
		s.logs, err = os.MkdirTemp("", "payapp-crowd-")
	}
	if err == nil {
		err = s.build(ctx)
	}
	if err != nil {
		fmt.Fprintln(errs, err)
		return exitBroken
	}
	defer func() { _ = os.Remove(filepath.Join(s.logs, builtBinary)) }() // the logs stay
	fmt.Fprintln(out, "The processes' logs are in", s.logs)
	s.began = time.Now()
	rows, err := measure(ctx, s)
	missed := printTable(out, fmt.Sprintf("%s (%s)", strings.Join(append([]string{"crowd"}, args...), " "), round(time.Since(s.began))), rows)
	switch {
	case err != nil:
		fmt.Fprintln(out, "\nIt couldn't be measured:", err)
		return exitBroken
	case len(missed) > 0:
		fmt.Fprintf(out, "\nMISSED: %s\n", strings.Join(missed, "\nMISSED: "))
		return exitMissed
	}
	fmt.Fprintln(out, "\nEvery goal was reached.")
	return exitReached
}

const builtBinary = "payapp"

// givenBinary names a payapp to run instead of one built here.
const givenBinary = "CROWD_BINARY"

// build makes the program that is measured, unless the environment names one.
func (s *session) build(ctx context.Context) error {
	if given := os.Getenv(givenBinary); given != "" {
		s.binary = given
		return nil
	}
	s.binary = filepath.Join(s.logs, builtBinary)
	build := exec.CommandContext(ctx, "go", "build", "-o", s.binary, "payapp")
	if output, err := build.CombinedOutput(); err != nil {
		return fmt.Errorf("payapp can't be built: %w\n%s", err, output)
	}
	return nil
}
