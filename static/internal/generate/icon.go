package main

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/png"
)

// touchIcon draws src/icon.svg for a phone's home screen: the same card with
// its stripe, on a full square because phones round it off.
func touchIcon() ([]byte, error) {
	const size = 180
	accent := color.RGBA{0x17, 0x3e, 0x7a, 0xff}
	img := image.NewPaletted(image.Rect(0, 0, size, size), color.Palette{accent, color.White})
	fill := func(x0, y0, x1, y1 int, index uint8) {
		for y := y0; y < y1; y++ {
			for x := x0; x < x1; x++ {
				img.SetColorIndex(x, y, index)
			}
		}
	}
	fill(30, 51, 150, 129, 1)
	fill(30, 69, 150, 87, 0)
	var b bytes.Buffer
	encoder := png.Encoder{CompressionLevel: png.BestCompression}
	if err := encoder.Encode(&b, img); err != nil {
		return nil, fmt.Errorf("touch icon: %w", err)
	}
	return b.Bytes(), nil
}
