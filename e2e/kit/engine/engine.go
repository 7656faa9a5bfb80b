package engine

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"os"
	"os/exec"
	"regexp"
	"syscall"
	"time"
)

// Browser is one that runs.
type Browser interface {
	// Open opens a tab with cookies of its own. seen is told what happens in it, as
	// Chromium's protocol tells it, if the engine says so.
	Open(ctx context.Context, c Customer, seen func(event any)) (Tab, error)
	Stop()
}

// Customer is what a tab looks like.
type Customer struct {
	Width, Height         int64
	Scale                 float64
	Touch, NoScript, Dark bool
}

// Tab is a tab with a page. Nothing waits for a page to come.
type Tab interface {
	// Evaluate is the value of an expression in the page, as JSON.
	Evaluate(ctx context.Context, expression string) ([]byte, error)
	Visit(ctx context.Context, address string) error
	Reload(ctx context.Context) error
	Tap(ctx context.Context, x, y float64) error
	// Type types at the cursor. No text is the key that deletes.
	Type(ctx context.Context, text string) error
	// Picture is what the screen shows, as PNG.
	Picture(ctx context.Context) ([]byte, error)
	// Hold keeps requests to addresses with the prefix under way, until LetGo.
	Hold(ctx context.Context, prefix string) error
	LetGo(ctx context.Context) error
	Close()
}

// ErrGone is the cause of an error if the page went away meanwhile.
var ErrGone = errors.New("the page has gone")

// script gives the value as JSON, null if it has none.
func script(expression string) string { return "JSON.stringify(" + expression + ") ?? null" }

// backspace is WebDriver's name of the key.
const backspace = "\uE003"

// startUp is how long a browser may take to start.
const startUp = time.Minute

// start starts a program in a process group of its own, and waits until it prints what
// the pattern's group finds. Without a pattern it waits for nothing.
func start(environment []string, pattern *regexp.Regexp, name string, arguments ...string) (found string, stop func(), err error) {
	output, input, err := os.Pipe()
	if err != nil {
		return "", nil, err
	}
	command := exec.CommandContext(context.Background(), name, arguments...)
	command.Env, command.Stdout, command.Stderr = environment, input, input
	command.SysProcAttr = &syscall.SysProcAttr{Setpgid: true}
	err = command.Start()
	_ = input.Close()
	if err != nil {
		_ = output.Close()
		return "", nil, err
	}
	stop = func() {
		_ = syscall.Kill(-command.Process.Pid, syscall.SIGKILL)
		_ = command.Wait()
	}
	told := make(chan string, 1)
	go func() {
		defer output.Close()
		for lines := bufio.NewScanner(output); lines.Scan(); {
			if pattern == nil {
				continue
			}
			if match := pattern.FindStringSubmatch(lines.Text()); match != nil {
				told <- match[1]
				pattern = nil
			}
		}
	}()
	if pattern == nil {
		return "", stop, nil
	}
	select {
	case found = <-told:
		return found, stop, nil
	case <-time.After(startUp):
		stop()
		return "", nil, fmt.Errorf("%s didn't start in %v", name, startUp)
	}
}
