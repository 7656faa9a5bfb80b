//go:build !production

package server

import (
	"cmp"
	"context"
	"crypto/rand"
	"crypto/rsa"
	"encoding/base64"
	"errors"
	"fmt"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strings"

	"payapp/internal/config"
	"payapp/internal/session"
	"payapp/sandbox"
)

// SandboxBuiltIn says whether this build has the sandbox.
const SandboxBuiltIn = true

// startSandbox starts the stand-in for the gateway on a port of its own. The
// application calls it over real HTTP.
func startSandbox(ctx context.Context, cfg config.Config, logger *slog.Logger) (*embedded, error) {
	db, err := sandboxDB(cfg.Sandbox.DB)
	if err != nil {
		return nil, err
	}
	var key *rsa.PrivateKey // nil is the sandbox's own
	if text := cfg.Sandbox.Key.Reveal(); text != "" {
		if key, err = sandbox.ParseKey([]byte(text)); err != nil {
			return nil, fmt.Errorf("PAYAPP_SANDBOX_KEY: %w", err)
		}
	}
	catalogue, err := LoadCatalogue(cfg.Catalogue)
	if err != nil {
		return nil, err
	}
	box, err := sandbox.New(ctx, sandbox.Config{
		DB: db, Key: key, Rate: cfg.Sandbox.Rate, Calm: cfg.Sandbox.Calm, Strict: cfg.Sandbox.Strict,
		PaymentAppURL: cfg.Site.PublicURL, BaseURL: cfg.Sandbox.URL, Logger: logger,
		Own: ownMethods(catalogue), RedirectProperty: catalogue.RedirectProperty, QRProperty: catalogue.QRProperty,
		ReferencePath: catalogue.ReferencePath,
	})
	if err != nil {
		return nil, fmt.Errorf("sandbox: %w", err)
	}
	keys, err := sandboxKeys(db)
	if err != nil {
		return nil, errors.Join(err, box.Close())
	}
	port, err := listenOn("sandbox", cfg.Sandbox.Listen, box.Handler(), logger)
	if err != nil {
		return nil, errors.Join(err, box.Close())
	}
	port.http.WriteTimeout = sandbox.WriteTimeout
	calls := cmp.Or(cfg.Sandbox.URL, port.address()) + "/console/calls"
	return &embedded{server: port, keys: keys, calls: calls, announce: box.SetPaymentAppURL, stop: func() {
		if err := box.Close(); err != nil {
			logger.Error("sandbox didn't close cleanly", "error", err)
		}
	}}, nil
}

// sandboxDB is the sandbox's file: the configured one, or the default.
func sandboxDB(configured string) (string, error) {
	if configured != "" {
		return configured, nil
	}
	path, err := sandbox.DefaultDB()
	if err != nil {
		return "", fmt.Errorf("sandbox: %w; PAYAPP_SANDBOX_DB can name another place", err)
	}
	return path, nil
}

// sandboxKeys are made once and kept beside the database, so that sessions
// survive a restart. With a database in memory the keys aren't kept either.
func sandboxKeys(db string) ([][]byte, error) {
	if db == ":memory:" {
		return [][]byte{newKey()}, nil
	}
	path := filepath.Join(filepath.Dir(db), "session.key")
	kept, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		key := newKey()
		err := os.WriteFile(path, []byte(base64.StdEncoding.EncodeToString(key)+"\n"), 0o600)
		if err != nil {
			return nil, fmt.Errorf("session key: %w", err)
		}
		return [][]byte{key}, nil
	}
	if err != nil {
		return nil, fmt.Errorf("session key: %w", err)
	}
	key, err := base64.StdEncoding.DecodeString(strings.TrimSpace(string(kept)))
	if err != nil {
		return nil, fmt.Errorf("session key %s: %w", path, err)
	}
	return [][]byte{key}, nil
}

func newKey() []byte {
	key := make([]byte, session.MinKey)
	_, _ = rand.Read(key) // never fails
	return key
}
