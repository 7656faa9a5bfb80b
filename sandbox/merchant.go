package sandbox

import (
	"cmp"
	"context"
	"crypto/rand"
	"crypto/rsa"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"

	"payapp/sandbox/internal/rules"
	"payapp/sandbox/internal/token"
	"payapp/sandbox/internal/wire"
)

// DemoSecret is the secret of every merchant of the sandbox (the deprecated
// way to obtain tokens), until the console says otherwise.
const DemoSecret = "demo-secret"

// merchant is what an account's configuration decides.
type merchant struct {
	code     string
	name     string // channel name, "" when not configured
	noOption bool
	manyBank bool
}

var merchants = []merchant{
	{code: "DEMO", name: "Demo Shop"},
	{code: "DEMO-BANKS", name: "Demo Bank Shop", manyBank: true},
	{code: "DEMO-NONAME"},
	{code: "DEMO-EMPTY", name: "Demo Empty Shop", noOption: true},
}

func merchantCodes() []string {
	var codes []string
	for _, m := range merchants {
		codes = append(codes, m.code)
	}
	return codes
}

func merchantByCode(code string) (merchant, bool) {
	for _, m := range merchants {
		if m.code == code {
			return m, true
		}
	}
	return merchant{}, false
}

// methods are what the merchant may use in a currency.
func (m merchant) methods(currency string) []rules.Method {
	if m.noOption {
		return nil
	}
	list := rules.ForCurrency(currency)
	for i := range list {
		list[i] = m.configured(list[i])
	}
	return list
}

// method finds one method of the merchant.
func (m merchant) method(code, currency string) (rules.Method, bool) {
	method, ok := rules.Find(code, currency)
	return m.configured(method), ok && !m.noOption
}

func (m merchant) configured(method rules.Method) rules.Method {
	if m.manyBank && method.Code == "NETBANKING" {
		method.Operators = manyBanks()
	}
	return method
}

var manyBanks = sync.OnceValue(func() []wire.Named { return rules.ManyBanks() })

// publicKeys are the keys that may sign for the merchant: the demo key and
// those that the console registered.
func (s *Sandbox) publicKeys(ctx context.Context, code string) ([]*rsa.PublicKey, error) {
	keys := []*rsa.PublicKey{&s.key.PublicKey}
	registered, err := s.store.Keys(ctx, code)
	if err != nil {
		return nil, err
	}
	for _, pem := range registered {
		key, err := token.ParsePublicKey([]byte(pem))
		if err != nil {
			return nil, err
		}
		keys = append(keys, key)
	}
	return keys, nil
}

// secrets are the merchant's current ones: several while one is exchanged for
// another, and the demo secret where nobody has changed them.
func (s *Sandbox) secrets(ctx context.Context, code string) ([]string, error) {
	kept, err := s.store.Setting(ctx, secretsOf(code))
	if err != nil || kept == nil {
		return []string{DemoSecret}, err
	}
	return strings.Split(string(kept), "\n"), nil
}

// secretsOf is the name of the setting that keeps them, one a line.
func secretsOf(code string) string { return "merchant-secrets/" + code }

const keyBits = 2048

// memoryKey serves all in-memory sandboxes of a process: making a key takes
// longer than all the rest of a start.
var memoryKey = sync.OnceValues(func() (*rsa.PrivateKey, error) { return rsa.GenerateKey(rand.Reader, keyBits) })

// demoKeyPath is the file of the demo merchants' key, "" for one that is given
// or in memory alone.
func demoKeyPath(config Config) string {
	switch {
	case config.Key != nil:
		return ""
	case config.KeyPath == "" && config.DB == ":memory:":
		return ""
	}
	path := cmp.Or(config.KeyPath, filepath.Join(filepath.Dir(config.DB), "demo-key.pem"))
	if absolute, err := filepath.Abs(path); err == nil {
		return absolute
	}
	return path
}

// demoKey is the demo merchants' key: given, read, or made and kept.
func demoKey(config Config) (*rsa.PrivateKey, error) {
	path := demoKeyPath(config)
	switch {
	case config.Key != nil:
		return config.Key, nil
	case path == "":
		return memoryKey()
	}
	data, err := os.ReadFile(path)
	if errors.Is(err, fs.ErrNotExist) {
		return makeKey(path)
	}
	if err != nil {
		return nil, fmt.Errorf("demo key: %w", err)
	}
	key, err := token.ParsePrivateKey(data)
	if err != nil {
		return nil, fmt.Errorf("demo key %s: %w", path, err)
	}
	return key, nil
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
