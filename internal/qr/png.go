package qr

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"sync"
)

// maxScale limits the side of a PNG to about 3,100 pixels.
const maxScale = 32

// encoder reuses its compressor: a new one costs a megabyte.
var encoder = png.Encoder{BufferPool: new(buffers)}

type buffers struct{ pool sync.Pool }

func (b *buffers) Get() *png.EncoderBuffer {
	kept, _ := b.pool.Get().(*png.EncoderBuffer)
	return kept // nil makes a new one
}

func (b *buffers) Put(used *png.EncoderBuffer) { b.pool.Put(used) }

// PNG draws a payload in black and white, scale pixels to a module (1 to 32).
// Its errors are those of SVG.
func PNG(payload string, scale int) ([]byte, error) {
	d, err := drawings.get(payload)
	if err != nil {
		return nil, err
	}
	scale = min(max(1, scale), maxScale)
	side := d.code.Size * scale
	picture := image.NewPaletted(image.Rect(0, 0, side, side), color.Palette{color.White, color.Black})
	for y := range side {
		line := picture.Pix[y*picture.Stride : y*picture.Stride+side]
		for x := range line {
			if d.modules[y/scale][x/scale] {
				line[x] = 1
			}
		}
	}
	var out bytes.Buffer
	if err := encoder.Encode(&out, picture); err != nil {
		return nil, fmt.Errorf("qr: png: %w", err)
	}
	return out.Bytes(), nil
}
