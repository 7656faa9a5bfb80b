package process

import (
	"context"
	"log/slog"
	"net/http"
	"sync"
	"time"

	"payapp/sandbox/internal/clock"
	"payapp/sandbox/internal/rules"
	"payapp/sandbox/internal/store"
)

// Config is what a runner works on. All fields are mandatory.
type Config struct {
	Store      *store.Store
	Clock      *clock.Clock
	Methods    *rules.Table
	Strict     bool
	Processing time.Duration // of a payment that a person has made, until SUCCESS
	Listeners  *http.Client  // calls merchants
	Logger     *slog.Logger
}

// Runner moves payments and notifies merchants. It is safe for concurrent use.
type Runner struct {
	Config
	wake       chan struct{} // something may be due earlier than planned
	slots      chan struct{} // taken while a listener is called
	delivering sync.Mutex    // one look at what is due at a time
	stop       context.CancelFunc
	done       sync.WaitGroup
}

// New makes a runner. It delivers when Deliver is called, and by itself after
// Start.
func New(config Config) *Runner {
	return &Runner{Config: config, wake: make(chan struct{}, 1), slots: make(chan struct{}, deliverers), stop: func() {}}
}

// Start delivers callbacks in the background, until Close.
func (r *Runner) Start(ctx context.Context) {
	background, stop := context.WithCancel(context.WithoutCancel(ctx))
	r.stop = stop
	r.done.Go(func() { r.deliverForever(background) })
}

// Close ends what Start began, and waits for calls of listeners under way.
func (r *Runner) Close() {
	r.stop()
	r.done.Wait()
	r.Listeners.CloseIdleConnections()
}

// MoveClock makes everything that the scope has older by d, and delivers what is
// due then.
func (r *Runner) MoveClock(ctx context.Context, scope store.Scope, d time.Duration) error {
	if err := r.Clock.Move(ctx, scope, d); err != nil {
		return err
	}
	r.Wake()
	return nil
}
