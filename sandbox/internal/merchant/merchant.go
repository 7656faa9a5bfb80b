package merchant

import (
	"cmp"
	"context"
	"crypto/rsa"
	"slices"
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
	Code string
	Name string // channel name, "" if not configured
	Says string // what is special about it
	// Only are the methods that it may use, as currency/code, and Operators the
	// operators; all if empty.
	Only, Operators []string
	noOption        bool
	manyBank        bool
}

var all = []Merchant{
	{Code: "DEMO", Name: "Demo Shop", Says: "everything"},
	{Code: "DEMO-BANKS", Name: "Demo Bank Shop", Says: "about 400 netbanking banks in INR", manyBank: true},
	{Code: "DEMO-NONAME", Says: "no channel name"},
	{Code: "DEMO-EMPTY", Name: "Demo Empty Shop", Says: "no payment options", noOption: true},
}

// Payee is whom payments name as the one who gets the money.
func (m Merchant) Payee() string { return cmp.Or(m.Name, m.Code) }

// Methods are what the merchant may use in a currency.
func (m Merchant) Methods(table *rules.Table, currency string) []rules.Method {
	if m.noOption {
		return nil
	}
	list := slices.DeleteFunc(table.ForCurrency(currency), func(method rules.Method) bool { return !m.has(method) })
	for i := range list {
		list[i] = m.configured(list[i])
	}
	return list
}

// has reports whether the merchant may use the method.
func (m Merchant) has(method rules.Method) bool {
	return !m.noOption && (len(m.Only) == 0 || slices.Contains(m.Only, method.Currency+"/"+method.Code))
}

// Method finds one method of the merchant.
func (m Merchant) Method(table *rules.Table, code, currency string) (rules.Method, bool) {
	method, ok := table.Find(code, currency)
	return m.configured(method), ok && m.has(method)
}

func (m Merchant) configured(method rules.Method) rules.Method {
	if m.manyBank && method.Code == "NETBANKING" {
		method.Operators = manyBanks()
	}
	if len(m.Operators) > 0 && len(method.Operators) > 0 {
		method.Operators = slices.DeleteFunc(slices.Clone(method.Operators), func(o wire.Named) bool {
			return !slices.Contains(m.Operators, o.Code)
		})
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
	db.Hide(secrets...)
	return db.SetSetting(ctx, secretsOf(code), []byte(strings.Join(secrets, "\n")))
}

// hideSecrets keeps the merchants' secrets out of stories, under whatever name they
// are sent.
func hideSecrets(ctx context.Context, db *store.Store) error {
	kept, err := db.Settings(ctx, secretsOf(""))
	db.Hide(DemoSecret)
	for _, secrets := range kept {
		db.Hide(strings.Split(string(secrets), "\n")...)
	}
	return err
}

// secretsOf is the name of the setting that holds them, one a line.
func secretsOf(code string) string { return "merchant-secrets/" + code }
