package tracing

import (
	"cmp"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"net/url"
	"os"
	"slices"
	"strconv"
	"strings"
	"time"

	sdk "go.opentelemetry.io/otel/sdk/trace"
)

// Settings are what the OTEL_ variables say; Read makes them. The SDK itself
// reads those of the resource, of spans' limits and of batches.
type Settings struct {
	// Endpoint is where spans go; "" is off.
	Endpoint string
	// Warnings are about values that are ignored, as the specification asks.
	Warnings []string

	headers   map[string]string // may hold a password
	timeout   time.Duration
	gzip      bool
	tls       *tls.Config // nil is the system's
	sampler   sdk.Sampler
	propagate bool
}

const (
	defaultEndpoint = "http://localhost:4318"
	defaultTimeout  = 10 * time.Second
	tracesPath      = "/v1/traces"
)

// Read reads the environment, in os.Environ's form. Traces are on if an endpoint
// or the exporter is named.
func Read(environ []string) Settings {
	r := reader{given: map[string]string{}}
	for _, pair := range environ {
		if name, value, ok := strings.Cut(pair, "="); ok && strings.HasPrefix(name, "OTEL_") {
			r.given[name] = strings.TrimSpace(value)
		}
	}
	var s Settings
	switch exporter := r.given["OTEL_TRACES_EXPORTER"]; {
	case strings.EqualFold(r.given["OTEL_SDK_DISABLED"], "true"), exporter == "none":
		return s
	case exporter != "" && exporter != "otlp":
		r.warn("OTEL_TRACES_EXPORTER", "%q isn't built in, otlp is", exporter)
		return Settings{Warnings: r.warnings}
	case exporter == "" && r.given["OTEL_EXPORTER_OTLP_ENDPOINT"] == "" && r.given["OTEL_EXPORTER_OTLP_TRACES_ENDPOINT"] == "":
		return s
	}
	s.Endpoint, s.sampler = r.endpoint(), r.sampler()
	s.headers, s.timeout, s.tls = r.headers(), r.timeout(), r.tls()
	s.gzip = r.otlp("COMPRESSION") == "gzip"
	s.propagate = slices.Contains(strings.Split(cmp.Or(r.given["OTEL_PROPAGATORS"], "tracecontext"), ","), "tracecontext")
	if protocol := r.otlp("PROTOCOL"); protocol != "" && protocol != "http/protobuf" {
		r.warn("OTEL_EXPORTER_OTLP_PROTOCOL", "%q isn't built in, http/protobuf is; there are no traces", protocol)
		s.Endpoint = ""
	}
	if s.sampler == nil {
		s.Endpoint = ""
	}
	s.Warnings = r.warnings
	return s
}

// reader reads variables, and notes what is ignored. No warning repeats a value
// that may be secret.
type reader struct {
	given    map[string]string
	warnings []string
}

func (r *reader) warn(name, format string, args ...any) {
	r.warnings = append(r.warnings, name+": "+fmt.Sprintf(format, args...))
}

// otlp is a variable for traces alone, or for all signals.
func (r *reader) otlp(name string) string {
	return cmp.Or(r.given["OTEL_EXPORTER_OTLP_TRACES_"+name], r.given["OTEL_EXPORTER_OTLP_"+name])
}

// endpoint is the address that spans are posted to: the one for traces as it is,
// the one for all signals with the traces' path.
func (r *reader) endpoint() string {
	name, text, path := "OTEL_EXPORTER_OTLP_TRACES_ENDPOINT", r.given["OTEL_EXPORTER_OTLP_TRACES_ENDPOINT"], ""
	if text == "" {
		name, path = "OTEL_EXPORTER_OTLP_ENDPOINT", tracesPath
		text = cmp.Or(r.given[name], defaultEndpoint)
	}
	u, err := url.Parse(text)
	if err != nil || u.Scheme != "http" && u.Scheme != "https" || u.Hostname() == "" {
		r.warn(name, "not an http or https address; there are no traces")
		return ""
	}
	if path != "" {
		u.Path = strings.TrimRight(u.Path, "/") + path
	}
	return u.String()
}

func (r *reader) headers() map[string]string {
	headers := map[string]string{}
	for pair := range strings.SplitSeq(r.otlp("HEADERS"), ",") {
		name, value, ok := strings.Cut(pair, "=")
		value, err := url.PathUnescape(strings.TrimSpace(value))
		switch {
		case strings.TrimSpace(pair) == "":
		case !ok || err != nil:
			r.warn("OTEL_EXPORTER_OTLP_HEADERS", "a part isn't of the form name=value")
		default:
			headers[strings.TrimSpace(name)] = value
		}
	}
	return headers
}

func (r *reader) timeout() time.Duration {
	text := r.otlp("TIMEOUT")
	if text == "" {
		return defaultTimeout
	}
	ms, err := strconv.Atoi(text)
	if err != nil || ms <= 0 {
		r.warn("OTEL_EXPORTER_OTLP_TIMEOUT", "not a number of milliseconds")
		return defaultTimeout
	}
	return time.Duration(ms) * time.Millisecond
}

// tls are the certificates of collectors with an authority of their own, or that
// ask for ours.
func (r *reader) tls() *tls.Config {
	authority, own, key := r.otlp("CERTIFICATE"), r.otlp("CLIENT_CERTIFICATE"), r.otlp("CLIENT_KEY")
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
			r.warn("OTEL_EXPORTER_OTLP_CERTIFICATE", "%v", err)
		}
	}
	if own != "" {
		pair, err := tls.LoadX509KeyPair(own, key)
		if err != nil {
			r.warn("OTEL_EXPORTER_OTLP_CLIENT_CERTIFICATE", "%v", err)
			return config
		}
		config.Certificates = []tls.Certificate{pair}
	}
	return config
}

// sampler decides which of the ordinary traces are kept; nil is none at all.
// Nothing has a parent outside of this process, so a sampler that is based on
// parents is as good as its root's.
func (r *reader) sampler() sdk.Sampler {
	const name = "OTEL_TRACES_SAMPLER"
	switch text := strings.TrimPrefix(r.given[name], "parentbased_"); text {
	case "", "always_on":
	case "always_off":
		return nil
	case "traceidratio":
		share, err := strconv.ParseFloat(cmp.Or(r.given[name+"_ARG"], "1"), 64)
		if err == nil && share >= 0 && share <= 1 {
			return sdk.TraceIDRatioBased(share)
		}
		r.warn(name+"_ARG", "not a number from 0 to 1")
	default:
		r.warn(name, "%q isn't built in", text)
	}
	return sdk.AlwaysSample()
}
