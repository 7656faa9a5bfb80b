//go:build !sandbox

package server

import (
	"fmt"
	"io"
	"os"
	"os/exec"
	"syscall"
	"testing"

	"payapp/internal/testing/await"
)

// asApplication is set for processes that tests start: this test binary, which
// then runs the application instead of tests.
const asApplication = "TESTED_AS_PAYAPP"

func TestMain(m *testing.M) {
	if os.Getenv(asApplication) != "" {
		go func() { // no test is left that could end it
			_, _ = io.Copy(io.Discard, os.Stdin)
			os.Exit(1)
		}()
		if err := Run(UntilInterrupted(), os.Environ(), os.Stdout, os.Stderr); err != nil {
			fmt.Fprintln(os.Stderr, err)
			os.Exit(1)
		}
		os.Exit(0)
	}
	os.Exit(m.Run())
}

// replica is the application in a process of its own, which may be killed.
type replica struct {
	t          *testing.T
	process    *os.Process
	app, admin string
	ended      chan struct{}
	err        error // how it ended
}

// startReplica starts the application as operators do. It logs to stderr,
// unless that is nil.
func startReplica(t *testing.T, stderr io.Writer, environ ...string) *replica {
	t.Helper()
	banner := &watchedBuffer{want: "/readyz", seen: make(chan struct{})}
	command := exec.CommandContext(t.Context(), os.Args[0])
	command.Env = append([]string{asApplication + "=yes", "PAYAPP_ADDR=127.0.0.1:0", "PAYAPP_ADMIN_ADDR=127.0.0.1:0"}, environ...)
	command.Stdout, command.Stderr = banner, stderr
	alive, err := command.StdinPipe()
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { alive.Close() })
	if err := command.Start(); err != nil {
		t.Fatal(err)
	}
	r := &replica{t: t, process: command.Process, ended: make(chan struct{})}
	go func() {
		r.err = command.Wait()
		close(r.ended)
	}()
	t.Cleanup(r.kill)
	select {
	case <-banner.seen:
	case <-r.ended:
		t.Fatalf("it ended with %v after saying:\n%s", r.err, banner)
	}
	r.app, r.admin = banner.address(t, "pay"), banner.address(t, "admin")
	return r
}

// kill ends it as a power cut does.
func (r *replica) kill() {
	_ = r.process.Kill() // it may be over
	await.For(r.t, "the replica's end", r.ended)
}

func (r *replica) signal(signal syscall.Signal) {
	r.t.Helper()
	if err := r.process.Signal(signal); err != nil {
		r.t.Fatal(err)
	}
}
