package tracing

import (
	"cmp"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net/url"
	"os"
	"strconv"
	"strings"
	"time"

	"go.opentelemetry.io/otel"
)

// exportSettings are what the OTEL_EXPORTER_OTLP_ variables say. The SDK reads all
// other variables, but leaves these to the exporter.
type exportSettings struct {
	endpoint string
	headers  map[string]string // may hold a password
	timeout  time.Duration
	gzip     bool
	tls      *tls.Config // nil is the system's
}

const (
	defaultEndpoint = "http://localhost:4318"
	defaultTimeout  = 10 * time.Second
	tracesPath      = "/v1/traces"
)

// wanted reports whether the environment asks for traces: it names an endpoint or
// the exporter, and doesn't switch them off.
func wanted() bool {
	exporter := given("OTEL_TRACES_EXPORTER")
	named := exporter != "" || variable("ENDPOINT") != ""
	return named && exporter != "none" && !strings.EqualFold(given("OTEL_SDK_DISABLED"), "true")
}

// readExportSettings reads the environment; the error is of what makes traces
// impossible. A value that is only ignored is told to OpenTelemetry's error
// handler. Neither repeats a value that may be secret.
func readExportSettings() (exportSettings, error) {
	if exporter := cmp.Or(given("OTEL_TRACES_EXPORTER"), "otlp"); exporter != "otlp" {
		return exportSettings{}, fmt.Errorf("OTEL_TRACES_EXPORTER: %q isn't built in, otlp is", exporter)
	}
	if protocol := cmp.Or(variable("PROTOCOL"), "http/protobuf"); protocol != "http/protobuf" {
		return exportSettings{}, fmt.Errorf("OTEL_EXPORTER_OTLP_PROTOCOL: %q isn't built in, http/protobuf is", protocol)
	}
	endpoint, err := readEndpoint()
	return exportSettings{
		endpoint: endpoint, headers: readHeaders(), timeout: readTimeout(), gzip: variable("COMPRESSION") == "gzip", tls: readTLS(),
	}, err
}

func given(name string) string { return strings.TrimSpace(os.Getenv(name)) }

// variable is one for traces alone, or for all signals.
func variable(name string) string {
	return cmp.Or(given("OTEL_EXPORTER_OTLP_TRACES_"+name), given("OTEL_EXPORTER_OTLP_"+name))
}

// ignored tells of a value that is ignored, as the specification asks.
func ignored(name, reason string) {
	otel.Handle(fmt.Errorf("OTEL_EXPORTER_OTLP_%s: %s", name, reason))
}

// readEndpoint is the address that spans are posted to: the one for traces as it
// is, the one for all signals with the traces' path.
func readEndpoint() (string, error) {
	own := given("OTEL_EXPORTER_OTLP_TRACES_ENDPOINT")
	u, err := url.Parse(cmp.Or(variable("ENDPOINT"), defaultEndpoint))
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Hostname() == "" {
		return "", errors.New("OTEL_EXPORTER_OTLP_ENDPOINT: not an http or https address")
	}
	if own == "" {
		u.Path = strings.TrimRight(u.Path, "/") + tracesPath
	}
	return u.String(), nil
}

func readHeaders() map[string]string {
	headers := map[string]string{}
	for pair := range strings.SplitSeq(variable("HEADERS"), ",") {
		name, value, ok := strings.Cut(pair, "=")
		value, err := url.PathUnescape(strings.TrimSpace(value))
		switch {
		case strings.TrimSpace(pair) == "":
		case !ok || err != nil:
			ignored("HEADERS", "a part isn't of the form name=value")
		default:
			headers[strings.TrimSpace(name)] = value
		}
	}
	return headers
}

func readTimeout() time.Duration {
	text := variable("TIMEOUT")
	if text == "" {
		return defaultTimeout
	}
	ms, err := strconv.Atoi(text)
	if err != nil || ms <= 0 {
		ignored("TIMEOUT", "not a number of milliseconds")
		return defaultTimeout
	}
	return time.Duration(ms) * time.Millisecond
}

// readTLS are the certificates of collectors with an authority of their own, or
// that ask for ours.
func readTLS() *tls.Config {
	authority, own, key := variable("CERTIFICATE"), variable("CLIENT_CERTIFICATE"), variable("CLIENT_KEY")
	if authority == "" && own == "" {
		return nil
	}
	config := &tls.Config{MinVersion: tls.VersionTLS12}
	if authority != "" {
		config.RootCAs = x509.NewCertPool()
		text, err := os.ReadFile(authority)
		if err == nil && !config.RootCAs.AppendCertsFromPEM(text) {
			err = errors.New("no certificate in PEM")
		}
		if err != nil {
			ignored("CERTIFICATE", err.Error())
		}
	}
	if own != "" {
		pair, err := tls.LoadX509KeyPair(own, key)
		if err != nil {
			ignored("CLIENT_CERTIFICATE", err.Error())
			return config
		}
		config.Certificates = []tls.Certificate{pair}
	}
	return config
}
