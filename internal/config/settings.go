package config

import (
	"reflect"
	"slices"
	"time"

	"payapp/internal/site"
)

// settings is the table of variables with their defaults, as written. Package
// site has those of the pages, which their fields' tags describe completely.
// Meanings are checked afterwards, so that one fault doesn't hide others.
type settings struct {
	Addr             string `env:"PAYAPP_ADDR" envDefault:":8080"`
	Site             site.Settings
	GatewayURL       string        `env:"PAYAPP_GATEWAY_URL"`
	SessionKeys      string        `env:"PAYAPP_SESSION_KEYS"`
	RedisURL         string        `env:"PAYAPP_REDIS_URL"`
	GatewayRate      int           `env:"PAYAPP_GATEWAY_RATE" envDefault:"10"`
	GatewayRateScope string        `env:"PAYAPP_GATEWAY_RATE_SCOPE" envDefault:"merchant"`
	AdminAddr        string        `env:"PAYAPP_ADMIN_ADDR" envDefault:"127.0.0.1:9090"`
	DrainDelay       time.Duration `env:"PAYAPP_DRAIN_DELAY" envDefault:"5s"`
	TrustedProxies   string        `env:"PAYAPP_TRUSTED_PROXIES"`
	Catalogue        string        `env:"PAYAPP_CATALOGUE"`
	Branding         string        `env:"PAYAPP_BRANDING"`
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

// sandboxPrefix is the prefix of variables that aren't allowed with a gateway.
const sandboxPrefix = "PAYAPP_SANDBOX_"

// Variable is a line of the table.
type Variable struct {
	Name    string
	Default string // as written, "" = none

	field string // of its struct
	check string // one of checks, "" = none
}

// Variables lists all of them, in the order of their table.
func Variables() []Variable { return variables(reflect.TypeFor[settings]()) }

func variables(of reflect.Type) (all []Variable) {
	for field := range of.Fields() {
		name := field.Tag.Get("env")
		switch {
		case name == "-":
		case name != "":
			all = append(all, Variable{name, field.Tag.Get("envDefault"), field.Name, field.Tag.Get("check")})
		default:
			all = append(all, variables(field.Type)...)
		}
	}
	return all
}

// variableOf returns the variable of a field; field names are unique.
func variableOf(field string) string {
	for _, v := range Variables() {
		if v.field == field {
			return v.Name
		}
	}
	return field
}

// place is the index of a variable in the table, -1 if it isn't there.
func place(name string) int {
	return slices.IndexFunc(Variables(), func(v Variable) bool { return v.Name == name })
}
