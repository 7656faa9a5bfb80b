package cli_test

import (
	"bytes"
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/json"
	"encoding/pem"
	"net/http"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"

	"payapp/apiclient"
	"payapp/internal/cli"
	"payapp/sandbox"
)

// merchantKey is the demo merchant's, made once, because making a key takes
// long.
var merchantKey = sync.OnceValues(func() (*rsa.PrivateKey, error) { return rsa.GenerateKey(rand.Reader, 2048) })

// fixture is a sandbox on a real port and the merchant's files.
type fixture struct {
	t           *testing.T
	box         *sandbox.Sandbox
	url         string
	key, secret string // files
	client      *apiclient.Client
	requests    *[]string // received by the sandbox, as "POST /auth-tokens"
}

func setup(t *testing.T) fixture {
	t.Helper()
	key, err := merchantKey()
	if err != nil {
		t.Fatal(err)
	}
	box, err := sandbox.New(t.Context(), sandbox.Config{Key: key, Rate: 1000, Calm: true, Manual: true})
	if err != nil {
		t.Fatal(err)
	}
	var mu sync.Mutex
	var requests []string
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		mu.Lock()
		requests = append(requests, r.Method+" "+r.URL.Path)
		mu.Unlock()
		box.Handler().ServeHTTP(w, r)
	}))
	t.Cleanup(func() {
		server.Close()
		if err := box.Close(); err != nil {
			t.Error(err)
		}
	})
	client, err := apiclient.New(apiclient.Config{BaseURL: server.URL})
	if err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	f := fixture{t, box, server.URL, filepath.Join(folder, "key.pem"), filepath.Join(folder, "secret"), client, &requests}
	f.writeKey(f.key, key)
	f.write(f.secret, sandbox.DemoSecret+"\n")
	return f
}

func (f fixture) write(name, text string) {
	f.t.Helper()
	if err := os.WriteFile(name, []byte(text), 0o600); err != nil {
		f.t.Fatal(err)
	}
}

func (f fixture) writeKey(name string, key *rsa.PrivateKey) {
	f.t.Helper()
	der, err := x509.MarshalPKCS8PrivateKey(key)
	if err != nil {
		f.t.Fatal(err)
	}
	f.write(name, string(pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: der})))
}

// outcome is the result of a command.
type outcome struct {
	code     int
	out, err string
}

func run(t *testing.T, stdin string, args ...string) outcome {
	t.Helper()
	return runIn(t, nil, stdin, args...)
}

// perform runs a command with settings.
func perform(t *testing.T, environ []string, args ...string) outcome {
	t.Helper()
	return runIn(t, environ, sandbox.DemoSecret, args...)
}

func runIn(t *testing.T, environ []string, stdin string, args ...string) outcome {
	t.Helper()
	var out, errors bytes.Buffer
	code := cli.Run(t.Context(), args, environ, cli.Streams{In: strings.NewReader(stdin), Out: &out, Err: &errors})
	return outcome{code, out.String(), errors.String()}
}

// link is a correct command line with flags added or replaced. A flag without a
// value is removed.
func (f fixture) link(changes ...string) []string {
	return f.line("link", []string{
		"--gateway", f.url, "--app", "http://localhost:8080", "--merchant", "DEMO", "--key", f.key, "--amount", "1234.50", "--currency", "THB",
		"--return-url", "https://shop.example/back?a=1&b=2", "--callback-url", "https://shop.example/callback",
	}, changes)
}

func (f fixture) statusLink(changes ...string) []string {
	return f.line("status-link", []string{
		"--gateway", f.url, "--app", "https://pay.example", "--merchant", "DEMO", "--key", f.key, "--order", "order.1", "--currency", "THB",
	}, changes)
}

func (f fixture) line(name string, flags, changes []string) []string {
	f.t.Helper()
	args := []string{name}
	for i := 0; i < len(flags); i += 2 {
		if !slices.Contains(changes, flags[i]) && !slices.Contains(changes, "-"+flags[i]) {
			args = append(args, flags[i], flags[i+1])
		}
	}
	return append(args, slices.DeleteFunc(slices.Clone(changes), func(s string) bool { return strings.HasPrefix(s, "---") })...)
}

// parameters are those of a printed link.
func parameters(t *testing.T, link, start string) url.Values {
	t.Helper()
	if !strings.HasPrefix(link, start+"?") || strings.Count(link, "\n") != 1 {
		t.Fatalf("got %q, want one line that begins with %s?", link, start)
	}
	u, err := url.Parse(strings.TrimSpace(link))
	if err != nil {
		t.Fatal(err)
	}
	return u.Query()
}

func decoded(t *testing.T, text string) map[string]string {
	t.Helper()
	var object map[string]string
	if err := json.Unmarshal([]byte(text), &object); err != nil {
		t.Fatalf("%v: %s", err, text)
	}
	return object
}
