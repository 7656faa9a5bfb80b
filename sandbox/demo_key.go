package sandbox

import (
	"cmp"
	"crypto/rand"
	"crypto/rsa"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"sync"

	"payapp/sandbox/internal/merchant"
	"payapp/sandbox/internal/token"
)

// DemoSecret is the secret of every merchant of the sandbox (the deprecated way
// to obtain tokens), until the console changes it.
const DemoSecret = merchant.DemoSecret

const keyBits = 2048

// memoryKey is shared by all in-memory sandboxes of a process: making a key
// takes longer than the rest of a start.
var memoryKey = sync.OnceValues(func() (*rsa.PrivateKey, error) { return rsa.GenerateKey(rand.Reader, keyBits) })

// demoKeyPath is the file of the demo merchants' key, "" for one in memory
// only.
func demoKeyPath(config Config) string {
	if config.KeyPath == "" && config.DB == ":memory:" {
		return ""
	}
	path := cmp.Or(config.KeyPath, filepath.Join(filepath.Dir(config.DB), "demo-key.pem"))
	if absolute, err := filepath.Abs(path); err == nil {
		return absolute
	}
	return path
}

// demoKey returns the demo merchants' key, which is given, read, or made and
// written, and the path of its file.
func demoKey(config Config) (*rsa.PrivateKey, string, error) {
	if config.Key != nil {
		return config.Key, "", nil
	}
	path := demoKeyPath(config)
	if path == "" {
		key, err := memoryKey()
		return key, "", err
	}
	data, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		key, err := makeKey(path)
		return key, path, err
	}
	if err != nil {
		return nil, "", fmt.Errorf("demo key: %w", err)
	}
	key, err := token.ParsePrivateKey(data)
	if err != nil {
		return nil, "", fmt.Errorf("demo key %s: %w", path, err)
	}
	return key, path, nil
}

func makeKey(path string) (*rsa.PrivateKey, error) {
	key, err := rsa.GenerateKey(rand.Reader, keyBits)
	if err != nil {
		return nil, fmt.Errorf("demo key: %w", err)
	}
	data, err := token.EncodePrivateKey(key)
	if err != nil {
		return nil, err
	}
	if err := os.MkdirAll(filepath.Dir(path), 0o700); err != nil {
		return nil, fmt.Errorf("demo key: %w", err)
	}
	if err := os.WriteFile(path, data, 0o600); err != nil {
		return nil, fmt.Errorf("demo key: %w", err)
	}
	return key, nil
}
