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
	"payapp/sandbox/internal/merchant"
	"payapp/sandbox/internal/process"
	"payapp/sandbox/internal/rates"
	"payapp/sandbox/internal/steering"
	"payapp/sandbox/internal/store"
)

// Config is what the interface works on. All fields are mandatory, except
// RedirectProperty and QRProperty.
type Config struct {
	Store     *store.Store
	Clock     *clock.Clock
	Process   *process.Runner
	Faults    *faults.Faults
	Key       *rsa.PublicKey // verifies signatures of every merchant
	Secret    []byte         // signs our tokens
	Rates     *rates.Rates
	Merchants *merchant.Book
	Steering  *steering.Steering
	Strict    bool
	// RedirectProperty is the property of answers with a bank's address; ""
	// means redirectUrl. QRProperty is the one with a code; "" means qrCode.
	RedirectProperty, QRProperty string
	// ReferencePath follows /payins/{idPayin}/ in operations that grant the external
	// reference; GrantedReference is the same, or "" where PAYIN_CREATE doesn't.
	ReferencePath, GrantedReference string
	Logger                          *slog.Logger
	// Now is the real time, unaffected by moves of the clock.
	Now   func() time.Time
	Sleep func(context.Context, time.Duration)
	// BaseURL is the sandbox's public address, as a request sees it.
	BaseURL func(*http.Request) string
}

// API serves the interface. It is safe for concurrent use. Each operation is a
// method.
type API struct {
	Config
	paying sync.Mutex // one payout at a time
}

// New prepares the interface.
func New(config Config) *API {
	return &API{Config: config}
}
