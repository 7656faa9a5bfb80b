package i18n

import (
	"slices"
	"testing"

	"payapp/methods"
)

func TestLikelyLanguages(t *testing.T) {
	b := all(t)
	for _, tt := range []struct {
		currency, header string
		want             [3]string
	}{
		{"THB", "de-AT,en;q=0.5", [3]string{"th", "de", "en"}},
		{"USDT", "", [3]string{"", "en", "en"}},
		{"ARS", "es-MX", [3]string{"es-419", "es-419", "en"}},
	} {
		if got := b.Likely(tt.currency, tt.header); got != tt.want {
			t.Errorf("%s, %s: got %q, want %q", tt.currency, tt.header, got, tt.want)
		}
	}
	paid := map[string]bool{}
	for _, m := range methods.Default().All() {
		paid[m.Currency] = true
	}
	for currency, tag := range markets {
		if !paid[currency] || !slices.Contains(Tags(), tag) {
			t.Errorf("%s: %s: no such currency, or language", currency, tag)
		}
	}
}
