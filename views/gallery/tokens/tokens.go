package tokens

import (
	"cmp"
	"errors"
	"fmt"

	"regexp"
	"slices"
	"strconv"
	"strings"

	"payapp/internal/site"
)

// Theme is a set of all colours.
type Theme string

// The themes of a page.
const (
	Light Theme = "light"
	Dark  Theme = "dark"
	Print Theme = "print"
)

// Colour is a custom property of a theme.
type Colour struct {
	Name string // "ink"
	Hex  string // "#16201c", always six digits
}

// Pair is a colour on a background, and the contrast that it needs at least.
type Pair struct {
	Text, Ground string
	Least        float64
}

// Contrasts by WCAG 2.2: for text level AAA, for borders of controls 1.4.11.
const (
	LeastText = site.LeastContrast
	LeastEdge = 3.0
)

// Pairs lists which text is on which background, by role.
func Pairs() []Pair {
	var pairs []Pair
	for _, row := range [][]string{
		{"ink", "ground", "surface", "tint"},
		{"soft", "ground", "surface", "tint"},
		{"accent", "ground", "surface", "tint"},
		{"good", "surface"},
		{"caution", "surface", "caution-tint"},
		{"bad", "surface", "bad-tint"},
		{"on", "accent"},
	} {
		for _, ground := range row[1:] {
			pairs = append(pairs, Pair{row[0], ground, LeastText})
		}
	}
	return append(pairs, Pair{"edge", "surface", LeastEdge})
}

// themes are the conditions under which :root has a theme's colours.
var themes = map[Theme]string{Light: "", Dark: "@media(prefers-color-scheme:dark)", Print: "@media print"}

var (
	braces   = regexp.MustCompile(`[^{};]*\{|[^{}]*\}`)
	sixDigit = regexp.MustCompile(`^#[0-9a-fA-F]{6}$`)
	colour   = regexp.MustCompile(`--([a-z-]+): ?(#[0-9a-fA-F]{3,6})`)
)

// Colours are the colours of a theme in a minified style sheet, in its order.
func Colours(css string, theme Theme) []Colour {
	var found []Colour
	var within []string // the open rules
	for _, piece := range braces.FindAllString(css, -1) {
		if opened, ok := strings.CutSuffix(piece, "{"); ok {
			within = append(within, opened)
			continue
		}
		if strings.Join(within, "") == themes[theme]+":root" {
			for _, c := range colour.FindAllStringSubmatch(piece, -1) {
				found = append(found, Colour{c[1], sixDigits(c[2])})
			}
		}
		within = within[:max(0, len(within)-1)]
	}
	return found
}

func sixDigits(hex string) string {
	if len(hex) == len("#abc") {
		return "#" + strings.Repeat(hex[1:2], 2) + strings.Repeat(hex[2:3], 2) + strings.Repeat(hex[3:4], 2)
	}
	return strings.ToLower(hex)
}

// ErrNoColour means that a text isn't a colour of the form "#16201c".
var ErrNoColour = errors.New("no colour of six hex digits")

// Contrast is WCAG's contrast of two colours, from 1 to 21.
func Contrast(a, b string) (float64, error) {
	for _, hex := range []string{a, b} {
		if !sixDigit.MatchString(hex) {
			return 0, fmt.Errorf("%q: %w", hex, ErrNoColour)
		}
	}
	return site.Contrast(a, b), nil
}

// Size is a length of the style, with what uses it.
type Size struct {
	Pixels float64 // with a rem of 16 px
	Text   string  // as in the style: "1.25rem"
	Uses   int     // declarations with this size
	Where  []string
}

var (
	rule        = regexp.MustCompile(`([^{};]+)\{([^{}]*)\}`)
	declaration = regexp.MustCompile(`([a-z-]+):([^;]+)`)
	length      = regexp.MustCompile(`(^|[ /])(\d*\.?\d+)(px|rem)\b`)
)

// distances are the properties for distances.
var distances = []string{"gap", "row-gap", "column-gap", "padding", "padding-top", "padding-bottom", "padding-block", "padding-inline",
	"padding-inline-start", "padding-inline-end", "margin", "margin-top", "margin-bottom", "margin-block", "margin-inline",
	"margin-inline-start", "margin-inline-end"}

// Spaces are the distances between things, smallest first.
func Spaces(css string) []Size { return sizes(css, distances) }

// Type are the font sizes, smallest first.
func Type(css string) []Size { return sizes(css, []string{"font-size", "font"}) }

// Corners are the radii of corners.
func Corners(css string) []Size { return sizes(css, []string{"border-radius"}) }

func sizes(css string, properties []string) []Size {
	const rem = 16
	byText := map[string]*Size{}
	for _, r := range rule.FindAllStringSubmatch(css, -1) {
		for _, d := range declaration.FindAllStringSubmatch(r[2], -1) {
			if !slices.Contains(properties, d[1]) {
				continue
			}
			for _, l := range length.FindAllStringSubmatch(d[2], -1) {
				n, err := strconv.ParseFloat(l[2], 64)
				if err != nil || n == 0 {
					continue
				}
				text := l[2] + l[3]
				if l[3] == "rem" {
					n *= rem
				}
				s := byText[text]
				if s == nil {
					s = &Size{Pixels: n, Text: text}
					byText[text] = s
				}
				s.Uses++
				if where := strings.TrimSpace(r[1]); !slices.Contains(s.Where, where) {
					s.Where = append(s.Where, where)
				}
			}
		}
	}
	found := make([]Size, 0, len(byText))
	for _, s := range byText {
		found = append(found, *s)
	}
	slices.SortFunc(found, func(a, b Size) int { return cmp.Or(cmp.Compare(a.Pixels, b.Pixels), cmp.Compare(a.Text, b.Text)) })
	return found
}
