package handlers

import (
	"context"
	"log/slog"
	"sync"

	"payapp/scenarios"
)

// noteUnknownMethods counts offered methods that the catalogue lacks, and logs
// each once.
func (s *server) noteUnknownMethods(ctx context.Context, f scenarios.Facts) {
	if f.Options == nil {
		return
	}
	currency := f.Order.Money.Currency()
	for _, option := range f.Options.Methods {
		code := option.MethodCode
		if _, known := s.Catalogue.Find(code, currency); known {
			continue
		}
		first, kept := s.unknown.note(code, currency)
		if !kept {
			code = "other"
		}
		s.metrics.unknown.WithLabelValues(code, currency).Inc()
		if first {
			s.Logger.LogAttrs(ctx, slog.LevelWarn, "gateway offers a method that the catalogue doesn't have; left out",
				slog.String("code", code), slog.String("currency", currency))
		}
	}
}

// seen remembers a limited number of method codes with their currencies;
// further ones are ignored.
type seen struct {
	mu    sync.Mutex
	codes map[[2]string]bool
}

const (
	maxSeen     = 100
	maxSeenCode = 64 // bytes
)

// note reports whether the code is new, and whether it is remembered.
func (s *seen) note(code, currency string) (first, kept bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	key := [2]string{code, currency}
	switch {
	case s.codes[key]:
		return false, true
	case len(code) > maxSeenCode || len(s.codes) >= maxSeen:
		return false, false
	case s.codes == nil:
		s.codes = map[[2]string]bool{}
	}
	s.codes[key] = true
	return true, true
}
