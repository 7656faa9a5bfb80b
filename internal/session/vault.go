package session

import (
	"crypto/aes"
	"crypto/cipher"
	"crypto/hkdf"
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"errors"
	"fmt"
)

// Vault encrypts and names what replicas share in a store. Each value is bound
// to its name: it can't be opened under another one. It is safe for concurrent
// use.
type Vault struct {
	values [][]byte // by key, newest first
	names  []byte
	marks  []string // by key, newest first
}

// NewVault derives what it needs from the session keys, newest first.
func NewVault(keys [][]byte) (*Vault, error) {
	if len(keys) == 0 {
		return nil, errors.New("session: no key")
	}
	v := &Vault{}
	for i, key := range keys {
		if len(key) < MinKey {
			return nil, fmt.Errorf("session: key %d: %d bytes, %d needed", i+1, len(key), MinKey)
		}
		value, errValue := hkdf.Key(sha256.New, key, nil, "payapp store encryption 1", 32)
		names, errNames := hkdf.Key(sha256.New, key, nil, "payapp store names 1", 32)
		if err := errors.Join(errValue, errNames); err != nil {
			return nil, fmt.Errorf("session: key %d: %w", i+1, err)
		}
		// Names use the oldest key, so that during a rotation replicas with and
		// without the new key agree on them.
		v.values, v.names = append(v.values, value), names
		v.marks = append(v.marks, base64.RawURLEncoding.EncodeToString(keyed(names, "mark")[:9]))
	}
	return v, nil
}

// Seal encrypts a value for a name with the newest key.
func (v *Vault) Seal(name string, plain []byte) []byte {
	return aead(v.values[0], name).Seal(nil, nil, plain, associated(name)) //nolint:gosec // it makes its own nonce
}

// Open decrypts what Seal made for the same name with any of the keys.
// Otherwise it returns ErrInvalid.
func (v *Vault) Open(name string, sealed []byte) ([]byte, error) {
	for _, key := range v.values {
		if plain, err := aead(key, name).Open(nil, nil, sealed, associated(name)); err == nil {
			return plain, nil
		}
	}
	return nil, fmt.Errorf("session: stored value: %w", ErrInvalid)
}

// Name is a keyed hash of a text, for the store: without the key nobody can
// guess the text.
func (v *Vault) Name(text string) string {
	return base64.RawURLEncoding.EncodeToString(keyed(v.names, text)[:18])
}

// Names identifies the naming key: vaults with different names differ in it.
func (v *Vault) Names() string { return v.Name("names")[:8] }

// Marks tell the keys apart, newest first, without telling anything of them.
func (v *Vault) Marks() []string { return v.marks }

// associated is authenticated together with the value.
func associated(name string) []byte { return []byte("payapp store 1 " + name) }

// aead encrypts with a key for this name alone, so random nonces suffice: the
// limit of values for a key applies to each name.
func aead(key []byte, name string) cipher.AEAD {
	block, err := aes.NewCipher(keyed(key, name))
	if err != nil {
		panic(err) // the length is constant
	}
	gcm, err := cipher.NewGCMWithRandomNonce(block)
	if err != nil {
		panic(err) // the block size is constant
	}
	return gcm
}

func keyed(key []byte, text string) []byte {
	mac := hmac.New(sha256.New, key)
	mac.Write([]byte(text))
	return mac.Sum(nil)
}
