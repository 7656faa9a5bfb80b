package config

import (
	"log/slog"
	"net"
	"net/netip"
	"net/url"
	"os"
	"strconv"
	"strings"
)

// config brings the settings into what they mean, and notes what has no
// meaning.
func (s settings) config(faults *Faults) Config {
	c := Config{
		Addr:             listen("PAYAPP_ADDR", s.Addr, faults),
		GatewayRate:      rate("PAYAPP_GATEWAY_RATE", s.GatewayRate, faults),
		GatewayRateScope: oneOf("PAYAPP_GATEWAY_RATE_SCOPE", Scope(s.GatewayRateScope), faults, ScopeMerchant, ScopeGlobal),
		AdminAddr:        listen("PAYAPP_ADMIN_ADDR", s.AdminAddr, faults),
		TrustedProxies:   networks("PAYAPP_TRUSTED_PROXIES", s.TrustedProxies, faults),
		Catalogue:        s.Catalogue,
		AllowHTTPReturn:  s.AllowHTTPReturn,
		LogLevel:         logLevel("PAYAPP_LOG_LEVEL", s.LogLevel, faults),
		LogFormat:        oneOf("PAYAPP_LOG_FORMAT", LogFormat(s.LogFormat), faults, LogAuto, LogText, LogJSON),
		OTLPEndpoint:     s.OTLPEndpoint,
		Sandbox: Sandbox{
			Addr: listen("PAYAPP_SANDBOX_ADDR", s.SandboxAddr, faults),
			Rate: rate("PAYAPP_SANDBOX_RATE", s.SandboxRate, faults),
			Key:  Secret{s.SandboxKey},
			DB:   s.SandboxDB,
			Calm: s.SandboxCalm,
		},
	}
	if s.PublicURL != "" {
		c.PublicURL = publicURL("PAYAPP_PUBLIC_URL", s.PublicURL, faults)
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

// networks takes networks and single addresses, separated by commas.
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
		all = append(all, network.Masked())
	}
	return all
}

// absolute takes an http or https address without anything beyond its path.
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

func publicURL(variable, value string, faults *Faults) *url.URL {
	u := absolute(variable, value, faults)
	if u != nil && u.Path != "" {
		faults.add(variable, "has a path, but the application owns its whole host")
	}
	return u
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

// redisURL takes the addresses that Redis and Valkey clients take. It may hold
// a password, so no message repeats it.
func redisURL(variable, value string, faults *Faults) Secret {
	u, err := url.Parse(value)
	switch {
	case err != nil:
		faults.add(variable, "not an address")
	case u.Scheme == "unix" && u.Path != "":
	case u.Scheme != "redis" && u.Scheme != "rediss" || u.Hostname() == "":
		faults.add(variable, "not of the form redis://host:port/0, rediss://… or unix:///path")
	default:
		if db := strings.Trim(u.Path, "/"); db != "" {
			if _, err := strconv.ParseUint(db, 10, 16); err != nil {
				faults.add(variable, "the database after the host is not a number")
			}
		}
	}
	return Secret{value}
}

func readable(variable, path string, faults *Faults) {
	f, err := os.Open(path)
	if err != nil {
		faults.add(variable, "%v", err)
		return
	}
	_ = f.Close() // opened to read only
}
