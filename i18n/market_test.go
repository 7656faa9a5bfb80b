package i18n

import (
	"slices"
	"testing"

	"payapp/money"
)

func TestLikelyLanguages(t *testing.T) {
	b := all(t)
	for _, tt := range []struct {
		currency, header string
		want             [3]string
	}{
		{"THB", "de-AT,en;q=0.5", [3]string{"th", "de", "en"}},
		{"USDT", "", [3]string{"", "en", "en"}},
		{"GHS", "fr", [3]string{"en", "fr", "en"}},
		{"EUR", "fr", [3]string{"", "fr", "en"}},
		{"ARS", "es-MX", [3]string{"es-419", "es-419", "en"}},
	} {
		if got := b.Likely(tt.currency, tt.header); got != tt.want {
			t.Errorf("%s, %s: got %q, want %q", tt.currency, tt.header, got, tt.want)
		}
	}
	for _, c := range money.Currencies() {
		if c.Language != "" && !slices.Contains(Tags(), c.Language) {
			t.Errorf("%s: there is no language %q", c.Code, c.Language)
		}
	}
}
