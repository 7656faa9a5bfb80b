package config

import (
	"crypto/rand"
	"crypto/rsa"
	"crypto/sha256"
	"crypto/x509"
	"encoding/base64"
	"encoding/pem"
	"errors"
	"fmt"
	"log/slog"
	"net/netip"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// key returns a good key in base64.
func key(seed string) string {
	sum := sha256.Sum256([]byte(seed))
	return base64.StdEncoding.EncodeToString(sum[:])
}

// production is a valid configuration with a gateway.
func production(extra ...string) []string {
	return append([]string{
		"PAYAPP_GATEWAY_URL=https://api.gateway.example/v2/",
		"PAYAPP_PUBLIC_URL=https://pay.gateway.example",
		"PAYAPP_SESSION_KEYS=" + key("new") + "," + key("old"),
		"PAYAPP_TRUSTED_PROXIES=none",
	}, extra...)
}

func load(t *testing.T, environ ...string) Config {
	t.Helper()
	c, err := Load(environ, Build{Sandbox: true})
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// faultsOf returns the faulty variables with their reasons.
func faultsOf(t *testing.T, build Build, environ ...string) Faults {
	t.Helper()
	_, err := Load(environ, build)
	var faults Faults
	if err != nil && !errors.As(err, &faults) {
		t.Fatalf("%T: %v", err, err)
	}
	return faults
}

func (f Faults) has(variable string) bool {
	return slices.ContainsFunc(f, func(fault Fault) bool { return fault.Variable == variable })
}

func TestDefaults(t *testing.T) {
	c := load(t)
	if c.Addr != "127.0.0.1:8080" || c.AdminAddr != "127.0.0.1:9090" || c.DrainDelay != 0 || c.GatewayRate != 10 || c.GatewayRateScope != ScopeMerchant ||
		c.LogLevel.Level() != slog.LevelInfo || c.LogFormat != LogAuto || !c.Site.AllowHTTP || !c.Site.Sandbox || c.Site.Secure ||
		c.Site.CallbackRelay || c.Site.PublicURL != "" || c.Site.TrustedProxies != nil || c.Site.Branding != nil ||
		c.SessionKeys.Reveal() != nil || c.RedisURL.Reveal() != "" || c.Catalogue != "" {
		t.Errorf("got %+v", c)
	}
	if c.Sandbox.Listen != "127.0.0.1:8081" || c.Sandbox.Rate != 10 || c.Sandbox.Calm || c.Sandbox.Key.Reveal() != "" || c.Sandbox.DB != "" {
		t.Errorf("sandbox: got %+v", c.Sandbox)
	}
}

func TestEverythingSet(t *testing.T) {
	c := load(t, production(
		"PAYAPP_ADDR=0.0.0.0:80", "PAYAPP_ADMIN_ADDR=[::1]:9091", "PAYAPP_REDIS_URL=rediss://user:hush@redis.example:6379/1",
		"PAYAPP_GATEWAY_RATE=50", "PAYAPP_GATEWAY_RATE_SCOPE=global", "PAYAPP_TRUSTED_PROXIES=10.1.2.3/8, 192.0.2.7,2001:db8::/32",
		"PAYAPP_ALLOW_HTTP_RETURN=true", "PAYAPP_LOG_LEVEL=debug", "PAYAPP_LOG_FORMAT=json",
		"PAYAPP_ADMIN_HOSTS=payapp-1, payapp-2.example", "PAYAPP_ADMIN_PROFILES=true",
		"PAYAPP_CATALOGUE=../../docs/catalogue-example.yaml", "PAYAPP_CALLBACK_RELAY=true", "UNRELATED=x", "PAYAPP_SESION_KEYS=x",
	)...)
	if c.Addr != "0.0.0.0:80" || c.AdminAddr != "[::1]:9091" || c.GatewayRate != 50 || c.GatewayRateScope != ScopeGlobal || !c.Site.AllowHTTP ||
		c.LogLevel.Level() != slog.LevelDebug || c.LogFormat != LogJSON || c.Catalogue == "" ||
		!slices.Equal(c.AdminHosts, []string{"payapp-1", "payapp-2.example"}) || !c.AdminProfiles || !c.Site.CallbackRelay || c.Site.Sandbox || !c.Site.Secure {
		t.Errorf("got %+v", c)
	}
	if got := c.GatewayURL.String(); got != "https://api.gateway.example/v2" {
		t.Errorf("gateway %s", got)
	}
	if got := c.Site.PublicURL; got != "https://pay.gateway.example" {
		t.Errorf("public %s", got)
	}
	if got := c.RedisURL.Reveal(); got != "rediss://user:hush@redis.example:6379/1" {
		t.Errorf("redis %s", got)
	}
	want := []netip.Prefix{netip.MustParsePrefix("10.0.0.0/8"), netip.MustParsePrefix("192.0.2.7/32"), netip.MustParsePrefix("2001:db8::/32")}
	if got := c.Site.TrustedProxies; fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("proxies %v", got)
	}
	if diff := cmp.Diff([]string{"PAYAPP_SESION_KEYS"}, c.Unknown); diff != "" {
		t.Error(diff)
	}
	keys := c.SessionKeys.Reveal()
	if len(keys) != 2 || base64.StdEncoding.EncodeToString(keys[0]) != key("new") {
		t.Errorf("%d keys, or not newest first", len(keys))
	}
}

// With the sandbox there is no load balancer to wait for, unless a delay is
// set.
func TestDrainDelay(t *testing.T) {
	for want, environ := range map[time.Duration][]string{
		0:               nil,
		2 * time.Second: {"PAYAPP_DRAIN_DELAY=2s"},
		5 * time.Second: production(),
		time.Minute:     production("PAYAPP_DRAIN_DELAY=1m"),
	} {
		if got := load(t, environ...).DrainDelay; got != want {
			t.Errorf("%v: got %v, want %v", environ, got, want)
		}
	}
	if got := load(t, production("PAYAPP_DRAIN_DELAY=0")...).DrainDelay; got != 0 {
		t.Errorf("0 beside a gateway: got %v", got)
	}
}

// Forms are compared with the Origin that browsers send, in lower case and
// without the default port.
func TestFault59_PublicURLIsAsBrowsersHaveIt(t *testing.T) {
	for given, want := range map[string]string{
		"https://Pay.Gateway.EXAMPLE":   "https://pay.gateway.example",
		"https://pay.example:443/":      "https://pay.example",
		"HTTPS://Pay.Example:443":       "https://pay.example",
		"https://pay.example:8443":      "https://pay.example:8443",
		"http://localhost:80":           "http://localhost",
		"https://[2001:DB8::1]:443":     "https://[2001:db8::1]",
		"https://[2001:db8::1:443]:80/": "https://[2001:db8::1:443]:80",
	} {
		if got := load(t, "PAYAPP_PUBLIC_URL="+given).Site.PublicURL; got != want {
			t.Errorf("%s: got %s, want %s", given, got, want)
		}
	}
}

// Trusting every proxy would let anybody forge an address.
func TestFault59_TrustedProxiesAreNotEverybody(t *testing.T) {
	for _, proxies := range []string{"0.0.0.0/0", "::/0", "10.0.0.0/8, 0.0.0.0/0"} {
		if faults := faultsOf(t, Build{Sandbox: true}, "PAYAPP_TRUSTED_PROXIES="+proxies); len(faults) != 1 || !faults.has("PAYAPP_TRUSTED_PROXIES") {
			t.Errorf("%s: %v", proxies, faults)
		}
	}
}

// A returnUrl may lead into an app, but never to something that a browser would
// run.
func TestReturnSchemesAreApps(t *testing.T) {
	if got := load(t, "PAYAPP_RETURN_SCHEMES=myshop, Com.Shop.App").Site.ReturnSchemes; strings.Join(got, " ") != "myshop com.shop.app" {
		t.Errorf("got %q", got)
	}
	for _, scheme := range []string{"javascript", "DATA", "file", "https", "my shop", "shop://", "vbscript", "blob"} {
		if faults := faultsOf(t, Build{Sandbox: true}, "PAYAPP_RETURN_SCHEMES="+scheme); !faults.has("PAYAPP_RETURN_SCHEMES") {
			t.Errorf("%s is taken", scheme)
		}
	}
}

func TestEmptyIsUnset(t *testing.T) {
	if c := load(t, "PAYAPP_ADDR=", "PAYAPP_GATEWAY_URL= ", "PAYAPP_SESSION_KEYS=", "PAYAPP_LOG_LEVEL="); c.Addr != "127.0.0.1:8080" || !c.Site.Sandbox {
		t.Errorf("got %+v", c)
	}
}

func TestFiles(t *testing.T) {
	write := func(content string) string {
		path := filepath.Join(t.TempDir(), "value")
		if err := os.WriteFile(path, []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
		return path
	}
	for _, v := range Variables() {
		name := v.Name
		value := map[string]string{
			"PAYAPP_ADDR": ":1", "PAYAPP_PUBLIC_URL": "http://localhost", "PAYAPP_GATEWAY_URL": "https://g.example", "PAYAPP_SESSION_KEYS": key("a"),
			"PAYAPP_REDIS_URL": "redis://r", "PAYAPP_GATEWAY_RATE": "3", "PAYAPP_GATEWAY_RATE_SCOPE": "global", "PAYAPP_ADMIN_ADDR": ":2",
			"PAYAPP_CALLBACK_RELAY": "true", "PAYAPP_DRAIN_DELAY": "7s", "PAYAPP_REPLACE_SESSION_KEYS": "true", "PAYAPP_FORWARDED_HEADER": "Forwarded",
			"PAYAPP_ADMIN_HOSTS": "payapp-1", "PAYAPP_ADMIN_PROFILES": "true",
			"PAYAPP_TRUSTED_PROXIES": "10.0.0.0/8", "PAYAPP_CATALOGUE": write("x"), "PAYAPP_BRANDING": write("A: {name: x}"), "PAYAPP_ALLOW_HTTP_RETURN": "false", "PAYAPP_RETURN_SCHEMES": "myshop",
			"PAYAPP_LOG_LEVEL": "warn", "PAYAPP_LOG_FORMAT": "text", "PAYAPP_SANDBOX_ADDR": ":3", "PAYAPP_SANDBOX_URL": "https://s.example", "PAYAPP_SANDBOX_RATE": "4", "PAYAPP_SANDBOX_KEY": rsaKey(t),
			"PAYAPP_SANDBOX_DB": ":memory:", "PAYAPP_SANDBOX_CALM": "true", "PAYAPP_SANDBOX_STRICT": "true",
			"PAYAPP_OPERATOR": "P", "PAYAPP_OPERATOR_PRIVACY": "https://p.example/p", "PAYAPP_OPERATOR_TERMS": "https://p.example/t",
		}[name]
		if value == "" {
			t.Errorf("%s: no value to try", name)
			continue
		}
		environ := []string{name + "=" + value}
		if name == "PAYAPP_GATEWAY_URL" {
			environ = append(production()[1:], environ...)
		}
		direct := load(t, environ...)
		environ[len(environ)-1] = name + "_FILE=" + write(value+"\n")
		fromFile := load(t, environ...)
		if want, got := revealed(direct), revealed(fromFile); got != want {
			t.Errorf("%s: from the file\n%s, want\n%s", name, got, want)
		}
		if revealed(direct) == revealed(load(t, environ[:len(environ)-1]...)) {
			t.Errorf("%s makes no difference", name)
		}
	}
}

// A key may have the day when it was made before it.
func TestDatedKeys(t *testing.T) {
	c := load(t, production("PAYAPP_SESSION_KEYS=2026-11-23:"+key("new")+", "+key("old"))...)
	made := []time.Time{time.Date(2026, 11, 23, 0, 0, 0, 0, time.UTC), {}}
	if want := load(t, production()...).SessionKeys.Reveal(); !reflect.DeepEqual(c.SessionKeys.Reveal(), want) || !reflect.DeepEqual(c.SessionKeys.Made, made) {
		t.Errorf("got %d keys, made %v", len(c.SessionKeys.Reveal()), c.SessionKeys.Made)
	}
	if faults := faultsOf(t, Build{}, production("PAYAPP_SESSION_KEYS=November:"+key("new"))...); len(faults) != 1 || !strings.Contains(faults.Error(), "date") || strings.Contains(faults.Error(), key("new")) {
		t.Errorf("got %v", faults)
	}
}

// revealed shows all of a configuration, its secrets too.
func revealed(c Config) string {
	return fmt.Sprintf("%+v %v %s %s", c, c.SessionKeys.Reveal(), c.RedisURL.Reveal(), c.Sandbox.Key.Reveal())
}

func FuzzLoad(f *testing.F) {
	f.Add("https://g.example", "https://p.example", key("a"), "redis://r", "10.0.0.0/8")
	f.Fuzz(func(t *testing.T, gateway, public, keys, redis, proxies string) {
		_, err := Load([]string{"PAYAPP_GATEWAY_URL=" + gateway, "PAYAPP_PUBLIC_URL=" + public, "PAYAPP_SESSION_KEYS=" + keys, "PAYAPP_REDIS_URL=" + redis, "PAYAPP_TRUSTED_PROXIES=" + proxies}, Build{Sandbox: true})
		var faults Faults
		if err != nil && !errors.As(err, &faults) {
			t.Errorf("%T: %v", err, err)
		}
	})
}

func rsaKey(t *testing.T) string {
	t.Helper()
	key, err := rsa.GenerateKey(rand.Reader, 1024)
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimSpace(string(pem.EncodeToMemory(&pem.Block{Type: "RSA PRIVATE KEY", Bytes: x509.MarshalPKCS1PrivateKey(key)})))
}

func TestRedisURL(t *testing.T) {
	for _, address := range []string{
		"redis://redis", "redis://:hush@redis:6379/3", "rediss://user:hush@redis", "unix:///run/redis.sock?db=2",
		"redis+cluster://user:hush@a:6379?addr=b:6379&addr=c:6379", "rediss+cluster://a",
		"redis+sentinel://a:26379/1?addr=b:26379&master_name=main&password=hush", "rediss+sentinel://a?master_name=main",
	} {
		if c := load(t, production("PAYAPP_REDIS_URL="+address)...); c.RedisURL.Reveal() != address {
			t.Errorf("%s: got %s", address, c.RedisURL.Reveal())
		}
	}
}
