package session

import (
	"errors"
	"fmt"
	"time"

	"github.com/gorilla/securecookie"
)

// MinKey is the minimum length of a key, in bytes.
const MinKey = 32

// MaxTotal is the most that one payload may take in a request's Cookie header,
// in bytes: proxies cut headers at 8 KB.
const MaxTotal = 7 << 10

// Why a session can't be opened or sealed. All errors wrap one of these.
var (
	ErrNone     = errors.New("no session")
	ErrInvalid  = errors.New("session invalid")
	ErrExpired  = errors.New("session expired")
	ErrTooLarge = errors.New("session too large")
)

// Config makes a Sealer.
type Config struct {
	Keys   [][]byte // newest first, each of at least MinKey random bytes
	Secure bool     // the public address is https: Secure attribute, __Secure- names
	Now    func() time.Time
}

// Sealer seals and opens cookies. It is safe for concurrent use.
type Sealer struct {
	codecs []*securecookie.SecureCookie // by key, newest first
	sign   []*signer                    // likewise
	secure bool
	now    func() time.Time
}

// New derives all keys. It fails if one is too short, or there is none.
func New(c Config) (*Sealer, error) {
	if len(c.Keys) == 0 {
		return nil, errors.New("session: no key")
	}
	s := &Sealer{secure: c.Secure, now: c.Now}
	for i, key := range c.Keys {
		if err := s.add(key); err != nil {
			return nil, fmt.Errorf("session: key %d: %w", i+1, err)
		}
	}
	return s, nil
}

func (s *Sealer) add(key []byte) error {
	if len(key) < MinKey {
		return fmt.Errorf("%d bytes, %d needed", len(key), MinKey)
	}
	keys, err := derive(key)
	if err != nil {
		return err
	}
	s.codecs = append(s.codecs, newCodec(keys))
	s.sign = append(s.sign, newSigner(keys.sign))
	return nil
}

// newCodec uses securecookie only to encrypt and authenticate. The payload is
// already bytes, we split long values ourselves, and the expiry is sealed
// inside, so that it follows an injected clock and the token instead of a fixed
// age.
func newCodec(k keys) *securecookie.SecureCookie {
	return securecookie.New(k.hash, k.block).
		SetSerializer(securecookie.NopEncoder{}).
		MaxLength(0).
		MaxAge(0)
}
