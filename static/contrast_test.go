package static_test

import (
	"math"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

// onGround lists which text stands on which ground, by role.
var onGround = map[string][]string{
	"ink":     {"ground", "surface", "tint"},
	"soft":    {"ground", "surface", "tint"},
	"accent":  {"ground", "surface", "tint"},
	"good":    {"surface"},
	"caution": {"surface", "caution-tint"},
	"bad":     {"surface", "bad-tint"},
	"on":      {"accent"},
}

func TestContrast(t *testing.T) {
	source, err := os.ReadFile("src/colours.css")
	if err != nil {
		t.Fatal(err)
	}
	paper, err := os.ReadFile("src/print.css")
	if err != nil {
		t.Fatal(err)
	}
	light, dark, _ := strings.Cut(string(source), "@media")
	// What is printed sets every colour anew, or a dark page's would be left.
	for theme, css := range map[string]string{"light": light, "dark": dark, "print": string(paper)} {
		colours := map[string]float64{}
		for _, m := range regexp.MustCompile(`--([a-z-]+): #([0-9a-f]+);`).FindAllStringSubmatch(css, -1) {
			colours[m[1]] = luminance(t, m[2])
		}
		check := func(text, ground string, least float64) {
			a, okA := colours[text]
			b, okB := colours[ground]
			if !okA || !okB {
				t.Errorf("%s: no colour %s or %s", theme, text, ground)
			}
			if got := (max(a, b) + 0.05) / (min(a, b) + 0.05); got < least {
				t.Errorf("%s: %s on %s has %.1f:1, want %.0f:1", theme, text, ground, got, least)
			}
		}
		for text, grounds := range onGround {
			for _, ground := range grounds {
				check(text, ground, 7)
			}
		}
		check("edge", "surface", 3)
	}
}

// luminance is WCAG's relative luminance of a colour as "abc" or "aabbcc".
func luminance(t *testing.T, hex string) float64 {
	t.Helper()
	if len(hex) == 3 {
		hex = strings.Join([]string{hex[:1], hex[:1], hex[1:2], hex[1:2], hex[2:], hex[2:]}, "")
	}
	sum := 0.0
	for i, weight := range []float64{0.2126, 0.7152, 0.0722} {
		n, err := strconv.ParseUint(hex[2*i:2*i+2], 16, 8)
		if err != nil {
			t.Fatal(err)
		}
		c := float64(n) / 255
		if c <= 0.04045 {
			c /= 12.92
		} else {
			c = math.Pow((c+0.055)/1.055, 2.4)
		}
		sum += weight * c
	}
	return sum
}
