package session

import (
	"crypto/hmac"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"hash"
)

// Sign gives a keyed signature of the parts, as base64url of 43 characters.
func (s *Sealer) Sign(parts ...string) string {
	return base64.RawURLEncoding.EncodeToString(mac(s.sign[0], parts))
}

// Verify reports whether sig is Sign's signature of the parts under any key,
// so that an address signed before a rotation still leads back.
func (s *Sealer) Verify(sig string, parts ...string) bool {
	given, err := base64.RawURLEncoding.Strict().DecodeString(sig)
	if err != nil {
		return false
	}
	for _, key := range s.sign {
		if hmac.Equal(given, mac(key, parts)) {
			return true
		}
	}
	return false
}

// markLen is how many bytes of a signature are a mark: enough that none is
// found by trying, and that a form can carry several.
const markLen = 6

// MarkLen is the length of a Mark.
const MarkLen = markLen * 8 / 6

// Mark gives a short keyed hash of the parts, as base64url of 8 characters. It
// tells nothing of them to who has no key.
func (s *Sealer) Mark(parts ...string) string {
	return base64.RawURLEncoding.EncodeToString(mac(s.sign[0], parts)[:markLen])
}

// Marked reports whether mark is Mark's of the parts under any key.
func (s *Sealer) Marked(mark string, parts ...string) bool {
	given, err := base64.RawURLEncoding.Strict().DecodeString(mark)
	if err != nil {
		return false
	}
	for _, key := range s.sign {
		if hmac.Equal(given, mac(key, parts)[:markLen]) {
			return true
		}
	}
	return false
}

func mac(key []byte, parts []string) []byte {
	h := hmac.New(sha256.New, key)
	feed(h, parts)
	return h.Sum(nil)
}

// refLen is how many bytes of the hash name a payment: 144 bits, so that
// neither chance nor effort gives two the same name.
const refLen = 18

// Ref names what the parts identify, as 24 characters of base64url that fit an
// address. It is a plain hash: the same on every replica and after every
// rotation, and no secret.
func Ref(parts ...string) string {
	h := sha256.New()
	h.Write([]byte("payapp ref 1"))
	feed(h, parts)
	return base64.RawURLEncoding.EncodeToString(h.Sum(nil)[:refLen])
}

// feed writes each part with its length before it: ("a", "bc") and ("ab", "c")
// are different things.
func feed(h hash.Hash, parts []string) {
	var length [8]byte
	for _, p := range parts {
		binary.BigEndian.PutUint64(length[:], uint64(len(p)))
		h.Write(length[:])
		h.Write([]byte(p))
	}
}
