//go:build !production

package main

import (
	"context"
	"crypto/rand"
	"crypto/rsa"
	"crypto/x509"
	"encoding/base64"
	"encoding/pem"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"payapp/internal/session"
	"payapp/sandbox"
)

const sandboxBuiltIn = true

// startSandbox starts the stand-in for the gateway on a port of its own. The
// application talks to it over real HTTP.
func (a *app) startSandbox(ctx context.Context) (stop func(), err error) {
	db, err := sandboxDB(a.cfg.Sandbox.DB)
	if err != nil {
		return nil, err
	}
	key, err := parsePrivateKey(a.cfg.Sandbox.Key.Reveal())
	if err != nil {
		return nil, fmt.Errorf("PAYAPP_SANDBOX_KEY: %w", err)
	}
	box, err := sandbox.New(ctx, sandbox.Config{
		DB: db, Key: key, Rate: a.cfg.Sandbox.Rate, Calm: a.cfg.Sandbox.Calm,
		PaymentAppURL: a.publicURL(), Logger: a.logger,
	})
	if err != nil {
		return nil, fmt.Errorf("sandbox: %w", err)
	}
	if a.keys, err = sandboxKeys(db); err != nil {
		return nil, errors.Join(err, box.Close())
	}
	if err := a.add("sandbox", a.cfg.Sandbox.Addr, box.Handler()); err != nil {
		return nil, errors.Join(err, box.Close())
	}
	a.gatewayURL = a.servers[len(a.servers)-1].address()
	a.announce = box.SetPaymentAppURL
	return func() {
		if err := box.Close(); err != nil {
			a.logger.Error("sandbox didn't close cleanly", "error", err)
		}
	}, nil
}

// publicURL is where the shop sends its customers, when that is configured;
// else announce tells it.
func (a *app) publicURL() string {
	if a.cfg.PublicURL == nil {
		return ""
	}
	return a.cfg.PublicURL.String()
}

// sandboxDB is the sandbox's file: the one configured, or one in the user's
// cache folder, or in the temporary folder of a machine without a HOME.
func sandboxDB(configured string) (string, error) {
	if configured != "" {
		return configured, nil
	}
	folder, err := os.UserCacheDir()
	if err != nil {
		folder = os.TempDir()
	}
	folder = filepath.Join(folder, "payapp")
	if err := os.MkdirAll(folder, 0o700); err != nil {
		folder = filepath.Join(os.TempDir(), "payapp")
		if err := os.MkdirAll(folder, 0o700); err != nil {
			return "", fmt.Errorf("sandbox: %w", err)
		}
	}
	return filepath.Join(folder, "sandbox.db"), nil
}

// sandboxKeys are made once and kept beside the database, so that sessions
// survive a restart; for a database in memory they are as fleeting as it is.
func sandboxKeys(db string) ([][]byte, error) {
	key := make([]byte, session.MinKey)
	_, _ = rand.Read(key) // never fails
	if db == ":memory:" {
		return [][]byte{key}, nil
	}
	path := filepath.Join(filepath.Dir(db), "session.key")
	kept, err := os.ReadFile(path)
	if err == nil {
		key, err = base64.StdEncoding.DecodeString(strings.TrimSpace(string(kept)))
		if err != nil {
			return nil, fmt.Errorf("session key %s: %w", path, err)
		}
		return [][]byte{key}, nil
	}
	if err := os.WriteFile(path, []byte(base64.StdEncoding.EncodeToString(key)+"\n"), 0o600); err != nil {
		return nil, fmt.Errorf("session key: %w", err)
	}
	return [][]byte{key}, nil
}

// parsePrivateKey reads an RSA key in PEM, PKCS #8 or PKCS #1; nil for "".
func parsePrivateKey(text string) (*rsa.PrivateKey, error) {
	if text == "" {
		return nil, nil
	}
	block, _ := pem.Decode([]byte(text))
	if block == nil {
		return nil, errors.New("no PEM block")
	}
	if key, err := x509.ParsePKCS1PrivateKey(block.Bytes); err == nil {
		return key, nil
	}
	parsed, err := x509.ParsePKCS8PrivateKey(block.Bytes)
	if err != nil {
		return nil, err
	}
	key, ok := parsed.(*rsa.PrivateKey)
	if !ok {
		return nil, errors.New("not an RSA key")
	}
	return key, nil
}
