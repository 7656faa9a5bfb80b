package shop

import (
	"crypto/rsa"
	"embed"
	"log/slog"
	"net/http"
	"strings"
	"time"

	"payapp/sandbox/internal/clock"
	"payapp/sandbox/internal/merchant"
	"payapp/sandbox/internal/page"
	"payapp/sandbox/internal/rules"
	"payapp/sandbox/internal/store"
)

// Config is what the shop needs. All fields are mandatory, except KeyPath.
type Config struct {
	Gateway   http.Handler // the interface, called without a network
	Store     *store.Store // of orders and received callbacks
	Clock     *clock.Clock
	Methods   *rules.Table // on offer
	Merchants *merchant.Book
	Key       *rsa.PrivateKey // signs the shop's requests
	KeyPath   string          // the key's file, "" if it has none
	Strict    bool
	// GrantedReference is the path of the external reference in orders' tokens, ""
	// where they aren't granted it.
	GrantedReference string
	Logger           *slog.Logger
	// Now is the real time, unaffected by moves of the clock.
	Now func() time.Time
	// App is the payment application's address.
	App func() string
	// BaseURL is the sandbox's public address, as a request sees it.
	BaseURL func(*http.Request) string
}

// Shop is the demo shop. It is safe for concurrent use.
type Shop struct {
	Config
	pages *page.Set
}

//go:embed pages/*.html
var pageFiles embed.FS

var templates = page.Read(pageFiles)

// New opens the shop.
func New(config Config) *Shop { return &Shop{config, page.NewSet(config.Logger, templates())} }

// Routes serves the shop's pages, and its callbackUrl. own protects forms
// against cross-origin posts.
func (s *Shop) Routes(mux *http.ServeMux, own *http.CrossOriginProtection) {
	mux.Handle("GET /shop", s.pages.Handler(s.showShop))
	mux.Handle("POST /shop", own.Handler(s.pages.Handler(s.submitShop)))
	mux.Handle("GET /shop/orders/{id}", s.pages.Handler(s.showOrder))
	// For other origins: a bank's page may return here by a POST, and callbacks
	// come from the gateway.
	mux.Handle("POST /shop/orders/{id}", s.pages.Handler(s.showOrder))
	mux.HandleFunc("POST /shop/callback", s.receiveCallback)
	// Where ~callback-astray leads: it is no call of the interface.
	mux.HandleFunc("POST /shop/callback-astray", http.NotFound)
}

// app is the payment application's address, without a trailing slash.
func (s *Shop) app() string { return strings.TrimSuffix(s.App(), "/") }
