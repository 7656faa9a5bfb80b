package cli_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/pem"
	"net/http"
	"net/http/httptest"
	"path/filepath"
	"strings"
	"testing"
)

// Refusals of the gateway are reported in plain words, with exit code 1.
func TestRefusals(t *testing.T) {
	f := setup(t)
	key, err := rsa.GenerateKey(rand.Reader, 2048)
	if err != nil {
		t.Fatal(err)
	}
	other := filepath.Join(t.TempDir(), "other.pem")
	f.writeKey(other, key)
	f.write(f.secret, "hunter2")
	html := answering(t, 200, "<p>hello")
	for name, c := range map[string]struct {
		args []string
		want string
	}{
		"another key":        {f.link("--key", other), "the gateway refused the merchant: is the code right, is the public key registered"},
		"another secret":     {f.link("---key", "--secret-file", f.secret), "the gateway refused the merchant"},
		"another merchant":   {f.link("--merchant", "NOBODY"), "(UNAUTHORIZED"},
		"too long":           {f.link("--valid", "900d"), "the gateway doesn't take the request (INVALID_REQUEST: validitySecs"},
		"no gateway":         {f.link("--gateway", f.url+"/elsewhere"), "there is no gateway at this address: it doesn't know POST /auth-tokens"},
		"something else":     {f.link("--gateway", html), "doesn't speak the gateway's interface"},
		"busy":               {f.link("--gateway", answering(t, 429, `{"code":"TOO_MANY_REQUESTS","message":"slow down"}`)), "too many requests"},
		"status link":        {f.statusLink("--key", other), "the gateway refused the merchant"},
		"control characters": {f.link("--gateway", answering(t, 400, `{"code":"NO","message":"x\u001b[2J\u202e\u0007y"}`)), "(NO: x[2Jy)"},
	} {
		got := run(t, "", c.args...)
		if got.code != 1 || got.out != "" || !strings.Contains(got.err, c.want) {
			t.Errorf("%s: got %+v", name, got)
		}
		if strings.Contains(got.err, "hunter2") || strings.Contains(got.err, "eyJ") {
			t.Errorf("%s: a secret or token is told: %s", name, got.err)
		}
	}
}

// A token that doesn't fit payment or amount never becomes a link.
func TestTokensThatDoNotFit(t *testing.T) {
	f := setup(t)
	// {"operations":["GET /payins/another"],"exp":4000000000}
	const another = "eyJhbGciOiJub25lIn0.eyJvcGVyYXRpb25zIjpbIkdFVCAvcGF5aW5zL2Fub3RoZXIiXSwiZXhwIjo0MDAwMDAwMDAwfQ."
	for answer, want := range map[string]string{
		`{"token":"` + another + `"}`: "token of another payment",
		`{"token":"no b64 token"}`:    "token",
	} {
		gateway := answering(t, 200, answer)
		for _, args := range [][]string{f.link("--gateway", gateway), f.statusLink("--gateway", gateway)} {
			got := run(t, "", args...)
			if got.code != 1 || got.out != "" || !strings.Contains(got.err, "can't be used in a link") || !strings.Contains(got.err, want) || strings.Contains(got.err, another) {
				t.Errorf("%s: got %+v", args[0], got)
			}
		}
	}
}

func answering(t *testing.T, status int, body string) string {
	t.Helper()
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Retry-After", "3600") // longer than anybody waits
		w.WriteHeader(status)
		_, _ = w.Write([]byte(body))
	}))
	t.Cleanup(server.Close)
	return server.URL
}

// If the gateway can't be reached, the error gives the reason, without the
// address's parameters.
func TestGatewayNotReached(t *testing.T) {
	f := setup(t)
	const nobody = "http://127.0.0.1:1" // a port that is never assigned
	if got := run(t, "", f.link("--gateway", nobody)...); got.code != 1 || !strings.Contains(got.err, "the gateway can't be reached: ") {
		t.Errorf("got %+v", got)
	}
	if got := run(t, "", f.link("--gateway", answering(t, 503, ""))...); got.code != 1 || !strings.Contains(got.err, "not available: status 503") {
		t.Errorf("got %+v", got)
	}
}

