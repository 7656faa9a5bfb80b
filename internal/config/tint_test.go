package config

import (
	"fmt"
	"math/rand/v2"
	"testing"
)

// Whatever the operator's colour is, what is derived from it can be read: text of
// 7:1 on every ground (WCAG 1.4.6).
func TestDerivedColoursCanBeRead(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	taken, tinted := 0, 0
	for range 20_000 {
		accent := fmt.Sprintf("#%06x", random.IntN(1<<24))
		dark := accent
		if contrast(accent, SurfaceLight) >= leastContrast {
			taken++
			ground := LightTint(accent)
			if ground != SurfaceLight {
				tinted++
			}
			wantReadable(t, accent, ground, append([]string{accent}, textLight...)...)
			dark = OnDark(accent)
			wantReadable(t, accent, SurfaceDark, dark)
		}
		if contrast(dark, SurfaceDark) >= leastContrast {
			wantReadable(t, dark, DarkTint(dark), append([]string{dark}, textDark...)...)
			wantReadable(t, dark, dark, OnAccentDark)
		}
	}
	if taken < 1000 || tinted < taken/2 {
		t.Errorf("of %d accents only %d have a tint", taken, tinted)
	}
}

func wantReadable(t *testing.T, accent, ground string, texts ...string) {
	t.Helper()
	for _, text := range texts {
		if got := contrast(text, ground); got < leastContrast {
			t.Errorf("%s: %s on %s has %.2f:1", accent, text, ground, got)
		}
	}
}
