package config

import (
	"fmt"
	"math"
	"strconv"
)

// The pages' surfaces in light and dark, which an accent is read on. They are
// static/src/colours.css's --surface.
const (
	SurfaceLight = "#ffffff"
	SurfaceDark  = "#161b1e"
)

// leastContrast is WCAG's AAA for text: an accent writes links and the label
// of the one primary button.
const leastContrast = 7

// contrast is WCAG's ratio of two colours of the form #rrggbb, 1 to 21.
func contrast(a, b string) float64 {
	la, lb := luminance(a), luminance(b)
	return (math.Max(la, lb) + 0.05) / (math.Min(la, lb) + 0.05)
}

func luminance(colour string) float64 {
	channel := func(i int) float64 {
		n, _ := strconv.ParseUint(colour[i:i+2], 16, 8) // the form was checked
		c := float64(n) / 255
		if c <= 0.04045 {
			return c / 12.92
		}
		return math.Pow((c+0.055)/1.055, 2.4)
	}
	return 0.2126*channel(1) + 0.7152*channel(3) + 0.0722*channel(5)
}

// The pages' texts that stand on a tint, static/src/colours.css's --ink and
// --soft, by theme.
var (
	textLight = []string{"#16201c", "#46504b"}
	textDark  = []string{"#eef2f0", "#b6c0bb"}
)

// LightTint is the ground of what is chosen on a light page: a breath of the
// accent on which it and all text are read as well as on the surface.
func LightTint(accent string) string { return tint(accent, SurfaceLight, textLight) }

// DarkTint is that of a dark page.
func DarkTint(accent string) string { return tint(accent, SurfaceDark, textDark) }

func tint(accent, surface string, texts []string) string {
	for share := mostTint; share > 0; share-- {
		ground := mix(accent, surface, share)
		readable := contrast(accent, ground) >= leastContrast
		for _, text := range texts {
			readable = readable && contrast(text, ground) >= leastContrast
		}
		if readable {
			return ground
		}
	}
	return surface
}

// OnAccentDark is what is written on a dark page's accent: no darker surface has
// less contrast with it.
const OnAccentDark = "#0e1214"

// mostTint is how much of the accent a tint has at most, in percent.
const mostTint = 10

// OnDark is a light page's accent as a dark page can show it: the same hue, as
// much lighter as reading needs.
func OnDark(accent string) string {
	for share := 100; share > 0; share-- {
		if lighter := mix(accent, "#ffffff", share); contrast(lighter, SurfaceDark) >= leastContrast+1 {
			return lighter
		}
	}
	return "#ffffff"
}

// mix is share percent of one colour in another, both of the form #rrggbb.
func mix(colour, into string, share int) string {
	mixed := "#"
	for i := 1; i < 7; i += 2 {
		a, _ := strconv.ParseUint(colour[i:i+2], 16, 8) // the form was checked
		b, _ := strconv.ParseUint(into[i:i+2], 16, 8)
		mixed += fmt.Sprintf("%02x", (int(a)*share+int(b)*(100-share)+50)/100)
	}
	return mixed
}
