package config

import (
	"reflect"
	"strings"
	"time"
)

// settings is the table of variables with their defaults, as they are written.
// What they mean is checked afterwards, so that one fault doesn't hide others.
type settings struct {
	Addr             string        `env:"PAYAPP_ADDR" envDefault:":8080"`
	PublicURL        string        `env:"PAYAPP_PUBLIC_URL"`
	GatewayURL       string        `env:"PAYAPP_GATEWAY_URL"`
	SessionKeys      string        `env:"PAYAPP_SESSION_KEYS"`
	RedisURL         string        `env:"PAYAPP_REDIS_URL"`
	GatewayRate      int           `env:"PAYAPP_GATEWAY_RATE" envDefault:"10"`
	GatewayRateScope string        `env:"PAYAPP_GATEWAY_RATE_SCOPE" envDefault:"merchant"`
	CallbackRelay    bool          `env:"PAYAPP_CALLBACK_RELAY" envDefault:"false"`
	AdminAddr        string        `env:"PAYAPP_ADMIN_ADDR" envDefault:"127.0.0.1:9090"`
	DrainDelay       time.Duration `env:"PAYAPP_DRAIN_DELAY" envDefault:"5s"`
	TrustedProxies   string        `env:"PAYAPP_TRUSTED_PROXIES"`
	Catalogue        string        `env:"PAYAPP_CATALOGUE"`
	Branding         string        `env:"PAYAPP_BRANDING"`
	Operator         string        `env:"PAYAPP_OPERATOR"`
	OperatorPrivacy  string        `env:"PAYAPP_OPERATOR_PRIVACY"`
	OperatorTerms    string        `env:"PAYAPP_OPERATOR_TERMS"`
	AllowHTTPReturn  bool          `env:"PAYAPP_ALLOW_HTTP_RETURN"`
	ReturnSchemes    string        `env:"PAYAPP_RETURN_SCHEMES"`
	LogLevel         string        `env:"PAYAPP_LOG_LEVEL" envDefault:"info"`
	LogFormat        string        `env:"PAYAPP_LOG_FORMAT"`
	SandboxAddr      string        `env:"PAYAPP_SANDBOX_ADDR" envDefault:"127.0.0.1:8081"`
	SandboxURL       string        `env:"PAYAPP_SANDBOX_URL"`
	SandboxRate      int           `env:"PAYAPP_SANDBOX_RATE" envDefault:"10"`
	SandboxKey       string        `env:"PAYAPP_SANDBOX_KEY"`
	SandboxDB        string        `env:"PAYAPP_SANDBOX_DB"`
	SandboxCalm      bool          `env:"PAYAPP_SANDBOX_CALM"`
	SandboxStrict    bool          `env:"PAYAPP_SANDBOX_STRICT"`
	OTLPEndpoint     string        `env:"OTEL_EXPORTER_OTLP_ENDPOINT"`
}

// sandboxPrefix begins the variables that have no place beside a gateway.
const sandboxPrefix = "PAYAPP_SANDBOX_"

// Variables lists the names of all variables, in the order of their table.
func Variables() []string {
	table := reflect.TypeFor[settings]()
	names := make([]string, table.NumField())
	for i := range names {
		names[i] = table.Field(i).Tag.Get("env")
	}
	return names
}

// variableOf finds the variable behind a field of settings.
func variableOf(field string) string {
	f, ok := reflect.TypeFor[settings]().FieldByName(field)
	if !ok {
		return field
	}
	name, _, _ := strings.Cut(f.Tag.Get("env"), ",")
	return name
}
