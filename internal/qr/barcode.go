package qr

import (
	"errors"
	"fmt"
	"image/color"

	"github.com/boombuler/barcode/code128"
)

// barQuiet is the quiet zone of Code 128: ten modules on each side.
const barQuiet = 10

// barHeight is the height of the bars in modules, tall enough for a hand-held
// reader at a counter.
const barHeight = 50

// maxBars is the width that a counter's reader can read, in modules: some 40
// digits.
const maxBars = 320

// maxChars is the library's limit.
const maxChars = 80

var errNotASCII = errors.New("a character that no bar code has")

// Bars is a Code 128 bar code as the d attribute of one SVG path, to be stroked black
// and as wide as Height, on a viewBox of "0 0 Width Height". Draw a white rectangle of
// that size under it.
type Bars struct {
	Width, Height int // modules, quiet zones included
	Path          string
}

// Barcode draws a store's code as Code 128. It returns ErrEmpty or ErrTooLong
// for a code that can't be scanned, and another error for characters outside
// printable ASCII.
func Barcode(payload string) (Bars, error) {
	if payload == "" {
		return Bars{}, fmt.Errorf("qr: bar code: %w", ErrEmpty)
	}
	if len(payload) > maxChars {
		return Bars{}, fmt.Errorf("qr: bar code: %d characters: %w", len(payload), ErrTooLong)
	}
	for _, r := range payload {
		if r < ' ' || r > '~' { // the library uses others for control codes
			return Bars{}, fmt.Errorf("qr: bar code: %w", errNotASCII)
		}
	}
	code, err := code128.Encode(payload)
	if err != nil {
		return Bars{}, fmt.Errorf("qr: bar code: %w", err)
	}
	modules := code.Bounds().Dx()
	if modules > maxBars {
		return Bars{}, fmt.Errorf("qr: bar code: %d characters: %w", len(payload), ErrTooLong)
	}
	row := make([]bool, modules+2*barQuiet)
	for x := range modules {
		row[barQuiet+x] = code.At(x, 0) == color.Black
	}
	return Bars{len(row), barHeight, path([][]bool{row}, barHeight)}, nil
}
