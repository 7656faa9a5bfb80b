package store

import (
	"cmp"
	"context"
	"slices"
	"strings"
	"sync"
)

// shortestKnown is how long a secret must be to be left out wherever it stands: a
// shorter one may be a part of anything.
const shortestKnown = 6

// hidden is the secrets that merchants have or had. Its zero value knows none.
type hidden struct {
	mu     sync.RWMutex
	values []string // the longest first
}

// Replace is a text without them.
func (h *hidden) Replace(text string) string {
	h.mu.RLock()
	defer h.mu.RUnlock()
	for _, value := range h.values {
		text = strings.ReplaceAll(text, value, "…")
	}
	return text
}

// Known are the merchants' secrets, for Redacted.
func (s *Store) Known() Known { return &s.hidden }

// Hide makes stories leave out these secrets wherever they stand, from now on.
func (s *Store) Hide(secrets ...string) {
	s.hidden.mu.Lock()
	defer s.hidden.mu.Unlock()
	for _, secret := range secrets {
		if len(secret) >= shortestKnown {
			s.hidden.values = append(s.hidden.values, secret)
		}
	}
	// The longest first, or the beginning of one would hide less than all of it.
	slices.SortFunc(s.hidden.values, func(a, b string) int { return cmp.Or(len(b)-len(a), strings.Compare(a, b)) })
	s.hidden.values = slices.Compact(s.hidden.values)
}

// Settings are the values of all settings whose name begins so.
func (s *Store) Settings(ctx context.Context, prefix string) ([][]byte, error) {
	return query(ctx, s, "settings "+prefix, func(r row, to *[]byte) error { return r.Scan(to) },
		`SELECT value FROM settings WHERE substr(key, 1, length(?1)) = ?1`, prefix)
}
