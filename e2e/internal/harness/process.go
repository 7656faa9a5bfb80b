package harness

import (
	"context"
	"crypto/rand"
	"encoding/base64"
	"errors"
	"fmt"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync/atomic"
	"syscall"
	"time"
)

// Process is a program that the harness has started, and ends by its id.
type Process struct {
	Log  string // the file with its output
	name string
	cmd  *exec.Cmd
	done chan struct{} // closed once it has ended
	err  error         // how it ended; valid after done
}

// logsMade counts the logs of one run, for distinct names.
var logsMade atomic.Int64

// Start runs a program with these settings and the harness's own
// environment; its output goes to a file of its name.
func Start(name, logs string, settings []string, program string, args ...string) (*Process, error) {
	file, err := os.Create(filepath.Join(logs, fmt.Sprintf("%03d-%s.log", logsMade.Add(1), name)))
	if err != nil {
		return nil, err
	}
	defer file.Close() // the process has its own
	p := &Process{Log: file.Name(), name: name, done: make(chan struct{})}
	p.cmd = exec.Command(program, args...) //nolint:noctx // kill ends it, in the order that the scenario wants
	p.cmd.Env = append(foreignEnvironment(), settings...)
	p.cmd.Stdout, p.cmd.Stderr = file, file
	// A group of its own: Ctrl-C is for the harness, which then stops them in
	// order.
	p.cmd.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	if err := p.cmd.Start(); err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	go func() {
		p.err = p.cmd.Wait()
		close(p.done)
	}()
	return p, nil
}

// foreignEnvironment is our environment without payapp's settings, so that a
// run doesn't depend on the shell.
func foreignEnvironment() []string {
	var environment []string
	for _, pair := range os.Environ() {
		if !strings.HasPrefix(pair, "PAYAPP_") && !strings.HasPrefix(pair, "OTEL_") {
			environment = append(environment, pair)
		}
	}
	return environment
}

// NewKey is a session key.
func NewKey() string {
	key := make([]byte, 32)
	_, _ = rand.Read(key)
	return base64.StdEncoding.EncodeToString(key)
}

// Kill ends it at once, like a power cut.
func (p *Process) Kill() {
	if p == nil {
		return
	}
	_ = p.cmd.Process.Kill()
	<-p.done
}

// Terminate asks it to stop, and waits for its end, at most as long as that. The
// error is how it ended.
func (p *Process) Terminate(limit time.Duration) error {
	if err := p.cmd.Process.Signal(syscall.SIGTERM); err != nil {
		return err
	}
	timer := time.NewTimer(limit)
	defer timer.Stop()
	select {
	case <-p.done:
		return p.err
	case <-timer.C:
		return fmt.Errorf("%s doesn't stop", p.name)
	}
}

// Answers waits until an address answers 200, as long as the process lives, at
// most half a minute.
func (p *Process) Answers(ctx context.Context, address string) error {
	ctx, cancel := context.WithTimeout(ctx, 30*time.Second)
	defer cancel()
	for {
		if request, err := http.NewRequestWithContext(ctx, http.MethodGet, address, nil); err != nil {
			return err
		} else if response, err := http.DefaultClient.Do(request); err == nil {
			response.Body.Close()
			if response.StatusCode == http.StatusOK {
				return nil
			}
		}
		select {
		case <-p.done:
			return fmt.Errorf("%s ended while it was starting: %w; its log says why", p.name, p.err)
		default:
		}
		if !Pause(ctx, 2*time.Millisecond) { // starts are measured, too
			return errors.New(p.name + " doesn't get ready")
		}
	}
}

// Pause waits, and returns false if ctx ended first.
func Pause(ctx context.Context, d time.Duration) bool {
	if d <= 0 {
		return ctx.Err() == nil
	}
	timer := time.NewTimer(d)
	defer timer.Stop()
	select {
	case <-timer.C:
		return true
	case <-ctx.Done():
		return false
	}
}
