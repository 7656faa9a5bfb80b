package config

import (
	"log/slog"
	"net"
	"net/netip"
	"net/url"
	"os"
	"reflect"
	"strconv"
	"strings"
	"time"

	"payapp/internal/links"
	"payapp/internal/site"
)

// config converts the settings to their meaning, and notes faults.
func (s settings) config(faults *Faults) Config {
	c := Config{
		Addr:             listen("PAYAPP_ADDR", s.Addr, faults),
		Site:             s.site(faults),
		GatewayRate:      rate("PAYAPP_GATEWAY_RATE", s.GatewayRate, faults),
		GatewayRateScope: oneOf("PAYAPP_GATEWAY_RATE_SCOPE", Scope(s.GatewayRateScope), faults, ScopeMerchant, ScopeGlobal),
		AdminAddr:        listen("PAYAPP_ADMIN_ADDR", s.AdminAddr, faults),
		DrainDelay:       drainDelay("PAYAPP_DRAIN_DELAY", s.DrainDelay, faults),
		Catalogue:        s.Catalogue,
		LogLevel:         logLevel("PAYAPP_LOG_LEVEL", s.LogLevel, faults),
		LogFormat:        oneOf("PAYAPP_LOG_FORMAT", LogFormat(s.LogFormat), faults, LogAuto, LogText, LogJSON),
		OTLPEndpoint:     s.OTLPEndpoint,
		Sandbox: Sandbox{
			Addr: listen("PAYAPP_SANDBOX_ADDR", s.SandboxAddr, faults),
			URL:  sandboxURL("PAYAPP_SANDBOX_URL", s.SandboxURL, faults),
			Rate: rate("PAYAPP_SANDBOX_RATE", s.SandboxRate, faults),
			Key:  Secret{s.SandboxKey},
			DB:   s.SandboxDB,
			Calm: s.SandboxCalm, Strict: s.SandboxStrict,
		},
	}
	if s.GatewayURL != "" {
		c.GatewayURL = gatewayURL("PAYAPP_GATEWAY_URL", s.GatewayURL, faults)
	}
	if s.SessionKeys != "" {
		c.SessionKeys = sessionKeys("PAYAPP_SESSION_KEYS", s.SessionKeys, faults)
	}
	if s.SandboxKey != "" {
		privateKey("PAYAPP_SANDBOX_KEY", s.SandboxKey, faults)
	}
	if s.SandboxDB != "" {
		databaseFile("PAYAPP_SANDBOX_DB", s.SandboxDB, faults)
	}
	if s.RedisURL != "" {
		c.RedisURL = redisURL("PAYAPP_REDIS_URL", s.RedisURL, faults)
	}
	if s.OTLPEndpoint != "" {
		absolute("OTEL_EXPORTER_OTLP_ENDPOINT", s.OTLPEndpoint, faults)
	}
	if s.Catalogue != "" {
		readable("PAYAPP_CATALOGUE", s.Catalogue, faults)
	}
	return c
}

// site does the same for the pages' settings.
func (s settings) site(faults *Faults) site.Settings {
	c := s.Site
	checkTags(reflect.ValueOf(c), "env", func(name, reason string) { faults.add(name, "%s", reason) })
	c.Sandbox = s.GatewayURL == ""
	c.TrustedProxies = networks("PAYAPP_TRUSTED_PROXIES", s.TrustedProxies, faults)
	c.ReturnSchemes = schemes("PAYAPP_RETURN_SCHEMES", s.ReturnSchemes, faults)
	if c.PublicURL != "" {
		c.PublicURL = publicURL("PAYAPP_PUBLIC_URL", c.PublicURL, faults)
		c.Secure = strings.HasPrefix(c.PublicURL, "https:")
	}
	if s.Branding != "" {
		c.Branding = loadBranding("PAYAPP_BRANDING", s.Branding, faults)
	}
	return c
}

func listen(variable, value string, faults *Faults) string {
	_, port, err := net.SplitHostPort(value)
	if err != nil {
		faults.add(variable, "%q is not host:port", value)
		return value
	}
	if _, err := strconv.ParseUint(port, 10, 16); err != nil {
		faults.add(variable, "%q is not a port number", port)
	}
	return value
}

func rate(variable string, value int, faults *Faults) int {
	if value < 1 && !faults.has(variable) {
		faults.add(variable, "%d is not above zero", value)
	}
	return value
}

// longestDrain is more than any load balancer needs to notice, and short enough
// that the process doesn't seem to hang.
const longestDrain = 5 * time.Minute

func drainDelay(variable string, value time.Duration, faults *Faults) time.Duration {
	if (value < 0 || value > longestDrain) && !faults.has(variable) {
		faults.add(variable, "%v is not between 0s and %v", value, longestDrain)
	}
	return value
}

func oneOf[T ~string](variable string, value T, faults *Faults, allowed ...T) T {
	var names []string
	for _, a := range allowed {
		if value == a {
			return value
		}
		if a != "" {
			names = append(names, string(a))
		}
	}
	faults.add(variable, "%q is not one of %s", value, strings.Join(names, ", "))
	return value
}

