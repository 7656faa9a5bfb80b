package config

import (
	"math"
	"testing"
)

func TestContrast(t *testing.T) {
	for _, c := range []struct {
		a, b string
		want float64
	}{
		{"#000000", "#ffffff", 21}, {"#ffffff", "#000000", 21}, {"#777777", "#777777", 1}, {"#767676", "#ffffff", 4.54},
	} {
		if got := contrast(c.a, c.b); math.Abs(got-c.want) > 0.01 {
			t.Errorf("contrast of %s and %s is %.2f, want %.2f", c.a, c.b, got, c.want)
		}
	}
}

func TestAccentsThatAreHardToRead(t *testing.T) {
	for _, b := range []Brand{{Accent: "#ffcc00"}, {AccentDark: "#7a1040"}, {Accent: "blue"}} {
		if len(b.check()) != 1 {
			t.Errorf("%s %s: %v", b.Accent, b.AccentDark, b.check())
		}
	}
	if reasons := (Brand{Accent: "#7a1040", AccentDark: "#ffc2d6"}).check(); len(reasons) > 0 {
		t.Errorf("refused: %v", reasons)
	}
}
