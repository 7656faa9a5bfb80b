package api

import (
	"context"
	"crypto/rsa"
	"log/slog"
	"net/http"
	"sync"
	"time"

	"payapp/sandbox/internal/clock"
	"payapp/sandbox/internal/faults"
	"payapp/sandbox/internal/process"
	"payapp/sandbox/internal/store"
)

// Config is what the interface works on, and how. Nothing may be missing.
type Config struct {
	Store   *store.Store
	Clock   *clock.Clock
	Process *process.Runner
	Faults  *faults.Faults
	Key     *rsa.PublicKey // signs for every merchant
	Secret  []byte         // signs our tokens
	Rate    int            // requests a second and merchant
	Strict  bool
	// RedirectProperty is where answers have the address of a bank; "" is
	// redirectUrl.
	RedirectProperty string
	Logger           *slog.Logger
	// Now is the real time, whatever people have moved.
	Now   func() time.Time
	Sleep func(context.Context, time.Duration)
	// BaseURL is the sandbox's outside address, as a request sees it.
	BaseURL func(*http.Request) string
}

// API serves the interface. It is safe for concurrent use.
type API struct {
	Config
	rates  *rates
	paying sync.Mutex // one payout at a time
}

// New makes the interface ready.
func New(config Config) *API {
	return &API{Config: config, rates: newRates(config.Rate, config.Now)}
}
