package site

import (
	"fmt"
	"math"
	"math/rand/v2"
	"strings"
	"testing"
)

// Whatever the operator's colour is, what is derived from it can be read: text of
// 7:1 on every ground (WCAG 1.4.6). A colour that can be read stays as it is.
func TestDerivedColoursCanBeRead(t *testing.T) {
	random := rand.New(rand.NewPCG(1, 2))
	kept, tinted := 0, 0
	for range 5_000 {
		given := fmt.Sprintf("#%06x", random.IntN(1<<24))
		for surface, texts := range map[string][]string{SurfaceLight: textLight, SurfaceDark: textDark} {
			accent := readable(given, surface)
			if Contrast(given, surface) >= LeastContrast {
				kept++
				if accent != given {
					t.Errorf("%s became %s on %s", given, accent, surface)
				}
			}
			ground := tint(accent, surface, texts, mostTint)
			if ground != surface {
				tinted++
			}
			wantReadable(t, accent, surface, accent)
			wantReadable(t, accent, ground, append([]string{accent}, texts...)...)
		}
		wantReadable(t, given, readable(given, SurfaceLight), "#ffffff")
		wantReadable(t, given, readable(given, SurfaceDark), onAccentDark)
		if got := Contrast(given, letterOn(given)); got < 4.5 {
			t.Errorf("a letter on %s has %.2f:1", given, got)
		}
	}
	if kept < 500 || tinted < 5_000 {
		t.Errorf("%d colours were kept, %d have a tint", kept, tinted)
	}
}

// A merchant's own colour stays on its mark, and the operator is told of another.
func TestAdjustedColours(t *testing.T) {
	b := Brand{Accent: "#FFCC00", AccentDark: "#adc8ff"}
	style, told := b.Style(), b.Adjusted()
	if len(told) != 1 || !strings.Contains(told[0], "accent #FFCC00 is hard to read") {
		t.Errorf("the operator is told %q", told)
	}
	for _, want := range []string{"--mark:#FFCC00;--letter:#000000", "--accent:#adc8ff;"} {
		if !strings.Contains(style, want) {
			t.Errorf("no %s in %s", want, style)
		}
	}
	if strings.Contains(style, "--accent:#FFCC00") {
		t.Errorf("text is unreadable: %s", style)
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
