package site

import (
	"cmp"
	"fmt"
	"math"
	"strconv"
	"strings"
)

// The pages' surfaces in light and dark, on which an accent must be readable.
// They are static/src/colours.css's --surface.
const (
	SurfaceLight = "#ffffff"
	SurfaceDark  = "#161b1e"
)

// LeastContrast is WCAG's AAA for text: accents are used for links and the
// label of the primary button.
const LeastContrast = 7

// Contrast is WCAG's ratio of two colours of the form #rrggbb, 1 to 21.
func Contrast(a, b string) float64 {
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

// The pages' texts on a tint, static/src/colours.css's --ink and --soft, by
// theme.
var (
	textLight = []string{"#16201c", "#46504b"}
	textDark  = []string{"#eef2f0", "#b6c0bb"}
)

// Style is a brand's CSS besides the pages' own: the accents and what is
// derived from them; "" = none. Their form is checked. Any colour can be given: text
// and buttons have as much of it as can be read, and the mark has it as it is. Paper
// stays black on white.
func (b Brand) Style() string {
	style := ""
	if b.Accent != "" {
		accent := readable(b.Accent, SurfaceLight)
		style += "@media screen{:root{--accent:" + accent + ";--tint:" + tint(accent, SurfaceLight, textLight, mostTint) +
			";--rail:" + tint(accent, SurfaceLight, textLight, mostRail) + ";--mark:" + b.Accent + ";--letter:" + letterOn(b.Accent) + "}}"
	}
	if given := cmp.Or(b.AccentDark, b.Accent); given != "" { // a light page's accent is often unreadable on a dark one
		dark := readable(given, SurfaceDark)
		style += "@media screen and (prefers-color-scheme:dark){:root{--accent:" + dark + ";--on:" + onAccentDark +
			";--tint:" + tint(dark, SurfaceDark, textDark, mostTint) +
			";--rail:" + tint(dark, SurfaceDark, textDark, mostRail) + ";--mark:" + given + ";--letter:" + letterOn(given) + "}}"
	}
	return style
}

// Adjusted says for each colour that the operator gave and that is hard to read
// what text and buttons have instead.
func (b Brand) Adjusted() (list []string) {
	for _, c := range []struct{ name, given, surface string }{{"accent", b.Accent, SurfaceLight}, {"accentDark", b.AccentDark, SurfaceDark}} {
		if c.given == "" {
			continue
		}
		if shown := readable(c.given, c.surface); shown != strings.ToLower(c.given) {
			list = append(list, fmt.Sprintf("%s %s is hard to read; text and buttons have %s", c.name, c.given, shown))
		}
	}
	return list
}

// readable is as much of a colour as can be read on a surface: the same hue, on a
// light page darkened and on a dark one lightened as much as reading needs.
func readable(colour, surface string) string {
	toward, least := "#000000", float64(LeastContrast)
	if surface == SurfaceDark {
		toward = "#ffffff"
	}
	for share := 100; share > 0; share-- {
		if near := mix(strings.ToLower(colour), toward, share); Contrast(near, surface) >= least {
			return near
		}
		least = LeastContrast + 0.5 // what is changed needn't be at the limit
	}
	return toward
}

// letterOn is the colour of a letter on a mark: black or white, whichever is
// clearer.
func letterOn(mark string) string {
	if Contrast(mark, "#ffffff") >= Contrast(mark, "#000000") {
		return "#ffffff"
	}
	return "#000000"
}

// tint is the background of what is selected on a page, or of the rail: as much of the
// accent, most percent, as leaves enough contrast to accent and texts, or the surface
// itself.
func tint(accent, surface string, texts []string, most int) string {
	for share := most; share > 0; share-- {
		ground := mix(accent, surface, share)
		readable := Contrast(accent, ground) >= LeastContrast
		for _, text := range texts {
			readable = readable && Contrast(text, ground) >= LeastContrast
		}
		if readable {
			return ground
		}
	}
	return surface
}

// onAccentDark is the text colour on a dark page's accent. It is darker than the
// surface, so its contrast with the accent is at least as high.
const onAccentDark = "#0e1214"

// mostTint and mostRail are the maximum shares of the accent in a tint and in the rail
// of a wide screen, in percent.
const (
	mostTint = 10
	mostRail = 6
)

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
