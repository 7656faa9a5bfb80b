package run

import (
	"context"
	"fmt"
	"os"
	"runtime"
	"runtime/debug"
	"sync"

	"payapp/e2e/kit"
)

// walker is the kit's T of one walk.
type walker struct {
	ctx  context.Context
	name string

	mu       sync.Mutex
	errors   []string
	failed   bool
	skipped  string
	cleanups []func()
	tabs     []kit.Record
}

// attempt runs something as a walk, with its cleanups, and returns what it left.
func attempt(ctx context.Context, name string, do func(*walker)) *walker {
	w := &walker{ctx: ctx, name: name}
	w.isolated(func() { do(w) })
	for {
		w.mu.Lock()
		n := len(w.cleanups)
		if n == 0 {
			w.mu.Unlock()
			return w
		}
		last := w.cleanups[n-1]
		w.cleanups = w.cleanups[:n-1]
		w.mu.Unlock()
		w.isolated(last)
	}
}

// isolated runs a step that may end its goroutine, or panic.
func (w *walker) isolated(step func()) {
	done := make(chan struct{})
	go func() {
		defer close(done)
		defer func() {
			if fault := recover(); fault != nil {
				w.Errorf("panic: %v\n%s", fault, debug.Stack())
			}
		}()
		step()
	}()
	<-done
}

func (w *walker) Helper()                  {}
func (w *walker) Name() string             { return w.name }
func (w *walker) Context() context.Context { return w.ctx }
func (w *walker) Logf(string, ...any)      {}

func (w *walker) Cleanup(f func()) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.cleanups = append(w.cleanups, f)
}

func (w *walker) Errorf(format string, args ...any) {
	w.mu.Lock()
	defer w.mu.Unlock()
	w.failed = true
	w.errors = append(w.errors, fmt.Sprintf(format, args...))
}

func (w *walker) Fatalf(format string, args ...any) {
	w.Errorf(format, args...)
	runtime.Goexit()
}

func (w *walker) Skipf(format string, args ...any) {
	w.mu.Lock()
	w.skipped = fmt.Sprintf(format, args...)
	w.mu.Unlock()
	runtime.Goexit()
}

func (w *walker) Failed() bool {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.failed
}

func (w *walker) TempDir() string {
	folder, err := os.MkdirTemp("", "payapp-e2e-")
	if err != nil {
		w.Fatalf("%v", err)
	}
	w.Cleanup(func() { _ = os.RemoveAll(folder) })
	return folder
}
