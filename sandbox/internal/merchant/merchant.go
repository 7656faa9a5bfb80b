package merchant

import (
	"context"
	"crypto/rsa"
	"strings"
	"sync"

	"payapp/sandbox/internal/rules"
	"payapp/sandbox/internal/store"
	"payapp/sandbox/internal/token"
	"payapp/sandbox/internal/wire"
)

// DemoSecret is the secret of every merchant of the sandbox (the deprecated way
// to obtain tokens), until the console changes it.
const DemoSecret = "demo-secret"

// Merchant is the configuration of an account.
type Merchant struct {
	Code     string
	Name     string // channel name, "" if not configured
	noOption bool
	manyBank bool
}

var all = []Merchant{
	{Code: "DEMO", Name: "Demo Shop"},
	{Code: "DEMO-BANKS", Name: "Demo Bank Shop", manyBank: true},
	{Code: "DEMO-NONAME"},
	{Code: "DEMO-EMPTY", Name: "Demo Empty Shop", noOption: true},
}

// Codes are the codes of all merchants, in order.
func Codes() []string {
	var codes []string
	for _, m := range all {
		codes = append(codes, m.Code)
	}
	return codes
}

// ByCode finds a merchant.
func ByCode(code string) (Merchant, bool) {
	for _, m := range all {
		if m.Code == code {
			return m, true
		}
	}
	return Merchant{}, false
}

// Methods are what the merchant may use in a currency.
func (m Merchant) Methods(table *rules.Table, currency string) []rules.Method {
	if m.noOption {
		return nil
	}
	list := table.ForCurrency(currency)
	for i := range list {
		list[i] = m.configured(list[i])
	}
	return list
}

// Method finds one method of the merchant.
func (m Merchant) Method(table *rules.Table, code, currency string) (rules.Method, bool) {
	method, ok := table.Find(code, currency)
	return m.configured(method), ok && !m.noOption
}

func (m Merchant) configured(method rules.Method) rules.Method {
	if m.manyBank && method.Code == "NETBANKING" {
		method.Operators = manyBanks()
	}
	return method
}

var manyBanks = sync.OnceValue(func() []wire.Named { return rules.ManyBanks() })

// PublicKeys are the keys that may sign for the merchant: the demo key and
// those registered in the console.
func PublicKeys(ctx context.Context, db *store.Store, demo *rsa.PublicKey, code string) ([]*rsa.PublicKey, error) {
	keys := []*rsa.PublicKey{demo}
	registered, err := db.Keys(ctx, code)
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

// Secrets are the merchant's current secrets: several during a rotation, and
// the demo secret if nobody has changed them.
func Secrets(ctx context.Context, db *store.Store, code string) ([]string, error) {
	kept, err := db.Setting(ctx, secretsOf(code))
	if err != nil || kept == nil {
		return []string{DemoSecret}, err
	}
	return strings.Split(string(kept), "\n"), nil
}

// SetSecrets replaces them.
func SetSecrets(ctx context.Context, db *store.Store, code string, secrets []string) error {
	return db.SetSetting(ctx, secretsOf(code), []byte(strings.Join(secrets, "\n")))
}

// secretsOf is the name of the setting that holds them, one a line.
func secretsOf(code string) string { return "merchant-secrets/" + code }
