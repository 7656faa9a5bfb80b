package config

import (
	"fmt"
	"io"
	"log/slog"
)

// hidden is what a secret prints as.
const hidden = "[secret]"

// Secret is a value that is never printed by accident.
type Secret struct{ value string }

// Reveal returns the value, for the one place that needs it.
func (s Secret) Reveal() string { return s.value }

// IsZero reports whether there is no value.
func (s Secret) IsZero() bool { return s.value == "" }

// String implements fmt.Stringer.
func (Secret) String() string { return hidden }

// Format implements fmt.Formatter: no verb shows the value, not even %d.
func (Secret) Format(f fmt.State, _ rune) { _, _ = io.WriteString(f, hidden) }

// LogValue implements slog.LogValuer.
func (Secret) LogValue() slog.Value { return slog.StringValue(hidden) }

// MarshalText implements encoding.TextMarshaler, which JSON uses.
func (Secret) MarshalText() ([]byte, error) { return []byte(hidden), nil }

// Keys are session keys, newest first.
type Keys struct{ keys [][]byte }

// Reveal returns the keys.
func (k Keys) Reveal() [][]byte { return k.keys }

// Len is the number of keys.
func (k Keys) Len() int { return len(k.keys) }

// String implements fmt.Stringer.
func (Keys) String() string { return hidden }

// Format implements fmt.Formatter: no verb shows the keys, not even %d.
func (Keys) Format(f fmt.State, _ rune) { _, _ = io.WriteString(f, hidden) }

// LogValue implements slog.LogValuer.
func (Keys) LogValue() slog.Value { return slog.StringValue(hidden) }

// MarshalText implements encoding.TextMarshaler, which JSON uses.
func (Keys) MarshalText() ([]byte, error) { return []byte(hidden), nil }
