package session

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"hash"
	"slices"
	"sync"
)

// Sign returns a keyed signature of the parts: 43 characters of base64url.
func (s *Sealer) Sign(parts ...string) string {
	return base64.RawURLEncoding.EncodeToString(s.sign[0].mac(parts))
}

// Verify reports whether sig is Sign's signature of the parts under any key, so
// that an address signed before a rotation still works.
func (s *Sealer) Verify(sig string, parts ...string) bool { return s.made(sig, sha256.Size, parts) }

// shortLen is the length of a short signature in bytes: each guess is a request to us.
const shortLen = 12

// SignShort is the begin of Sign's signature, for addresses that must be short.
func (s *Sealer) SignShort(parts ...string) string {
	return base64.RawURLEncoding.EncodeToString(s.sign[0].mac(parts)[:shortLen])
}

// VerifyShort reports whether sig is SignShort's or Sign's signature of the parts
// under any key.
func (s *Sealer) VerifyShort(sig string, parts ...string) bool {
	return s.made(sig, shortLen, parts) || s.Verify(sig, parts...)
}

// made reports whether a text is the begin of a signature of the parts, so many
// bytes long.
func (s *Sealer) made(text string, size int, parts []string) bool {
	given, err := base64.RawURLEncoding.Strict().DecodeString(text)
	return err == nil && slices.ContainsFunc(s.sign, func(key *signer) bool { return hmac.Equal(given, key.mac(parts)[:size]) })
}

// markLen is the length of a mark in bytes: long enough that guessing is
// hopeless, short enough that a form can carry several.
const markLen = 6

// MarkLen is the length of a Mark.
const MarkLen = markLen * 8 / 6

// Mark returns a short keyed hash of the parts: 8 characters of base64url.
// Without the key it reveals nothing about them.
func (s *Sealer) Mark(parts ...string) string {
	return base64.RawURLEncoding.EncodeToString(s.sign[0].mac(parts)[:markLen])
}

// Marked reports whether mark is Mark's of the parts under any key.
func (s *Sealer) Marked(mark string, parts ...string) bool { return s.made(mark, markLen, parts) }

// signer signs with one key. Its hashes are reused: to begin one costs as much as
// all the rest.
type signer struct{ hashes sync.Pool }

func newSigner(key []byte) *signer {
	return &signer{sync.Pool{New: func() any { return hmac.New(sha256.New, key) }}}
}

func (s *signer) mac(parts []string) []byte {
	h := s.hashes.Get().(hash.Hash)
	defer s.hashes.Put(h)
	h.Reset()
	feed(h, parts)
	return h.Sum(nil)
}

// refLen is how many bytes of the hash name a payment: 144 bits, so that
// collisions can be neither accidental nor constructed.
const refLen = 18

// Ref identifies the parts in 24 characters of base64url that fit into an
// address. It is a plain hash, not a secret: the same on every replica and
// after every rotation.
func Ref(parts ...string) string {
	h := sha256.New()
	h.Write([]byte("payapp ref 1"))
	feed(h, parts)
	return base64.RawURLEncoding.EncodeToString(h.Sum(nil)[:refLen])
}

// feed writes each part with its length before it, so that ("a", "bc") and
// ("ab", "c") differ.
func feed(h hash.Hash, parts []string) {
	var length [8]byte
	for _, p := range parts {
		binary.BigEndian.PutUint64(length[:], uint64(len(p)))
		h.Write(length[:])
		h.Write([]byte(p))
	}
}
