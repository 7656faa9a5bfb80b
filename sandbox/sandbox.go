package sandbox

import (
	"context"
	"crypto/rand"
	"crypto/rsa"
	"embed"
	"errors"
	"fmt"
	"net/http"
	"sync/atomic"
	"time"

	"payapp/sandbox/api"
	"payapp/sandbox/internal/clock"
	"payapp/sandbox/internal/faults"
	"payapp/sandbox/internal/page"
	"payapp/sandbox/internal/process"
	"payapp/sandbox/internal/store"
	"payapp/sandbox/shop"
)

//go:embed pages/*.html
var pageFiles embed.FS

// Sandbox is a running stand-in gateway. It is safe for concurrent use.
type Sandbox struct {
	config  Config
	store   *store.Store
	clock   *clock.Clock
	process *process.Runner
	api     *api.API
	shop    *shop.Shop
	faults  *faults.Faults
	key     *rsa.PrivateKey // the demo merchants'
	keyPath string          // where it lies, "" when in no file of ours
	appURL  atomic.Pointer[string]
	mux     *http.ServeMux
	pages   *page.Set
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
	s := &Sandbox{config: config, store: db, key: key, keyPath: demoKeyPath(config), mux: http.NewServeMux()}
	s.SetPaymentAppURL(config.PaymentAppURL)
	if err := s.build(ctx); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	if !config.Manual {
		s.process.Start(ctx)
	}
	return s, nil
}

// build puts the parts together, with what the database keeps between starts.
func (s *Sandbox) build(ctx context.Context) (err error) {
	if s.clock, err = clock.Load(ctx, s.config.Now, s.store); err != nil {
		return err
	}
	if s.faults, err = faults.Load(ctx, s.config.Random, s.config.Calm, s.store); err != nil {
		return err
	}
	secret, err := tokenSecret(ctx, s.store)
	if err != nil {
		return err
	}
	c := s.config
	s.process = process.New(s.store, s.clock, c.Processing, c.Callbacks, c.Logger)
	s.api = api.New(api.Config{
		Store: s.store, Clock: s.clock, Process: s.process, Faults: s.faults, Key: &s.key.PublicKey, Secret: secret,
		Rate: c.Rate, Strict: c.Strict, Logger: c.Logger, Now: c.Now, Sleep: c.Sleep, BaseURL: s.baseURL,
	})
	s.shop = shop.New(shop.Config{
		Gateway: s.Handler(), Store: s.store, Clock: s.clock, Key: s.key, KeyPath: s.keyPath, Strict: c.Strict, Logger: c.Logger, Now: c.Now,
		App: func() string { return *s.appURL.Load() }, BaseURL: s.baseURL,
	})
	s.pages = page.NewSet(c.Logger, pageFiles)
	s.routes()
	return nil
}

// tokenSecret signs tokens, those of earlier starts too.
func tokenSecret(ctx context.Context, db *store.Store) ([]byte, error) {
	const name = "token-secret"
	secret, err := db.Setting(ctx, name)
	if err != nil || secret != nil {
		return secret, err
	}
	secret = make([]byte, 32)
	rand.Read(secret)
	return secret, db.SetSetting(ctx, name, secret)
}

// Handler serves the gateway interface at the root, and the sandbox's pages.
func (s *Sandbox) Handler() http.Handler { return http.HandlerFunc(s.serve) }

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

// SignToken obtains a token as a merchant does: by POST /auth-tokens, signed
// with the demo key. The request passes the sandbox's handler, not a network, and
// doesn't count in the merchant's rate.
func (s *Sandbox) SignToken(ctx context.Context, spec TokenSpec) (string, error) {
	return s.shop.SignToken(ctx, spec)
}
