package pictures_test

import (
	"bytes"
	"image"
	"image/color"
	"image/draw"
	"image/png"
	"math"
	"testing"

	"payapp/internal/testing/pictures"
)

// page draws something like a line of letters, smoothed: bars at a place that
// may be between two pixels.
func page(shift float64, ink color.RGBA, bars int) *image.RGBA {
	m := image.NewRGBA(image.Rect(0, 0, lineWidth, 60))
	draw.Draw(m, m.Rect, image.White, image.Point{}, draw.Src)
	for i := range bars {
		left := 10 + 9*float64(i) + shift
		for y := 20; y < 34; y++ {
			for x := int(left) - 1; x < int(left)+4; x++ {
				cover := math.Min(float64(x)+1, left+2) - math.Max(float64(x), left)
				if cover <= 0 {
					continue
				}
				mix := func(c byte) byte { return byte(255 + cover*(float64(c)-255)) }
				m.SetRGBA(x, y, color.RGBA{mix(ink.R), mix(ink.G), mix(ink.B), 255})
			}
		}
	}
	return m
}

// lineWidth is the width of page.
const lineWidth = 200

var (
	ink    = color.RGBA{0x16, 0x20, 0x1c, 0xff}
	accent = color.RGBA{0x17, 0x3e, 0x7a, 0xff}
)

func TestWhatAPersonSeesIsADifference(t *testing.T) {
	kept := page(0, ink, 18)
	boxed := page(0, ink, 18)
	draw.Draw(boxed, image.Rect(150, 40, 190, 41), image.NewUniform(color.RGBA{0x7a, 0x84, 0x7f, 0xff}), image.Point{}, draw.Src)
	tinted := page(0, ink, 18)
	draw.Draw(tinted, image.Rect(0, 0, 200, 15), image.NewUniform(color.RGBA{0xea, 0xf1, 0xfb, 0xff}), image.Point{}, draw.Src)
	longer := image.NewRGBA(image.Rect(0, 0, 200, 70))
	draw.Draw(longer, longer.Rect, image.White, image.Point{}, draw.Src)
	draw.Draw(longer, kept.Rect, kept, image.Point{}, draw.Src)
	for name, now := range map[string]image.Image{
		"a letter less":     page(0, ink, 17),
		"another colour":    page(0, accent, 18),
		"two pixels along":  page(2.5, ink, 18),
		"a line of a box":   boxed,
		"another ground":    tinted,
		"a longer page":     longer,
		"nothing but white": image.NewRGBA(image.Rect(0, 0, 200, 60)),
	} {
		if d := pictures.Compare(kept, now); !d.Visible() {
			t.Errorf("%s isn't seen: %s", name, d)
		}
	}
}

func TestWhatAMachineSmoothsIsNone(t *testing.T) {
	kept := page(0, ink, 18)
	lower := image.NewRGBA(image.Rect(0, 0, 200, 61))
	draw.Draw(lower, lower.Rect, image.White, image.Point{}, draw.Src)
	draw.Draw(lower, kept.Rect.Add(image.Pt(0, 1)), kept, image.Point{}, draw.Src)
	for name, now := range map[string]image.Image{
		"the same":               page(0, ink, 18),
		"half a pixel along":     page(0.5, ink, 18),
		"a third of a pixel":     page(-0.33, ink, 18),
		"a pixel below":          lower,
		"a shade that isn't one": page(0, color.RGBA{0x1a, 0x24, 0x20, 0xff}, 18),
	} {
		if d := pictures.Compare(kept, now); d.Visible() {
			t.Errorf("%s is seen: %s", name, d)
		}
	}
}

// A picture reduced to few colours counts as the same.
func TestKeptPicturesAreTheSame(t *testing.T) {
	for _, m := range []*image.RGBA{page(0.3, ink, 18), page(0.4, accent, 18), colourful()} {
		data, err := pictures.Encode(m, pictures.Coarse)
		if err != nil {
			t.Fatal(err)
		}
		kept, err := png.Decode(bytes.NewReader(data))
		if err != nil {
			t.Fatal(err)
		}
		if p, ok := kept.(*image.Paletted); !ok || len(p.Palette) > 256 {
			t.Errorf("kept is a %T", kept)
		}
		if d := pictures.Compare(kept, m); d.Visible() && m.Rect.Dx() == lineWidth {
			t.Errorf("kept it is another: %s", d)
		}
	}
}

// colourful has more colours than a palette can have.
func colourful() *image.RGBA {
	m := image.NewRGBA(image.Rect(0, 0, 256, 64))
	for i := range 256 * 64 {
		m.SetRGBA(i%256, i/256, color.RGBA{byte(i), byte(i / 64), byte(i / 256 * 4), 0xff})
	}
	return m
}

func TestBeside(t *testing.T) {
	m := pictures.Beside([]image.Image{page(0, ink, 3), page(0, ink, 4)}, 50, 4)
	if got, want := m.Rect.Size(), image.Pt(4+200+4+200+4, 58); got != want {
		t.Errorf("got %v, want %v", got, want)
	}
	if got, want := m.RGBAAt(1, 1), (color.RGBA{0x8a, 0x8a, 0x8a, 0xff}); got != want {
		t.Errorf("the gap is %v, want %v", got, want)
	}
	if got, want := m.RGBAAt(5, 5), (color.RGBA{0xff, 0xff, 0xff, 0xff}); got != want {
		t.Errorf("the picture is %v, want %v", got, want)
	}
}
