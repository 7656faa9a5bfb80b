package config

import (
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
