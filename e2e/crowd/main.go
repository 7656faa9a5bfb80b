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
	"syscall"
	"time"

	"payapp/e2e/crowd/internal/machine"
	"payapp/e2e/crowd/internal/town"
)

const (
	exitReached = 0
	exitMissed  = 1
	exitBroken  = 2
)

func main() {
	ctx, stop := signal.NotifyContext(context.Background(), os.Interrupt, syscall.SIGTERM)
	if machine.HasWrittenBare(ctx, os.Args) {
		return
	}
	code := run(ctx, os.Args[1:], os.Stdout, os.Stderr)
	stop()
	os.Exit(code)
}

// session is what all scenarios of one run share.
type session struct {
	binary string
	logs   string
	out    io.Writer
	began  time.Time // the scenario
}

// say tells how far a scenario is.
func (s *session) say(format string, args ...any) {
	fmt.Fprintf(s.out, "  %4.0fs  %s\n", time.Since(s.began).Seconds(), fmt.Sprintf(format, args...))
}

// scene is a town in which something is measured.
type scene struct{ *town.Town }

// open makes one with the sandbox as its gateway.
func (s *session) open(ctx context.Context, replicas int, extra ...string) (*scene, error) {
	return s.openPlan(ctx, town.Plan{Replicas: replicas, Extra: extra})
}

func (s *session) openPlan(ctx context.Context, plan town.Plan) (*scene, error) {
	plan.Binary, plan.Logs, plan.Say = s.binary, s.logs, s.say
	t, err := town.Open(ctx, plan)
	return &scene{t}, err
}

func run(ctx context.Context, args []string, out, errs io.Writer) int {
	orders, err := readOrders(args, errs)
	if errors.Is(err, flag.ErrHelp) {
		return exitReached
	}
	if err != nil {
		fmt.Fprintln(errs, err)
		return exitBroken
	}
	s := &session{out: out}
	if s.logs, err = os.MkdirTemp("", "payapp-crowd-"); err != nil {
		fmt.Fprintln(errs, err)
		return exitBroken
	}
	if err := s.build(ctx); err != nil {
		fmt.Fprintln(errs, err)
		return exitBroken
	}
	defer func() { _ = os.Remove(filepath.Join(s.logs, builtBinary)) }() // the logs stay
	fmt.Fprintln(out, "The processes' logs are in", s.logs)
	broken := 0
	var missed []string
	for _, o := range orders {
		s.began = time.Now()
		fmt.Fprintf(out, "\n%s: %s …\n", o.title(), o.scenario.says)
		rows, err := o.scenario.run(ctx, s, o.flags)
		if err != nil {
			broken++
			fmt.Fprintf(out, "%s couldn't be measured: %v\n", o.title(), err)
		}
		missed = append(missed, printTable(out, fmt.Sprintf("%s (%s)", o.title(), round(time.Since(s.began))), rows)...)
		if ctx.Err() != nil {
			break
		}
	}
	for _, goal := range missed {
		fmt.Fprintf(out, "\nMISSED: %s", goal)
	}
	switch {
	case broken > 0:
		fmt.Fprintf(out, "\n%d of %d scenarios couldn't be measured, %d goals missed.\n", broken, len(orders), len(missed))
		return exitBroken
	case len(missed) > 0:
		fmt.Fprintf(out, "\n%d goals missed.\n", len(missed))
		return exitMissed
	}
	fmt.Fprintln(out, "\nEvery goal was reached.")
	return exitReached
}

const builtBinary = "payapp"

// givenBinary names a payapp to run instead of one built here.
const givenBinary = "CROWD_BINARY"

// build makes the program that all scenarios run, unless the environment names
// one.
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
