package cli_test

import (
	"crypto/x509"
	"encoding/pem"
	"net/http"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// The pair works: registered with the gateway, it obtains a token.
func TestKeygenMakesAPairThatSigns(t *testing.T) {
	f := setup(t)
	folder := t.TempDir()
	private := filepath.Join(folder, "shop.pem")
	got := run(t, "", "keygen", "--out", private, "--bits", "2048", "--json")
	if got.code != 0 || got.err != "" {
		t.Fatalf("got %+v", got)
	}
	files := decoded(t, got.out)
	public := filepath.Join(folder, "shop.pub.pem")
	if files["privateKey"] != private || files["publicKey"] != public {
		t.Errorf("got %v", files)
	}
	info, err := os.Stat(private)
	if err != nil || info.Mode().Perm() != 0o600 {
		t.Errorf("private key: %v, %v", info.Mode(), err)
	}
	if key, err := x509.ParsePKCS8PrivateKey(block(t, private, "PRIVATE KEY")); err != nil {
		t.Errorf("private key %T: %v", key, err)
	}
	if key, err := x509.ParsePKIXPublicKey(block(t, public, "PUBLIC KEY")); err != nil {
		t.Errorf("public key %T: %v", key, err)
	}

	if got := run(t, "", f.link("--key", private)...); got.code != 1 {
		t.Errorf("before it is registered: got %+v", got)
	}
	text, err := os.ReadFile(public)
	if err != nil {
		t.Fatal(err)
	}
	response, err := http.PostForm(f.url+"/console/keys", url.Values{"merchantCode": {"DEMO"}, "pem": {string(text)}})
	if err != nil {
		t.Fatal(err)
	}
	response.Body.Close()
	if got := run(t, "", f.link("--key", private)...); got.code != 0 {
		t.Errorf("registered: got %+v", got)
	}
}

func block(t *testing.T, name, kind string) []byte {
	t.Helper()
	text, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	b, rest := pem.Decode(text)
	if b == nil || b.Type != kind || len(rest) != 0 {
		t.Fatalf("%s is no PEM file of a %s", name, kind)
	}
	return b.Bytes
}

// Neither file is ever overwritten, and either both are written or none.
func TestKeygenNeverOverwrites(t *testing.T) {
	folder := t.TempDir()
	for _, there := range []string{"a.pem", "b.pub.pem", "c.pub.pem"} {
		if err := os.WriteFile(filepath.Join(folder, there), []byte("mine"), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	for _, out := range []string{"a.pem", "b.pem", "c"} {
		got := run(t, "", "keygen", "--out", filepath.Join(folder, out), "--bits", "2048")
		if got.code != 1 || !strings.Contains(got.err, "is there already") {
			t.Errorf("%s: got %+v", out, got)
		}
	}
	entries, err := os.ReadDir(folder)
	if err != nil || len(entries) != 3 {
		t.Errorf("%d files, %v", len(entries), err)
	}
	for _, entry := range entries {
		if text, err := os.ReadFile(filepath.Join(folder, entry.Name())); err != nil || string(text) != "mine" {
			t.Errorf("%s: %q, %v", entry.Name(), text, err)
		}
	}
	if got := run(t, "", "keygen", "--out", filepath.Join(folder, "no", "such.pem"), "--bits", "2048"); got.code != 1 {
		t.Errorf("no folder: got %+v", got)
	}
	for _, args := range [][]string{{"keygen"}, {"keygen", "--out", "-"}, {"keygen", "--out", "x.pem", "--bits", "1024"}} {
		if got := run(t, "", args...); got.code != 2 {
			t.Errorf("%q: got %+v", args, got)
		}
	}
}
