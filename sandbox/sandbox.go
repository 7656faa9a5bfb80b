package sandbox

import (
	"context"
	"crypto/rand"
	"crypto/rsa"
	"embed"
	"errors"
	"fmt"
	"net/http"
	"sync"
	"sync/atomic"
	"time"

	"payapp/sandbox/internal/clock"
	"payapp/sandbox/internal/faults"
	"payapp/sandbox/internal/page"
	"payapp/sandbox/internal/process"
	"payapp/sandbox/internal/store"
)

//go:embed pages/*.html
var pageFiles embed.FS

// Sandbox is a running stand-in gateway. It is safe for concurrent use.
type Sandbox struct {
	config  Config
	store   *store.Store
	clock   *clock.Clock
	process *process.Runner
	rates   *rates
	faults  *faults.Faults
	key     *rsa.PrivateKey // the demo merchants'
	keyPath string          // where it lies, "" when in no file of ours
	secret  []byte          // signs our tokens
	appURL  atomic.Pointer[string]
	handler http.Handler
	pages   *page.Set

	paying sync.Mutex // one payout at a time
}

// New opens the database and starts delivering callbacks. The context is for
// starting only; Close ends the sandbox.
func New(ctx context.Context, config Config) (*Sandbox, error) {
	config = config.withDefaults()
	key, err := demoKey(config)
	if err != nil {
		return nil, err
	}
	db, err := store.Open(ctx, config.DB)
	if err != nil {
		return nil, err
	}
	s := &Sandbox{
		config: config, store: db, key: key, keyPath: demoKeyPath(config), rates: newRates(config.Rate, config.Now),
	}
	s.SetPaymentAppURL(config.PaymentAppURL)
	if err := s.load(ctx); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	s.process = process.New(db, s.clock, config.Processing, config.Callbacks, config.Logger)
	s.pages = page.NewSet(config.Logger, pageFiles)
	s.handler = s.routes()
	if !config.Manual {
		s.process.Start(ctx)
	}
	return s, nil
}

// load reads what the database keeps between starts.
func (s *Sandbox) load(ctx context.Context) error {
	var err error
	if s.clock, err = clock.Load(ctx, s.config.Now, s.store); err != nil {
		return err
	}
	if s.faults, err = faults.Load(ctx, s.config.Random, s.config.Calm, s.store); err != nil {
		return err
	}
	const name = "token-secret"
	if s.secret, err = s.store.Setting(ctx, name); err != nil || s.secret != nil {
		return err
	}
	s.secret = make([]byte, 32)
	rand.Read(s.secret)
	return s.store.SetSetting(ctx, name, s.secret)
}

// Handler serves the gateway interface at the root, and the sandbox's pages.
func (s *Sandbox) Handler() http.Handler { return s.handler }

// SetPaymentAppURL changes where the shop's RedirectURLs lead: tests know the
// application's address only once it listens.
func (s *Sandbox) SetPaymentAppURL(url string) { s.appURL.Store(&url) }

// Close stops delivering callbacks and closes the database. Requests should
// have ended before.
func (s *Sandbox) Close() error {
	s.process.Close()
	if err := s.store.Close(); err != nil {
		return fmt.Errorf("close sandbox: %w", err)
	}
	return nil
}

// MoveClock lets d pass for everything that exists: payments, what is planned
// for them, callbacks and tokens. It can't go back: what has happened has
// happened.
func (s *Sandbox) MoveClock(ctx context.Context, d time.Duration) error {
	if err := s.clock.Move(ctx, d); err != nil {
		return err
	}
	s.process.Poke()
	return nil
}

// Deliver makes the callbacks of every status change that has come due, and
// calls the listeners whose time it is. It returns when all were called.
func (s *Sandbox) Deliver(ctx context.Context) error { return s.process.Deliver(ctx) }
