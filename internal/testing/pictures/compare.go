package pictures

import (
	"fmt"
	"image"
	"image/color"
	"image/draw"
)

// How far two pictures may differ. Machines smooth letters differently and may
// place them a pixel off. So a pixel matches if it is neither lighter nor
// darker than the other picture's pixels at and around its place. Another
// letter, line break or colour, or a missing line, has pixels that don't match.
const (
	near      = 1  // pixels each way in which a pixel may have its like
	colourFar = 12 // of 255, by channel: the loss from keeping a picture in few colours, and a margin
	taller    = 2  // pixels that a page may be longer
	atMost    = 12 // pixels without a match
)

// Difference is how two pictures differ.
type Difference struct {
	Pixels int         // without their like in the other picture
	Sizes  string      // "360 × 740, not 360 × 760", or ""
	Marked *image.RGBA // the second picture in grey, with differences in red
}

// Visible reports whether a person would notice it.
func (d Difference) Visible() bool { return d.Pixels > atMost || d.Sizes != "" }

func (d Difference) String() string {
	if d.Sizes != "" {
		return d.Sizes
	}
	return fmt.Sprintf("%d pixels differ", d.Pixels)
}

// Compare compares a reference picture with a new one.
func Compare(kept, now image.Image) Difference {
	a, b := rgba(kept), rgba(now)
	var d Difference
	size, other := b.Rect.Size(), a.Rect.Size()
	if size.X != other.X || max(size.Y-other.Y, other.Y-size.Y) > taller {
		d.Sizes = fmt.Sprintf("%d × %d, not %d × %d", size.X, size.Y, other.X, other.Y)
	}
	common := image.Rect(0, 0, min(size.X, other.X), min(size.Y, other.Y))
	d.Marked = grey(b)
	for y := range common.Max.Y {
		for x := range common.Max.X {
			i, j := a.PixOffset(x, y), b.PixOffset(x, y)
			if alike(a.Pix[i:i+3], b.Pix[j:j+3]) || has(b, common, x, y, a.Pix[i:i+3]) && has(a, common, x, y, b.Pix[j:j+3]) {
				continue
			}
			d.Pixels++
			d.Marked.SetRGBA(x, y, color.RGBA{R: 0xe0, A: 0xff})
		}
	}
	return d
}

func alike(p, q []byte) bool {
	for i := range p {
		if max(p[i], q[i])-min(p[i], q[i]) > colourFar {
			return false
		}
	}
	return true
}

// has reports whether a picture has a colour at a place or near it, or a
// mixture of colours there, as on a smoothed edge.
func has(m *image.RGBA, within image.Rectangle, x, y int, pixel []byte) bool {
	least, most := [3]byte{255, 255, 255}, [3]byte{}
	for v := max(y-near, within.Min.Y); v <= min(y+near, within.Max.Y-1); v++ {
		for u := max(x-near, within.Min.X); u <= min(x+near, within.Max.X-1); u++ {
			at := m.PixOffset(u, v)
			for c := range 3 {
				least[c], most[c] = min(least[c], m.Pix[at+c]), max(most[c], m.Pix[at+c])
			}
		}
	}
	for c := range 3 {
		if int(pixel[c]) < int(least[c])-colourFar || int(pixel[c]) > int(most[c])+colourFar {
			return false
		}
	}
	return true
}

func rgba(m image.Image) *image.RGBA {
	if done, ok := m.(*image.RGBA); ok && done.Rect.Min == (image.Point{}) {
		return done
	}
	out := image.NewRGBA(image.Rectangle{Max: m.Bounds().Size()})
	draw.Draw(out, out.Rect, m, m.Bounds().Min, draw.Src)
	return out
}

// grey is a pale grey version of a picture.
func grey(m *image.RGBA) *image.RGBA {
	out := image.NewRGBA(m.Rect)
	for i := 0; i < len(m.Pix); i += 4 {
		light := byte(192 + (int(m.Pix[i])+int(m.Pix[i+1])+int(m.Pix[i+2]))/12)
		out.Pix[i], out.Pix[i+1], out.Pix[i+2], out.Pix[i+3] = light, light, light, 0xff
	}
	return out
}
