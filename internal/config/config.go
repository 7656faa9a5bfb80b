package config

import (
	"log/slog"
	"net/url"
	"slices"
	"time"

	"github.com/caarlos0/env/v11"

	"payapp/internal/site"
)

// Config is a checked configuration. Its tags are the table of variables: their
// names and their defaults as written. A type with a rule of its own is read by one
// of parsers, and a text with one is checked by one of checks. Package site has the
// pages' part.
type Config struct {
	// Addr is where the application listens, host:port; with the sandbox this machine alone.
	Addr string `env:"PAYAPP_ADDR" envDefault:":8080"`
	Site site.Settings

	// GatewayURL is {base_url}, without a trailing slash; nil is the embedded
	// sandbox.
	GatewayURL *url.URL `env:"PAYAPP_GATEWAY_URL"`
	// SessionKeys are newest first; none only with the sandbox, whose keys
	// internal/server makes and keeps.
	SessionKeys Keys `env:"PAYAPP_SESSION_KEYS"`
	// ReplaceSessionKeys: a replica gets ready although none that runs has its key.
	ReplaceSessionKeys bool `env:"PAYAPP_REPLACE_SESSION_KEYS"`
	// RedisURL is where replicas share the rate, polls and readings; none means
	// one replica, or each on its own.
	RedisURL         Secret `env:"PAYAPP_REDIS_URL"`
	GatewayRate      int    `env:"PAYAPP_GATEWAY_RATE" envDefault:"10"` // requests a second
	GatewayRateScope Scope  `env:"PAYAPP_GATEWAY_RATE_SCOPE" envDefault:"merchant"`

	AdminAddr string `env:"PAYAPP_ADMIN_ADDR" envDefault:"127.0.0.1:9090"` // /metrics, /healthz, /readyz
	// AdminHosts are the names by which the admin port is called, besides addresses and
	// localhost. AdminProfiles: it has profiles although others than this machine reach it.
	AdminHosts    Hosts `env:"PAYAPP_ADMIN_HOSTS"`
	AdminProfiles bool  `env:"PAYAPP_ADMIN_PROFILES"`
	// DrainDelay is from not being ready to closing the ports; by default 0 with
	// the sandbox.
	DrainDelay time.Duration `env:"PAYAPP_DRAIN_DELAY" envDefault:"5s"`
	Catalogue  string        `env:"PAYAPP_CATALOGUE"` // path of a catalogue file; "" = only the built-in catalogue
	LogLevel   LogLevel      `env:"PAYAPP_LOG_LEVEL" envDefault:"info"`
	LogFormat  LogFormat     `env:"PAYAPP_LOG_FORMAT"`

	Sandbox Sandbox

	// Unknown lists unknown variables that begin with PAYAPP_, for a warning:
	// usually a misspelt name.
	Unknown []string `env:"-"`
}

// Sandbox holds the settings of the embedded sandbox.
type Sandbox struct {
	Listen string `env:"PAYAPP_SANDBOX_ADDR" envDefault:"127.0.0.1:8081"` // host:port
	URL    string `env:"PAYAPP_SANDBOX_URL"`                              // its public address; "" is each request's own
	Rate   int    `env:"PAYAPP_SANDBOX_RATE" envDefault:"10"`             // its limit, requests a second and merchant
	Key    Secret `env:"PAYAPP_SANDBOX_KEY"`                              // the demo merchant's, PEM; "" is one kept beside DB
	DB     string `env:"PAYAPP_SANDBOX_DB"`                               // SQLite file, or ":memory:"; "" is sandbox.DefaultDB
	Calm   bool   `env:"PAYAPP_SANDBOX_CALM"`                             // no faults by default
	Strict bool   `env:"PAYAPP_SANDBOX_STRICT"`                           // grants and answers only what the interface shows
}

// Scope is what the gateway's rate limit applies to.
type Scope string

// The scopes.
const (
	ScopeMerchant Scope = "merchant"
	ScopeGlobal   Scope = "global"
)

// Hosts are names of hosts, without ports.
type Hosts []string

// LogLevel is the least level that is logged: "debug", "info", "warn" or
// "error".
type LogLevel string

// Level is the level for slog's handlers.
func (l LogLevel) Level() (level slog.Level) {
	_ = level.UnmarshalText([]byte(l)) // one of slog's own
	return level
}

// LogFormat is how log lines are written.
type LogFormat string

// The log formats.
const (
	LogAuto LogFormat = "" // text on a terminal, else JSON
	LogText LogFormat = "text"
	LogJSON LogFormat = "json"
)

// Variable is a line of the table.
type Variable struct {
	Name    string
	Default string // as written, "" = none
}

// Variables lists all of them, in the order of their table.
func Variables() []Variable {
	fields, err := env.GetFieldParams(new(Config))
	if err != nil {
		panic(err) // a tag that the library can't read
	}
	all := make([]Variable, len(fields))
	for i, f := range fields {
		all[i] = Variable{f.Key, f.DefaultValue}
	}
	return all
}

// place is the index of a variable in the table, -1 if it isn't there.
func place(name string) int {
	return slices.IndexFunc(Variables(), func(v Variable) bool { return v.Name == name })
}
