package session

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strings"
)

// Open reads what SealWithin kept under name and path into into. It gives
// ErrNone without such a cookie, ErrExpired after its time, and ErrInvalid for
// anything that this sealer did not make for just this name and path; what into
// holds then is worth nothing. Customers see one page for all three: a stranger
// learns nothing. The log says which it was.
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

// maxSame is how many cookies of one name are looked at. There is one, unless
// a neighbouring host set another of that name for all of its domain: it must
// not hide ours.
const maxSame = 4

// join puts the parts of sealed values together.
func (s *Sealer) join(r *http.Request, name string) (sealed []string) {
	for _, first := range s.named(r, name) {
		switch count, value, _ := strings.Cut(first.Value, "."); count {
		case "1":
			sealed = append(sealed, value)
		case "2":
			for _, second := range s.named(r, chunkName(name, 1)) {
				sealed = append(sealed, value+second.Value)
			}
		}
	}
	return sealed
}

func (s *Sealer) named(r *http.Request, name string) []*http.Cookie {
	cookies := r.CookiesNamed(s.prefixed(name))
	return cookies[:min(len(cookies), maxSame)]
}

// unseal tries the keys, newest first. It isn't securecookie.DecodeMulti, for
// that collects an error a key on the way, which most pages would pay for.
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