func logLevel(variable, value string, faults *Faults) (level slog.Level) {
	name := strings.ToLower(value)
	if oneOf(variable, name, faults, "debug", "info", "warn", "error"); !faults.has(variable) {
		_ = level.UnmarshalText([]byte(name)) // one of slog's own
	}
	return level
}

// networks parses networks and single addresses, separated by commas.
func networks(variable, value string, faults *Faults) []netip.Prefix {
	var all []netip.Prefix
	for part := range strings.SplitSeq(value, ",") {
		if part = strings.TrimSpace(part); part == "" {
			continue
		}
		if addr, err := netip.ParseAddr(part); err == nil {
			all = append(all, netip.PrefixFrom(addr, addr.BitLen()))
			continue
		}
		network, err := netip.ParsePrefix(part)
		if err != nil {
			faults.add(variable, "%q is neither a network (10.0.0.0/8) nor an address", part)
			continue
		}
		if network.Bits() == 0 {
			faults.add(variable, "%q is everybody: whoever comes could say that it is somebody else", part)
			continue
		}
		all = append(all, network.Masked())
	}
	return all
}

// schemes parses URL schemes, separated by commas.
func schemes(variable, value string, faults *Faults) []string {
	var all []string
	for part := range strings.SplitSeq(value, ",") {
		switch part = strings.ToLower(strings.TrimSpace(part)); {
		case part == "":
		case !links.AppScheme(part):
			faults.add(variable, "%q is not the scheme of an app (myshop)", part)
		default:
			all = append(all, part)
		}
	}
	return all
}

// absolute parses an http or https address with nothing after its path.
func absolute(variable, value string, faults *Faults) *url.URL {
	u, err := url.Parse(value)
	switch {
	case err != nil:
		faults.add(variable, "not an address")
	case u.Scheme != "https" && u.Scheme != "http" || u.Hostname() == "":
		faults.add(variable, "not an http or https address")
	case u.User != nil || u.RawQuery != "" || u.ForceQuery || u.Fragment != "":
		faults.add(variable, "an address without user, query and fragment is needed")
	default:
		u.Path = strings.TrimRight(u.Path, "/")
		u.RawPath = ""
		return u
	}
	return nil
}

func publicURL(variable, value string, faults *Faults) string {
	u := absolute(variable, value, faults)
	if u == nil {
		return ""
	}
	if u.Path != "" {
		faults.add(variable, "has a path, but the application owns its whole host")
	}
	u.Host = asBrowsersDo(u)
	return u.String()
}

func sandboxURL(variable, value string, faults *Faults) string {
	if value == "" {
		return ""
	}
	if u := absolute(variable, value, faults); u != nil {
		return u.String()
	}
	return ""
}

// asBrowsersDo is a host as browsers write it in Origin, with which forms are
// compared: in lower case, without the scheme's default port.
func asBrowsersDo(u *url.URL) string {
	host := strings.ToLower(u.Host)
	usual := map[string]string{"http": ":80", "https": ":443"}[u.Scheme]
	return strings.TrimSuffix(strings.TrimSuffix(host, usual), ":")
}

func gatewayURL(variable, value string, faults *Faults) *url.URL {
	u := absolute(variable, value, faults)
	if u != nil && !protected(u) {
		faults.add(variable, "https is needed: customers' tokens go there")
	}
	return u
}

// protected reports whether nobody can listen in: https, or this machine.
func protected(u *url.URL) bool {
	if u.Scheme == "https" || u.Hostname() == "localhost" {
		return true
	}
	addr, err := netip.ParseAddr(u.Hostname())
	return err == nil && addr.IsLoopback()
}

// redisURL parses the address of a Redis or Valkey server or, with +cluster or
// +sentinel in the scheme, of one of many. It may hold a password, so no
// message repeats it. The client checks the rest of its query.
func redisURL(variable, value string, faults *Faults) Secret {
	u, err := url.Parse(value)
	if err != nil {
		faults.add(variable, "not an address")
		return Secret{value}
	}
	transport, kind, many := strings.Cut(u.Scheme, "+")
	db := strings.Trim(u.Path, "/")
	_, errDB := strconv.ParseUint(db, 10, 16)
	switch {
	case u.Scheme == "unix" && u.Path != "":
	case transport != "redis" && transport != "rediss" || u.Hostname() == "" || many && kind != "cluster" && kind != "sentinel":
		faults.add(variable, "not of the form redis://host:port/0, rediss://…, unix:///path, "+
			"redis+sentinel://host:port/0?master_name=… or redis+cluster://host:port")
	case kind == "sentinel" && u.Query().Get("master_name") == "":
		faults.add(variable, "master_name is missing")
	case kind == "cluster" && db != "":
		faults.add(variable, "a Cluster has no databases to choose from")
	case db != "" && errDB != nil:
		faults.add(variable, "the database after the host is not a number")
	}
	return Secret{value}
}

func readable(variable, path string, faults *Faults) {
	f, err := os.Open(path)
	if err != nil {
		faults.add(variable, "%v", err)
		return
	}
	_ = f.Close() // opened only for reading
}
