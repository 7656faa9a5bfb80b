package tokens_test

import (
	"errors"
	"math"
	"testing"

	"payapp/static"
	"payapp/views/gallery/tokens"
)

// Ours: every text has 7:1 on each of its backgrounds (WCAG 2.2, 1.4.6),
// borders of controls 3:1 (1.4.11). Print sets all colours, or a dark page's
// would remain.
func TestContrast(t *testing.T) {
	for _, theme := range []tokens.Theme{tokens.Light, tokens.Dark, tokens.Print} {
		colours := map[string]string{}
		for _, c := range tokens.Colours(static.CSS(static.Tell), theme) {
			colours[c.Name] = c.Hex
		}
		for _, p := range tokens.Pairs() {
			got, err := tokens.Contrast(colours[p.Text], colours[p.Ground])
			if err != nil {
				t.Errorf("%s: %s on %s: %v", theme, p.Text, p.Ground, err)
			} else if got < p.Least {
				t.Errorf("%s: %s on %s has %.1f:1, want %.0f:1", theme, p.Text, p.Ground, got, p.Least)
			}
		}
	}
}

// WCAG's own examples: black on white has 21:1; #777 on white has 4.48:1.
func TestContrastIsTheStandards(t *testing.T) {
	for _, tt := range []struct {
		a, b string
		want float64
	}{{"#000000", "#ffffff", 21}, {"#777777", "#ffffff", 4.48}, {"#ffffff", "#ffffff", 1}} {
		got, err := tokens.Contrast(tt.a, tt.b)
		if err != nil || math.Abs(got-tt.want) > 0.01 {
			t.Errorf("%s on %s: got %.2f and %v, want %.2f", tt.a, tt.b, got, err, tt.want)
		}
	}
	for _, no := range []string{"", "#fff", "red", "#gggggg"} {
		if _, err := tokens.Contrast("#000000", no); !errors.Is(err, tokens.ErrNoColour) {
			t.Errorf("%q: got %v, want ErrNoColour", no, err)
		}
	}
}

func TestSizesOfAStyle(t *testing.T) {
	const css = `:root{--ink: #abc}a{gap:8px;font:600 1rem/1.5 x}@media print{b,i{padding:4px 8px;font-size:.875rem}:root{--ink: #000}}p{margin:0}`
	spaces := tokens.Spaces(css)
	if len(spaces) != 2 || spaces[0].Text != "4px" || spaces[1].Uses != 2 || len(spaces[1].Where) != 2 {
		t.Errorf("got the spaces %+v", spaces)
	}
	letters := tokens.Type(css)
	if len(letters) != 2 || letters[0].Pixels != 14 || letters[1].Pixels != 16 {
		t.Errorf("got the letters %+v", letters)
	}
	if got := tokens.Colours(css, tokens.Light); len(got) != 1 || got[0].Hex != "#aabbcc" {
		t.Errorf("got the colours %+v", got)
	}
}

// The gallery's lists of design values aren't empty.
func TestPagesHaveTokens(t *testing.T) {
	if n := len(tokens.Colours(static.CSS(static.Tell), tokens.Light)); n < 10 {
		t.Errorf("%d colours", n)
	}
	all := static.CSS(static.Choose) + static.CSS(static.Ask) + static.CSS(static.Tell)
	for name, found := range map[string][]tokens.Size{
		"spaces": tokens.Spaces(all), "type": tokens.Type(all), "corners": tokens.Corners(all),
	} {
		if len(found) < 3 {
			t.Errorf("%d %s", len(found), name)
		}
	}
}
