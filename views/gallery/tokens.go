package gallery

import (
	"fmt"
	"strconv"
	"strings"

	"payapp/static"
	"payapp/views/gallery/tokens"
)

// design is the design values of pages.
type design struct {
	themes                   []tokens.Theme
	colours                  []colourRow
	contrasts                []contrastRow
	spaces, letters, corners []tokens.Size
}

type colourRow struct {
	name string
	hex  []string // by theme
}

type contrastRow struct {
	tokens.Pair
	cells []contrastCell // by theme
}

type contrastCell struct {
	text, ground string
	contrast     float64
}

func readDesign() (design, error) {
	css, colours := allStyle(), static.CSS(static.Tell) // has those of paper, too
	d := design{
		themes: []tokens.Theme{tokens.Light, tokens.Dark, tokens.Print},
		spaces: tokens.Spaces(css), letters: tokens.Type(css), corners: tokens.Corners(css),
	}
	byName := map[tokens.Theme]map[string]string{}
	for _, theme := range d.themes {
		byName[theme] = map[string]string{}
		for _, c := range tokens.Colours(colours, theme) {
			byName[theme][c.Name] = c.Hex
		}
	}
	for _, c := range tokens.Colours(colours, tokens.Light) {
		row := colourRow{name: c.Name}
		for _, theme := range d.themes {
			row.hex = append(row.hex, byName[theme][c.Name])
		}
		d.colours = append(d.colours, row)
	}
	for _, pair := range tokens.Pairs() {
		row := contrastRow{Pair: pair}
		for _, theme := range d.themes {
			c := contrastCell{text: byName[theme][pair.Text], ground: byName[theme][pair.Ground]}
			var err error
			if c.contrast, err = tokens.Contrast(c.text, c.ground); err != nil {
				return design{}, fmt.Errorf("gallery: %s on %s: %w", pair.Text, pair.Ground, err)
			}
			row.cells = append(row.cells, c)
		}
		d.contrasts = append(d.contrasts, row)
	}
	return d, nil
}

// number formats a number with at most one decimal.
func number(n float64) string { return strings.TrimSuffix(strconv.FormatFloat(n, 'f', 1, 64), ".0") }

func count(n int) string { return strconv.Itoa(n) }

// where names some uses of a size.
func where(s tokens.Size) string {
	const enough = 6
	if len(s.Where) > enough {
		return strings.Join(s.Where[:enough], ", ") + ", …"
	}
	return strings.Join(s.Where, ", ")
}
