package gallery_test

import (
	"regexp"
	"strings"
	"testing"

	"payapp/internal/site"
	"payapp/static"
)

// grounds are which text is on which background, by role.
var grounds = map[string][]string{
	"ink": {"ground", "surface", "tint", "rail"}, "soft": {"ground", "surface", "tint", "rail"}, "accent": {"ground", "surface", "tint", "rail"}, "good": {"surface"},
	"caution": {"surface", "caution-tint", "rail"}, "bad": {"surface", "bad-tint"}, "on": {"accent"}, "edge": {"surface"},
}

// Ours: every text has 7:1 on each of its backgrounds (WCAG 2.2, 1.4.6),
// borders of controls and the large mark of what is paid 3:1 (1.4.11). Paper has the
// light ones.
func TestContrast(t *testing.T) {
	for theme, begins := range map[string]string{"light": ":root{", "dark": "@media screen and (prefers-color-scheme:dark){:root{"} {
		colours := coloursOf(static.CSS(static.Tell), begins)
		for text, list := range grounds {
			least := float64(site.LeastContrast)
			if text == "edge" || text == "good" {
				least = 3
			}
			for _, ground := range list {
				if colours[text] == "" || colours[ground] == "" {
					t.Errorf("%s: no %s on %s", theme, text, ground)
				} else if got := site.Contrast(colours[text], colours[ground]); got < least {
					t.Errorf("%s: %s on %s has %.1f:1, want %.0f:1", theme, text, ground, got, least)
				}
			}
		}
	}
}

var colour = regexp.MustCompile(`--([a-z-]+): ?#([0-9a-f]{6}|[0-9a-f]{3})\b`)

// coloursOf are the custom colours of a rule in a minified style, with six digits.
func coloursOf(css, begins string) map[string]string {
	_, rest, _ := strings.Cut(css, begins)
	body, _, _ := strings.Cut(rest, "}")
	colours := map[string]string{}
	for _, c := range colour.FindAllStringSubmatch(body, -1) {
		hex := c[2]
		if len(hex) == 3 {
			hex = hex[:1] + hex[:1] + hex[1:2] + hex[1:2] + hex[2:] + hex[2:]
		}
		colours[c[1]] = "#" + hex
	}
	return colours
}
