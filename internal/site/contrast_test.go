package site

import (
	"fmt"
	"math"
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
		if Contrast(accent, SurfaceLight) >= LeastContrast {
			taken++
			ground := tint(accent, SurfaceLight, textLight)
			if ground != SurfaceLight {
				tinted++
			}
			wantReadable(t, accent, ground, append([]string{accent}, textLight...)...)
			dark = onDark(accent)
			wantReadable(t, accent, SurfaceDark, dark)
		}
		if Contrast(dark, SurfaceDark) >= LeastContrast {
			wantReadable(t, dark, tint(dark, SurfaceDark, textDark), append([]string{dark}, textDark...)...)
			wantReadable(t, dark, dark, onAccentDark)
		}
	}
	if taken < 1000 || tinted < taken/2 {
		t.Errorf("of %d accents only %d have a tint", taken, tinted)
	}
}

func wantReadable(t *testing.T, accent, ground string, texts ...string) {
	t.Helper()
	for _, text := range texts {
		if got := Contrast(text, ground); got < LeastContrast {
			t.Errorf("%s: %s on %s has %.2f:1", accent, text, ground, got)
		}
	}
}

func TestContrast(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want float64
	}{
		{"#000000", "#ffffff", 21}, {"#ffffff", "#000000", 21}, {"#777777", "#777777", 1}, {"#767676", "#ffffff", 4.54},
	} {
		if got := Contrast(c.a, c.b); math.Abs(got-c.want) > 0.01 {
			t.Errorf("contrast of %s and %s is %.2f, want %.2f", c.a, c.b, got, c.want)
		}
	}
}
