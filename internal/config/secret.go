package config

import (
	"fmt"
	"io"
	"log/slog"
	"time"
)

// hidden is what a secret prints as.
const hidden = "[secret]"

// Hidden is a value that is never printed by accident.
type Hidden[T any] struct{ value T }

// Secret is a text that is never printed by accident.
type Secret = Hidden[string]

// Keys are session keys, newest first, that are never printed by accident.
type Keys struct {
	Hidden[[][]byte]
	Made []time.Time // of each; zero if it isn't dated
}

// Reveal returns the value, for the one place that needs it.
func (h Hidden[T]) Reveal() T { return h.value }

// String implements fmt.Stringer.
func (Hidden[T]) String() string { return hidden }

// Format implements fmt.Formatter: no verb shows the value, not even %d.
func (Hidden[T]) Format(f fmt.State, _ rune) { _, _ = io.WriteString(f, hidden) }

// LogValue implements slog.LogValuer.
func (Hidden[T]) LogValue() slog.Value { return slog.StringValue(hidden) }

// MarshalText implements encoding.TextMarshaler, which JSON uses.
func (Hidden[T]) MarshalText() ([]byte, error) { return []byte(hidden), nil }
