package sandbox

import (
	"cmp"
	"context"
	"crypto/rand"
	"crypto/rsa"
	"errors"
	"fmt"
	"net/http"
	"sync/atomic"
	"time"

	"payapp/sandbox/api"
	"payapp/sandbox/console"
	"payapp/sandbox/internal/clock"
	"payapp/sandbox/internal/faults"
	"payapp/sandbox/internal/merchant"
	"payapp/sandbox/internal/process"
	"payapp/sandbox/internal/rates"
	"payapp/sandbox/internal/rules"
	"payapp/sandbox/internal/steering"
	"payapp/sandbox/internal/store"
	"payapp/sandbox/internal/token"
	"payapp/sandbox/shop"
)

// Sandbox is a running stand-in gateway. It is safe for concurrent use.
type Sandbox struct {
	config  Config
	store   *store.Store
	process *process.Runner
	api     *api.API
	shop    *shop.Shop
	mux     *http.ServeMux
	appURL  atomic.Pointer[string]
}

// New opens the database and starts delivering callbacks. The context is only
// for starting; Close ends the sandbox.
func New(ctx context.Context, config Config) (*Sandbox, error) {
	config = config.withDefaults()
	key, keyPath, err := demoKey(config)
	if err != nil {
		return nil, err
	}
	db, err := store.Open(ctx, config.DB)
	if err != nil {
		return nil, err
	}
	s := &Sandbox{config: config, store: db, mux: http.NewServeMux()}
	s.SetPaymentAppURL(config.PaymentAppURL)
	if err := s.build(ctx, key, keyPath); err != nil {
		return nil, errors.Join(err, db.Close())
	}
	if !config.Manual {
		s.process.Start(ctx)
	}
	return s, nil
}

// build wires api, shop and console, with what the database keeps between
// starts.
func (s *Sandbox) build(ctx context.Context, key *rsa.PrivateKey, keyPath string) error {
	c := s.config
	methods, err := rules.NewTable(c.Own...)
	if err != nil {
		return err
	}
	now, err := clock.Load(ctx, c.Now, s.store)
	if err != nil {
		return err
	}
	wrong, err := faults.Load(ctx, c.Random, c.Calm, s.store)
	if err != nil {
		return err
	}
	secret, err := tokenSecret(ctx, s.store)
	if err != nil {
		return err
	}
	merchants, err := merchant.Load(ctx, s.store)
	if err != nil {
		return err
	}
	limits, err := rates.Load(ctx, c.Rate, c.Now, s.store)
	if err != nil {
		return err
	}
	steers, err := steering.Load(ctx, s.store)
	if err != nil {
		return err
	}
	reference := cmp.Or(c.ReferencePath, token.ReferencePath)
	granted := reference
	if c.Strict {
		granted = ""
	}
	s.process = process.New(process.Config{
		Store: s.store, Clock: now, Methods: methods, Strict: c.Strict, Processing: c.Processing, Listeners: c.Callbacks, Logger: c.Logger,
	})
	s.api = api.New(api.Config{
		Store: s.store, Clock: now, Process: s.process, Faults: wrong, Key: &key.PublicKey, Secret: secret,
		Rates: limits, Merchants: merchants, Steering: steers, Strict: c.Strict, Logger: c.Logger, Now: c.Now, Sleep: c.Sleep, BaseURL: s.baseURL,
		RedirectProperty: c.RedirectProperty, QRProperty: c.QRProperty, ReferencePath: reference, GrantedReference: granted,
	})
	s.shop = shop.New(shop.Config{
		Gateway: http.HandlerFunc(s.serve), Store: s.store, Clock: now, Methods: methods, Merchants: merchants,
		Key: key, KeyPath: keyPath, Strict: c.Strict, GrantedReference: granted, Logger: c.Logger, Now: c.Now,
		App: func() string { return *s.appURL.Load() }, BaseURL: s.baseURL,
	})
	s.routes(console.New(console.Config{
		Store: s.store, Clock: now, Process: s.process, Faults: wrong, Merchants: merchants, Rates: limits, Steering: steers,
		DemoKey: &key.PublicKey,
		Shop:    s.shop, Operations: api.OperationNames(),
		Calm: c.Calm, Logger: c.Logger, BaseURL: s.baseURL,
	}))
	return nil
}

// tokenSecret signs tokens. It is stored, so tokens of earlier starts stay
// valid.
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

// Handler serves the gateway's interface at the root, and the sandbox's pages,
// to callers that name this machine, an IP address, a host without a dot, one that
// nobody can register (host.go) or BaseURL's.
func (s *Sandbox) Handler() http.Handler { return http.HandlerFunc(s.serveKnownHosts) }

// SetPaymentAppURL changes where the shop's RedirectURLs lead: tests and the
// built-in sandbox know the application's address only once it listens.
func (s *Sandbox) SetPaymentAppURL(url string) { s.appURL.Store(&url) }

// Close stops delivering callbacks and closes the database. Requests must have
// ended before.
func (s *Sandbox) Close() error {
	s.process.Close()
	if err := s.store.Close(); err != nil {
		return fmt.Errorf("close sandbox: %w", err)
	}
	return nil
}

// MoveClock lets d pass at once for everything that exists: deadlines and plans of
// payments, callbacks to come, and tokens. A negative d is an error: what has happened can't be
// undone.
func (s *Sandbox) MoveClock(ctx context.Context, d time.Duration) error {
	return s.process.MoveClock(ctx, store.Scope{}, d)
}

// Deliver makes the callbacks of every status change that has come due, and
// calls the listeners whose delivery is due. It returns when all calls are
// done.
func (s *Sandbox) Deliver(ctx context.Context) error { return s.process.Deliver(ctx) }

// SignToken obtains a token as a merchant does: by POST /auth-tokens, signed
// with the demo key. The request goes to the sandbox's handler without a
// network, and doesn't count against the merchant's rate.
func (s *Sandbox) SignToken(ctx context.Context, spec TokenSpec) (string, error) {
	return s.shop.SignToken(ctx, spec)
}