// Errors about files without a key don't contain the content, nor a name that
// could be the secret itself.
func TestCredentialFaults(t *testing.T) {
	f := setup(t)
	key, err := rsa.GenerateKey(rand.Reader, 1024)
	if err != nil {
		t.Fatal(err)
	}
	public := string(pem.EncodeToMemory(&pem.Block{Type: "RSA PUBLIC KEY", Bytes: x509.MarshalPKCS1PublicKey(&key.PublicKey)}))
	for name, c := range map[string]struct {
		stdin string
		args  []string
		want  string
	}{
		"no file":         {"", f.link("--key", "hunter2"), "--key: no such file"},
		"no secret file":  {"", f.link("---key", "--secret-file", "hunter2"), "--secret-file: no such file"},
		"a folder":        {"", f.link("--key", t.TempDir()), "--key: "},
		"no PEM":          {"hunter2", f.link("--key", "-"), "no PEM file"},
		"public key":      {public, f.link("--key", "-"), "this is the public key"},
		"encrypted":       {"-----BEGIN ENCRYPTED PRIVATE KEY-----\nhunter2x\n-----END ENCRYPTED PRIVATE KEY-----\n", f.link("--key", "-"), "the key is encrypted"},
		"nonsense":        {"-----BEGIN PRIVATE KEY-----\nhunter2x\n-----END PRIVATE KEY-----\n", f.link("--key", "-"), "no private key that can be read"},
		"elliptic":        {ellipticKey, f.link("--key", "-"), "needs an RSA key"},
		"empty secret":    {"\n", f.link("---key", "--secret-file", "-"), "the file is empty"},
		"too long":        {strings.Repeat("hunter2", 10_000), f.link("---key", "--secret-file", "-"), "more than a key or a secret"},
		"status link too": {"", f.statusLink("--key", "hunter2"), "no such file"},
	} {
		got := run(t, c.stdin, c.args...)
		if got.code != 1 || got.out != "" || !strings.Contains(got.err, c.want) || strings.Contains(got.err, "hunter2") {
			t.Errorf("%s: got %+v", name, got)
		}
	}
	if len(*f.requests) != 0 {
		t.Errorf("the gateway was asked: %q", *f.requests)
	}
	pkcs1 := string(pem.EncodeToMemory(&pem.Block{Type: "RSA PRIVATE KEY", Bytes: x509.MarshalPKCS1PrivateKey(mustKey(t))}))
	if got := run(t, pkcs1, f.link("--key", "-")...); got.code != 0 {
		t.Errorf("PKCS #1 from standard input: got %+v", got)
	}
}

func mustKey(t *testing.T) *rsa.PrivateKey {
	t.Helper()
	key, err := merchantKey()
	if err != nil {
		t.Fatal(err)
	}
	return key
}

// ellipticKey is an unused P-256 key.
const ellipticKey = `-----BEGIN PRIVATE KEY-----
MIGHAgEAMBMGByqGSM49AgEGCCqGSM49AwEHBG0wawIBAQQgwiom1iS/CoIW2NQP
T/DLID3Z5CSwimG+2rMem4qtdf6hRANCAARpK5yoR5tNP+497bSI91ke9a4lOQuu
wXDxA0D2J8LYYAdmfnOB7T2cTnPITQ9WqT3B7UeFPJGVkxYTfPzIfdkc
-----END PRIVATE KEY-----
`

// An elliptic-curve key is reported as one, in whatever format: "no private key
// that can be read" would make people look for a broken file.
func TestAnEllipticKeyIsToldForWhatItIs(t *testing.T) {
	f := setup(t)
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	sec1, err := x509.MarshalECPrivateKey(key)
	if err != nil {
		t.Fatal(err)
	}
	plain := string(pem.EncodeToMemory(&pem.Block{Type: "EC PRIVATE KEY", Bytes: sec1}))
	parameters := string(pem.EncodeToMemory(&pem.Block{Type: "EC PARAMETERS", Bytes: []byte{6, 8, 42, 134, 72, 206, 61, 3, 1, 7}}))
	for name, text := range map[string]string{"SEC 1": plain, "SEC 1 behind its parameters": parameters + plain, "PKCS #8": ellipticKey} {
		if got := run(t, text, f.link("--key", "-")...); got.code != 1 || !strings.Contains(got.err, "SHA256withRSA needs an RSA key") {
			t.Errorf("%s: got %+v", name, got)
		}
	}
}

// A second value of a flag is refused instead of replacing the first; --data is
// repeatable.
func TestAFlagGivenTwiceIsRefused(t *testing.T) {
	f := setup(t)
	got := run(t, "", f.link("--amount", "1.00", "--amount", "2.00", "--json", "--json")...)
	if got.code != 2 || !strings.Contains(got.err, "--amount is given twice") || !strings.Contains(got.err, "--json is given twice") || len(*f.requests) != 0 {
		t.Errorf("got %+v", got)
	}
	if got := run(t, "", f.link("--data", "accountName=A", "--data", "accountNumber=1")...); got.code != 0 {
		t.Errorf("--data twice: got %+v", got)
	}
}

// A method that the application doesn't have is refused; the error lists those
// that it has.
func TestAnUnknownMethodIsRefused(t *testing.T) {
	f := setup(t)
	for method, code := range map[string]int{"NOPE": 2, "promptpay": 2, "PROMPTPAY": 0} {
		got := run(t, "", f.link("--method", method)...)
		if got.code != code || code == 2 && !strings.Contains(got.err, "--method: the application has no such payment method in the currency; it has PROMPTPAY, ONLINE") {
			t.Errorf("%s: got %+v", method, got)
		}
	}
}
