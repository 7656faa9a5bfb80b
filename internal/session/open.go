package session

import (
	"errors"
	"fmt"
	"net/http"
	"strings"

	"encoding/json"
)

// Open reads the payload that SealWithin stored under name and path into into.
// It returns ErrNone without such a cookie, ErrExpired after its time, and
// ErrInvalid for anything that this Sealer didn't make for exactly this name
// and path; into is then undefined. Customers see the same page for all three,
// so that an attacker learns nothing; the log has the difference.
func (s *Sealer) Open(r *http.Request, name, path string, into any) error {
	sealed := s.join(r, name)
	if len(sealed) == 0 && len(r.CookiesNamed(s.prefixed(name))) == 0 {
		return fmt.Errorf("session: %s: %w", name, ErrNone)
	}
	envelope, ok := s.unseal(bound(name, path), sealed)
	if !ok {
		return fmt.Errorf("session: %s: %w", name, ErrInvalid)
	}
	plain, expires, err := unpack(envelope)
	if err != nil {
		return fmt.Errorf("session: %s: %w", name, ErrInvalid)
	}
	if !s.now().Before(expires) {
		return fmt.Errorf("session: %s: %w", name, ErrExpired)
	}
	if err := json.Unmarshal(plain, into); err != nil {
		return fmt.Errorf("session: %s: %w", name, ErrInvalid)
	}
	return nil
}

// Size is how much of a request's Cookie header the payload under name takes,
// in bytes.
func (s *Sealer) Size(r *http.Request, name string) int {
	size := 0
	for i := range maxChunks {
		for _, c := range r.CookiesNamed(s.prefixed(chunkName(name, i))) {
			size += len(c.Name) + len("=; ") + len(c.Value)
		}
	}
	return size
}

// mostTried limits how much is tried of cookies with our names, in bytes.
// Normally there is one of each, but a neighbouring host can set others for its
// whole domain, as many as fit into a header. They must neither hide ours nor
// cost much.
const mostTried = 1 << 20

// join puts the parts of sealed values together. The first of two parts is
// always as full as a cookie can be, so far shorter ones are skipped.
func (s *Sealer) join(r *http.Request, name string) (sealed []string) {
	left := mostTried
	try := func(value, rest string) {
		if left -= len(value) + len(rest); left >= 0 {
			sealed = append(sealed, value+rest)
		}
	}
	for _, first := range r.CookiesNamed(s.prefixed(name)) {
		switch count, value, _ := strings.Cut(first.Value, "."); {
		case count == "1":
			try(value, "")
		case count == "2" && len(value) > maxCookie/2:
			for _, second := range r.CookiesNamed(s.prefixed(chunkName(name, 1))) {
				try(value, second.Value)
			}
		}
	}
	return sealed
}

// unseal tries the keys, newest first. securecookie.DecodeMulti would collect
// an error for each key, at a cost to most pages.
func (s *Sealer) unseal(bound string, sealed []string) (envelope []byte, ok bool) {
	for _, value := range sealed {
		if len(value) > MaxTotal {
			continue
		}
		for _, codec := range s.codecs {
			if codec.Decode(bound, value, &envelope) == nil {
				return envelope, true
			}
		}
	}
	return nil, false
}

// CauseOf names why Open failed, for metrics; "" is another error, or none.
func CauseOf(err error) string {
	switch {
	case errors.Is(err, ErrNone):
		return "none"
	case errors.Is(err, ErrExpired):
		return "expired"
	case errors.Is(err, ErrInvalid):
		return "invalid"
	}
	return ""
}
