package config

import (
	"bytes"
	"crypto/sha256"
	"encoding/base64"
	"encoding/pem"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestFileFaults(t *testing.T) {
	empty := filepath.Join(t.TempDir(), "empty")
	if err := os.WriteFile(empty, []byte("\n"), 0o600); err != nil {
		t.Fatal(err)
	}
	faults := faultsOf(t, Build{Sandbox: true}, "PAYAPP_ADDR_FILE=/no/such/file", "PAYAPP_ADMIN_ADDR=:1", "PAYAPP_ADMIN_ADDR_FILE="+empty, "PAYAPP_REDIS_URL_FILE="+empty, "PAYAPP_CATALOGUE=/no/such/file")
	var names []string
	for _, f := range faults {
		names = append(names, f.Variable)
	}
	if diff := cmp.Diff([]string{"PAYAPP_ADDR_FILE", "PAYAPP_REDIS_URL_FILE", "PAYAPP_ADMIN_ADDR", "PAYAPP_CATALOGUE"}, names); diff != "" {
		t.Errorf("%v\n%s", faults, diff)
	}
}

// Each fault alone.
func TestFaults(t *testing.T) {
	repeated := base64.StdEncoding.EncodeToString(bytes.Repeat([]byte{7}, 32))
	counted := make([]byte, 32)
	for i := range counted {
		counted[i] = byte(i)
	}
	encode := base64.StdEncoding.EncodeToString
	for _, c := range []struct{ setting, reason string }{
		{"PAYAPP_ADDR=8080", "host:port"},
		{"PAYAPP_ADDR=:http", "port number"},
		{"PAYAPP_ADDR=:99999", "port number"},
		{"PAYAPP_ADMIN_ADDR=localhost", "host:port"},
		{"PAYAPP_SANDBOX_ADDR=x", "host:port"},
		{"PAYAPP_GATEWAY_RATE=0", "above zero"},
		{"PAYAPP_GATEWAY_RATE=2147483648", "out of range"},
		{"PAYAPP_GATEWAY_RATE=ten", `"ten" is no whole number`},
		{"PAYAPP_SANDBOX_RATE=-1", "above zero"},
		{"PAYAPP_DRAIN_DELAY=5", "not a duration such as 5s"},
		{"PAYAPP_DRAIN_DELAY=-1s", "-1s is not between 0s and 5m0s"},
		{"PAYAPP_DRAIN_DELAY=1h", "not between"},
		{"PAYAPP_GATEWAY_RATE_SCOPE=shop", "merchant, global"},
		{"PAYAPP_TRUSTED_PROXIES=10.0.0.0/8,proxy", `"proxy"`},
		{"PAYAPP_FORWARDED_HEADER=X-Real-IP", `"X-Real-IP"`},
		{"PAYAPP_LOG_LEVEL=loud", `"loud" is not one of debug, info, warn, error`},
		{"PAYAPP_LOG_LEVEL=info+3", `"info+3" is not one of`},
		{"PAYAPP_SANDBOX_URL=sandbox.example", "http or https"},
		{"PAYAPP_SANDBOX_KEY=secret", "not a key in PEM"},
		{"PAYAPP_SANDBOX_KEY=" + string(pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: []byte("x")})), "not a private RSA key"},
		{"PAYAPP_SANDBOX_DB=" + t.TempDir(), "is a folder"},
		{"PAYAPP_SANDBOX_DB=/dev/null/sandbox.db", "is not a folder"},
		{"PAYAPP_LOG_FORMAT=xml", "text, json"},
		{"PAYAPP_ALLOW_HTTP_RETURN=perhaps", "neither true nor false"},
		{"PAYAPP_SANDBOX_CALM=calm", "neither true nor false"},
		{"PAYAPP_SANDBOX_STRICT=very", "neither true nor false"},
		{"PAYAPP_PUBLIC_URL=pay.example.com", "http or https"},
		{"PAYAPP_PUBLIC_URL=ftp://pay.example.com", "http or https"},
		{"PAYAPP_PUBLIC_URL=https://pay.example.com/pay", "path"},
		{"PAYAPP_PUBLIC_URL=https://user@pay.example.com", "without user"},
		{"PAYAPP_PUBLIC_URL=https://pay.example.com/?a=b", "query"},
		{"PAYAPP_REDIS_URL=http://redis", "redis://"},
		{"PAYAPP_REDIS_URL=redis://", "redis://"},
		{"PAYAPP_REDIS_URL=redis://redis/first", "number"},
		{"PAYAPP_REDIS_URL=unix://", "unix:///path"},
		{"PAYAPP_REDIS_URL=unix+cluster:///path", "redis+cluster://"},
		{"PAYAPP_REDIS_URL=redis+ring://redis", "redis+cluster://"},
		{"PAYAPP_REDIS_URL=redis+cluster://redis:6379/1", "no databases"},
		{"PAYAPP_REDIS_URL=rediss+sentinel://redis:26379/0?addr=redis2:26379", "master_name"},
		{"PAYAPP_SESSION_KEYS=hello world", "not base64"},
		{"PAYAPP_SESSION_KEYS=" + encode(make([]byte, 31)), "31 bytes"},
		{"PAYAPP_SESSION_KEYS=" + key("a") + "," + encode([]byte("short")), "key 2 has 5 bytes"},
		{"PAYAPP_SESSION_KEYS=" + key("a") + ",", "key 2"},
		{"PAYAPP_SESSION_KEYS=" + key("a") + "," + key("a"), "twice"},
		{"PAYAPP_SESSION_KEYS=" + encode(make([]byte, 32)), "guessable"},
		{"PAYAPP_SESSION_KEYS=" + repeated, "guessable"},
		{"PAYAPP_SESSION_KEYS=" + encode(counted), "guessable"},
		{"PAYAPP_SESSION_KEYS=" + encode([]byte("12345678901234567890123456789012")), "guessable"},
		{"PAYAPP_SESSION_KEYS=" + encode([]byte("please-Change-me-0123-qwertyuiop")), "guessable"},
		{"PAYAPP_SESSION_KEYS=" + encode([]byte("my-super-secret-key-for-sessions")), "guessable"},
	} {
		name, value, _ := strings.Cut(c.setting, "=")
		faults := faultsOf(t, Build{Sandbox: true}, c.setting)
		if len(faults) != 1 || faults[0].Variable != name || !strings.Contains(faults[0].Reason, c.reason) {
			t.Errorf("%s: got %v, want %q", c.setting, faults, c.reason)
		}
		if strings.HasPrefix(name, "PAYAPP_SESSION") && strings.Contains(faults.Error(), value) {
			t.Errorf("%s shows its value: %v", name, faults)
		}
	}
}

func TestGoodKeys(t *testing.T) {
	sum := sha256.Sum256([]byte("x"))
	for _, good := range []string{
		key("x"),
		base64.RawURLEncoding.EncodeToString(sum[:]),
		base64.StdEncoding.EncodeToString(append(sum[:], sum[:20]...)),
		base64.StdEncoding.EncodeToString([]byte(fmt.Sprintf("%x", sum))), // openssl rand -hex 32 | base64
		key("x") + ", " + key("y"),
	} {
		if faults := faultsOf(t, Build{Sandbox: true}, "PAYAPP_SESSION_KEYS="+good); faults != nil {
			t.Errorf("%s: %v", good, faults)
		}
	}
}
