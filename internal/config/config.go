package config

import (
	"log/slog"
	"net/url"
	"time"

	"payapp/internal/site"
)

// Config is a checked configuration.
type Config struct {
	Addr string // where the application listens, host:port
	Site site.Settings

	GatewayURL       *url.URL // {base_url}, without a trailing slash; nil is the embedded sandbox
	GatewayRate      int      // requests a second
	GatewayRateScope Scope

	SessionKeys Keys // newest first; none only with the sandbox, whose keys internal/server makes and keeps

	// RedisURL is where replicas share the rate, polls and readings; none means
	// one replica, or each on its own.
	RedisURL Secret

	AdminAddr  string        // /metrics, /healthz, /readyz
	DrainDelay time.Duration // from not being ready to closing the ports; default 0 with the sandbox

	Catalogue string // path of a catalogue file; "" = only the built-in catalogue

	LogLevel  slog.Level
	LogFormat LogFormat

	OTLPEndpoint string // for traces; "" is off

	Sandbox Sandbox

	// Unknown lists unknown variables that begin with PAYAPP_, for a warning:
	// usually a misspelt name.
	Unknown []string
}

// Sandbox holds the settings of the embedded sandbox.
type Sandbox struct {
	Addr string // where it listens, host:port
	URL  string // its public address, without a trailing slash; "" is each request's own
	Rate int    // its limit, requests a second and merchant
	Key  Secret // the demo merchant's private key, PEM; empty is one made at first start, beside DB
	DB   string // path of its SQLite file, or ":memory:"; "" is sandbox.DefaultDB
	Calm bool   // no faults by default
	// Strict sandboxes grant and answer only what the interface shows.
	Strict bool
}

// Scope is what the gateway's rate limit applies to.
type Scope string

// The scopes.
const (
	ScopeMerchant Scope = "merchant"
	ScopeGlobal   Scope = "global"
)

// LogFormat is how log lines are written.
type LogFormat string

// The log formats.
const (
	LogAuto LogFormat = "" // text on a terminal, else JSON
	LogText LogFormat = "text"
	LogJSON LogFormat = "json"
)
