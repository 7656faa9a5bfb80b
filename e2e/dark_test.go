package e2e

import (
	"bytes"
	_ "embed"
	"fmt"
	"image"
	"image/color"
	"slices"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/emulation"
	"github.com/chromedp/cdproto/page"
	"github.com/makiuchi-d/gozxing"
	"github.com/makiuchi-d/gozxing/oned"
	"github.com/makiuchi-d/gozxing/qrcode"

	"payapp/e2e/kit"
	"payapp/i18n"
	"payapp/views/gallery"
)

// darkReader is the library of the extension that darkens pages (testdata/README.md).
//
//go:embed testdata/darkreader-4.9.133.min.js
var darkReader string

// darkness is what browsers and extensions do to a page's colours.
var darkness = map[string]func(b *tab){
	"an extension": func(b *tab) {
		b.Tell(`(() => {` + darkReader + `;globalThis.DarkReader.enable({brightness: 100, contrast: 90})})()`)
	},
	"forced colours": func(b *tab) {
		b.asked(&emulation.MediaFeature{Name: "forced-colors", Value: "active"}, &emulation.MediaFeature{Name: "prefers-color-scheme", Value: "dark"})
	},
	"forced dark": func(b *tab) {
		kit.Command(b.Tab, emulation.SetAutoDarkModeOverride, emulation.SetAutoDarkModeOverrideParams{Enabled: new(true)})
	},
	"paper": func(b *tab) {
		kit.Command(b.Tab, emulation.SetEmulatedMedia, emulation.SetEmulatedMediaParams{Media: "print"})
	},
}

// On paper each row has its label beside its value.
func TestPrintedRowsHaveTheirLabels(t *testing.T) {
	b, address := inOwnGallery(t, desktop)
	for _, entry := range []string{"status-receipt", "instructions-transfer", "instructions-store"} {
		b.Visit(address + "/" + entry + "?lang=en")
		darkness["paper"](b)
		alone := ask[[]string](b, `[...document.querySelectorAll(".rows > div")].filter(row => row.checkVisibility()).filter(row => {
			const [label, value] = ["dt", "dd"].map(name => row.querySelector(name).getBoundingClientRect())
			return !label.width || !value.width || label.right > value.left || label.top > value.bottom || value.top > label.bottom
		}).map(row => row.innerText)`)
		if rows := ask[int](b, `document.querySelectorAll(".rows > div").length`); rows < 2 || len(alone) > 0 {
			t.Errorf("%s: of %d rows %q have no label beside them", entry, rows, alone)
		}
	}
}

// Fault 84: whatever darkens a page, or prints it, a decoder reads every code on it.
func TestFault84_CodesInTheDark(t *testing.T) {
	bundle, err := i18n.Load()
	if err != nil {
		t.Fatal(err)
	}
	with := map[string]string{} // a code by its selector, of each page that has one
	for _, e := range gallery.Entries() {
		var text bytes.Buffer
		if err := e.Page(bundle.Match("en", "", "")).Render(t.Context(), &text); err != nil {
			t.Fatal(err)
		}
		switch {
		case strings.Contains(text.String(), "<svg data-qr"):
			with[e.Name] = "svg[data-qr]"
		case strings.Contains(text.String(), "preserveAspectRatio"):
			with[e.Name] = ".slip svg"
		}
	}
	if len(with) < 8 {
		t.Fatalf("only %d pages have codes", len(with))
	}
	for name, darken := range darkness {
		t.Run(name, func(t *testing.T) {
			b, address := inOwnGallery(t, desktop)
			b.bypassPolicy() // as an extension does
			for entry, code := range with {
				b.Visit(address + "/" + entry + "?lang=en")
				darken(b)
				b.Until("drawn", `document.readyState == "complete"`)
				if text, err := decode(b.picture(code)); err != nil || text == "" {
					t.Errorf("%s: the code reads %q: %v", entry, text, err)
				}
				b.asked()
			}
		})
	}
	// A code that isn't black on white is seen to be none.
	b, address := inOwnGallery(t, desktop)
	b.bypassPolicy()
	b.Visit(address + "/instructions-qr?lang=en")
	b.Tell(`document.querySelector("meta[name=darkreader-lock]").remove()`)
	darkness["an extension"](b)
	b.Until("darkened", `!!document.querySelector("svg[data-qr] path[data-darkreader-inline-fill]")`)
	if text, err := decode(b.picture("svg[data-qr]")); err == nil {
		t.Errorf("without asking the extension not to, the code reads %q", text)
	}
}

func (b *tab) bypassPolicy() {
	b.t.Helper()
	kit.Command(b.Tab, page.SetBypassCSP, page.SetBypassCSPParams{Enabled: true})
}

// picture is an element as the screen shows it, with some of what is around it.
func (b *tab) picture(selector string) []byte {
	b.t.Helper()
	at := ask[[]float64](b, fmt.Sprintf(`(e => {
		e.scrollIntoView({block: "center", behavior: "instant"})
		const r = e.getBoundingClientRect()
		return [r.x + scrollX, r.y + scrollY, r.width, r.height]
	})(document.querySelector(%q))`, selector))
	return kit.Command(b.Tab, page.CaptureScreenshot, page.CaptureScreenshotParams{
		Clip: &page.Viewport{X: at[0], Y: at[1], Width: at[2], Height: at[3], Scale: 2}, CaptureBeyondViewport: new(true),
	}).Data
}

// contrastOf is how many shades are between the middle of a picture's dark half and the
// middle of its light one: the decoder itself reads what no camera can see.
func contrastOf(img image.Image) int {
	var shades []int
	for y := img.Bounds().Min.Y; y < img.Bounds().Max.Y; y++ {
		for x := img.Bounds().Min.X; x < img.Bounds().Max.X; x++ {
			shades = append(shades, int(color.GrayModel.Convert(img.At(x, y)).(color.Gray).Y))
		}
	}
	slices.Sort(shades)
	return shades[len(shades)*9/10] - shades[len(shades)/10]
}

// decode reads a code of either kind as a camera would: without being told where it is.
func decode(png []byte) (string, error) {
	img, _, err := image.Decode(bytes.NewReader(png))
	if err != nil {
		return "", err
	}
	if contrast := contrastOf(img); contrast < 200 {
		return "", fmt.Errorf("a camera sees no code in %d of 255 shades", contrast)
	}
	bitmap, err := gozxing.NewBinaryBitmapFromImage(img)
	if err != nil {
		return "", err
	}
	result, err := qrcode.NewQRCodeReader().Decode(bitmap, nil)
	if err != nil {
		result, err = oned.NewCode128Reader().Decode(bitmap, nil)
	}
	if err != nil {
		return "", err
	}
	return result.GetText(), nil
}
