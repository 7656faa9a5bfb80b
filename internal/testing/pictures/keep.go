package pictures

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"image/png"
)

// Shades of a channel: Fine is for pictures that people look at, Coarse for
// reference pictures.
const (
	Fine   = 64
	Coarse = 20
)

// steps are the numbers of shades to try until there are at most 256 colours.
var steps = []int{Fine, 48, 32, Coarse, 16, 8, 4}

// Encode makes a small PNG of a picture, with at most 256 colours and at most
// that many shades a channel, so colours are slightly off.
func Encode(m image.Image, shades int) ([]byte, error) {
	var b bytes.Buffer
	encoder := png.Encoder{CompressionLevel: png.BestCompression}
	if err := encoder.Encode(&b, few(rgba(m), shades)); err != nil {
		return nil, fmt.Errorf("pictures: %w", err)
	}
	return b.Bytes(), nil
}

// few reduces a picture to at most 256 colours.
func few(m *image.RGBA, shades int) *image.Paletted {
	for _, n := range steps {
		if n > shades {
			continue
		}
		if p := inShades(m, n); p != nil {
			return p
		}
	}
	return inShades(m, 2) // eight colours always fit
}

// inShades returns nil if the picture would have more than 256 colours.
func inShades(m *image.RGBA, n int) *image.Paletted {
	shade := [256]byte{}
	for v := range shade {
		nearest := (v*(n-1) + 127) / 255
		shade[v] = byte(nearest * 255 / (n - 1))
	}
	out := image.NewPaletted(m.Rect, nil)
	index := map[[3]byte]byte{}
	for i := 0; i < len(m.Pix); i += 4 {
		c := [3]byte{shade[m.Pix[i]], shade[m.Pix[i+1]], shade[m.Pix[i+2]]}
		at, ok := index[c]
		if !ok {
			if len(index) == 256 {
				return nil
			}
			at = byte(len(index))
			index[c] = at
			out.Palette = append(out.Palette, color.RGBA{c[0], c[1], c[2], 0xff})
		}
		out.Pix[i/4] = at
	}
	return out
}

// Beside puts pictures in a row on a grey background, with a gap in pixels
// around each. Those that are taller than height are cut.
func Beside(list []image.Image, height, gap int) *image.RGBA {
	width := gap
	for _, m := range list {
		width += m.Bounds().Dx() + gap
	}
	out := image.NewRGBA(image.Rect(0, 0, width, height+2*gap))
	draw.Draw(out, out.Rect, image.NewUniform(color.Gray{Y: 0x8a}), image.Point{}, draw.Src)
	left := gap
	for _, m := range list {
		size := m.Bounds().Size()
		place := image.Rect(left, gap, left+size.X, gap+min(size.Y, height))
		draw.Draw(out, place, m, m.Bounds().Min, draw.Src)
		left += size.X + gap
	}
	return out
}
