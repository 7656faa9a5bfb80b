package session

import (
	"encoding/json"
	"fmt"
	"net/http"
	"strconv"
	"strings"
	"time"
)

// maxCookie is the size of a cookie that all browsers keep, with its name and
// attributes.
const maxCookie = 4096

// maxChunks is how many cookies hold MaxTotal.
const maxChunks = 2

// SealWithin makes the cookies that hold payload, as JSON, until maxAge from
// now. Set all that NeedsSetting names: those that expire at once remove leftovers of an
// earlier, larger payload. name is a plain token without prefix; path is the
// payment's. limit is in bytes, at most MaxTotal; payloads that share a path
// share a Cookie header. After ErrTooLarge nothing is stored, which needs a
// clear page.
func (s *Sealer) SealWithin(limit int, name, path string, payload any, maxAge time.Duration) ([]*http.Cookie, error) {
	plain, err := json.Marshal(payload)
	if err != nil {
		return nil, fmt.Errorf("session: %s: %w", name, err)
	}
	envelope, err := pack(plain, s.now().Add(maxAge))
	if err != nil {
		return nil, fmt.Errorf("session: %s: %w", name, err)
	}
	sealed, err := s.codecs[0].Encode(bound(name, path), envelope)
	if err != nil {
		return nil, fmt.Errorf("session: %s: %w", name, err)
	}
	return s.split(min(limit, MaxTotal), name, path, sealed, maxAge)
}

// NeedsSetting reports whether a cookie of SealWithin must be set: the removal of a leftover
// only in a browser that has it, as far as a request of the payment's path tells. Proxies
// have bounds for an answer's headers.
func NeedsSetting(c *http.Cookie, r *http.Request) bool {
	return c.MaxAge > 0 || !strings.HasPrefix(r.URL.Path, c.Path) ||
		strings.Contains(strings.Join(r.Header["Cookie"], "; "), c.Name+"=")
}

// split spreads a sealed value over as few cookies as possible. The first says
// how many there are, so that a leftover is never taken for a part.
func (s *Sealer) split(limit int, name, path, sealed string, maxAge time.Duration) ([]*http.Cookie, error) {
	cookies := make([]*http.Cookie, maxChunks)
	used, rest := 0, sealed
	for i := range cookies {
		c := s.cookie(chunkName(name, i), path)
		cookies[i] = c
		if rest == "" {
			c.MaxAge = -1
			continue
		}
		c.MaxAge = max(1, int(maxAge/time.Second))
		room := maxCookie - len(c.String()) - len("n.")
		n := min(max(0, room), len(rest))
		c.Value, rest = rest[:n], rest[n:]
		used = i + 1
	}
	cookies[0].Value = strconv.Itoa(used) + "." + cookies[0].Value
	total := 0
	for _, c := range cookies[:used] {
		total += len(c.Name) + len("=; ") + len(c.Value)
	}
	if rest != "" || total > limit {
		return nil, fmt.Errorf("session: %s: %d of %d bytes: %w", name, total+len(rest), limit, ErrTooLarge)
	}
	return cookies, nil
}

// cookie is an empty cookie with the attributes of all of ours. Lax instead of
// Strict: a Strict cookie isn't sent after a redirect from the shop.
func (s *Sealer) cookie(name, path string) *http.Cookie {
	return &http.Cookie{
		Name: s.prefixed(name), Path: path,
		Secure: s.secure, HttpOnly: true, SameSite: http.SameSiteLaxMode,
	}
}

func (s *Sealer) prefixed(name string) string {
	if s.secure {
		return "__Secure-" + name
	}
	return name
}

func chunkName(name string, i int) string {
	if i == 0 {
		return name
	}
	return name + "." + strconv.Itoa(i)
}

// bound is what securecookie authenticates as the name. A name contains no
// space, so each pair of name and path gives a different text.
func bound(name, path string) string { return name + " " + path }
