package main

import (
	"context"
	"errors"
	"os"
	"os/exec"
	"time"
)

// publicAddress counts as an address on the internet. In a network namespace it
// belongs to this machine, and nobody else is there.
const publicAddress = "11.22.33.44"

// insideOwn says that this process is already in a network namespace.
const insideOwn = "CROWD_OWN_NETWORK"

// ownNetwork runs a scenario by starting this program again in a network
// namespace that has only loopback, with a public address on it: the relay
// calls only public addresses. It needs no root, but unshare and ip, which most
// Linuxes have.
func ownNetwork(scenario func(context.Context, *session, flags) ([]row, error)) func(context.Context, *session, flags) ([]row, error) {
	return func(ctx context.Context, s *session, f flags) ([]row, error) {
		if os.Getenv(insideOwn) != "" {
			return scenario(ctx, s, f)
		}
		self, err := os.Executable()
		if err != nil {
			return nil, err
		}
		script := "ip link set lo up && ip addr add " + publicAddress + `/32 dev lo && exec "$0" "$@"`
		args := append([]string{"--user", "--map-root-user", "--net", "sh", "-c", script, self}, f.again...)
		inner := exec.CommandContext(ctx, "unshare", args...)
		inner.Env = append(os.Environ(), insideOwn+"=1", givenBinary+"="+s.binary)
		inner.Stdout, inner.Stderr = s.out, s.out
		inner.Cancel = func() error { return inner.Process.Signal(os.Interrupt) }
		inner.WaitDelay = 30 * time.Second
		err = inner.Run()
		exit, ok := errors.AsType[*exec.ExitError](err)
		switch {
		case err == nil:
			return []row{wanted("in a network of its own", "see above", "every goal", true)}, nil
		case ok && exit.ExitCode() == exitMissed:
			return []row{wanted("in a network of its own", "see above", "every goal", false)}, nil
		}
		return nil, err
	}
}
