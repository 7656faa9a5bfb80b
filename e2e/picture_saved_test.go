package e2e

import (
	"bytes"
	"fmt"
	"image"
	"image/png"
	"strings"
	"testing"

	"github.com/makiuchi-d/gozxing"
	"github.com/makiuchi-d/gozxing/oned"
)

// What is paid later is saved as one picture, black on white also in the dark, with all
// that the page says of paying it, inside its edges, and its bars; TestQRCodesScan reads QR codes.
func TestPictureToTakeAlong(t *testing.T) {
	b, address := inOwnGallery(t, desktop)
	for _, c := range []struct{ entry, lang, action, bars string }{
		{"instructions-later-store", "ar", "save-picture", ""},
		{"instructions-store-any-later", "en", "save-picture", "LLL26112112345"},
		{"instructions-later-account", "th", "save-picture", ""},
		{"instructions-qr-payee", "en", "save-qr", ""},
	} {
		b.Light(c.lang != "en")
		b.Visit(address + "/" + c.entry + "?lang=" + c.lang)
		b.Until("ready", fmt.Sprintf(`document.readyState == "complete" && !document.querySelector("[data-action=%s]").hidden`, c.action))
		b.Tell(`(() => {
			window.painted = ""
			const paint = CanvasRenderingContext2D.prototype.fillText
			CanvasRenderingContext2D.prototype.fillText = function (text, ...at) { window.painted += text; return paint.call(this, text, ...at) }
		})()`)
		saved := b.Download(action(c.action))

		picture, err := png.Decode(bytes.NewReader(saved))
		if err != nil {
			t.Fatalf("%s: %v", c.entry, err)
		}
		if size := picture.Bounds().Size(); size.X != 1080 || size.Y < 600 {
			t.Errorf("%s: the picture has %v", c.entry, size)
		}
		wantWhiteEdge(t, picture, 40)
		for _, part := range []string{"header strong bdi", "header [data-amount]", "header .id bdi", "time[data-deadline]", "h1"} {
			text := strings.Join(strings.Fields(ask[string](b, fmt.Sprintf(`document.querySelector(%q).innerText`, part))), " ")
			if painted := strings.Join(strings.Fields(ask[string](b, `window.painted`)), " "); text == "" || !strings.Contains(painted, text) {
				t.Errorf("%s in %s: %s isn't in the picture: %q of %q", c.entry, c.lang, part, text, painted)
			}
		}
		if text, err := scanBars(picture); c.bars != "" && (err != nil || text != c.bars) {
			t.Errorf("%s: its bars read %q: %v", c.entry, text, err)
		}
	}
}

// scanBars reads a store's bar code of a picture that has other things, too.
func scanBars(picture image.Image) (string, error) {
	bitmap, err := gozxing.NewBinaryBitmapFromImage(picture)
	if err != nil {
		return "", err
	}
	result, err := oned.NewCode128Reader().Decode(bitmap, map[gozxing.DecodeHintType]any{gozxing.DecodeHintType_TRY_HARDER: true})
	if err != nil {
		return "", err
	}
	return result.GetText(), nil
}

// wantWhiteEdge checks that nothing is drawn so near to the edge.
func wantWhiteEdge(t *testing.T, picture image.Image, edge int) {
	t.Helper()
	all := picture.Bounds()
	for y := all.Min.Y; y < all.Max.Y; y++ {
		for x := range edge {
			for _, at := range []int{x, all.Max.X - 1 - x} {
				if r, g, b, a := picture.At(at, y).RGBA(); r&g&b&a != 0xffff {
					t.Fatalf("the picture isn't white at %d, %d", at, y)
				}
			}
		}
	}
}
