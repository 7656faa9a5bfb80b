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

	GatewayURL       *url.URL // {base_url}, without a slash at the end; nil is the embedded sandbox
	GatewayRate      int      // requests a second
	GatewayRateScope Scope

	SessionKeys Keys // newest first; none only in the sandbox, whose keys main makes and keeps

	// RedisURL is where replicas share budget, polls and readings; none is one
	// replica, or each for itself.
	RedisURL Secret

	AdminAddr  string        // /metrics, /healthz, /readyz
	DrainDelay time.Duration // from not being ready to taking no more connections; 0 unless set in the sandbox

	Catalogue string // path of a catalogue file; "" is the built-in catalogue alone

	LogLevel  slog.Level
	LogFormat LogFormat

	OTLPEndpoint string // traces go there; "" is off

	Sandbox Sandbox

	// Unknown lists variables that begin with PAYAPP_ and mean nothing, for a
	// warning: usually a misspelt name.
	Unknown []string
}

// Sandbox holds the settings of the embedded sandbox.
type Sandbox struct {
	Addr string // where it listens, host:port
	URL  string // its outside address, without a trailing slash; "" is each request's own
	Rate int    // its limit, requests a second and merchant
	Key  Secret // the demo merchant's private key, PEM; empty is one made at first start, beside DB
	DB   string // path of its SQLite file, or ":memory:"; "" is sandbox.DefaultDB
	Calm bool   // no faults of its own accord
	// Strict sandboxes grant and answer nothing that the interface doesn't show.
	Strict bool
}

// Scope is what the gateway counts its rate limit by.
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
