package kit

import (
	"bytes"
	"fmt"
	"image"
	"image/color"
	_ "image/png" // screenshots

	"github.com/chromedp/cdproto/page"
	"github.com/makiuchi-d/gozxing"
	"github.com/makiuchi-d/gozxing/qrcode"
)

// Scan reads a QR code from a picture: alone, or above and below other things.
func Scan(png []byte) (string, error) {
	img, _, err := image.Decode(bytes.NewReader(png))
	if err != nil {
		return "", err
	}
	bitmap, err := gozxing.NewBinaryBitmapFromImage(img)
	if err != nil {
		return "", err
	}
	text, err := read(bitmap)
	if err == nil {
		return text, nil
	}
	for _, r := range squares(img) {
		part, err := bitmap.Crop(r.Min.X, r.Min.Y, r.Dx(), r.Dy())
		if err != nil {
			return "", err
		}
		if text, err := read(part); err == nil {
			return text, nil
		}
	}
	return "", err
}

// read reads a code that fills a picture. The library's search for a code among other
// things misses one in a hundred, whatever their size.
func read(code *gozxing.BinaryBitmap) (string, error) {
	result, err := qrcode.NewQRCodeReader().Decode(code, map[gozxing.DecodeHintType]any{gozxing.DecodeHintType_PURE_BARCODE: true})
	if err != nil {
		return "", err
	}
	return result.GetText(), nil
}

// squares are the parts of a white picture that have white rows above and below, and
// are as wide as they are high.
func squares(img image.Image) []image.Rectangle {
	var found []image.Rectangle
	part, all := image.Rectangle{}, img.Bounds()
	for y := all.Min.Y; y <= all.Max.Y; y++ {
		row := image.Rectangle{}
		for x := all.Min.X; x < all.Max.X && y < all.Max.Y; x++ {
			if color.GrayModel.Convert(img.At(x, y)).(color.Gray).Y < 0x80 {
				row = row.Union(image.Rect(x, y, x+1, y+1))
			}
		}
		if row.Empty() {
			if part.Dx() == part.Dy() && !part.Empty() {
				found = append(found, part)
			}
			part = image.Rectangle{}
			continue
		}
		part = part.Union(row)
	}
	return found
}

// DecodeQR reads the page's code from the screen, as a camera would.
func (b *Tab) DecodeQR() string {
	b.t.Helper()
	text, err := Scan(b.Shot("svg[data-qr]"))
	if err != nil {
		b.t.Fatalf("%s: the code can't be scanned: %v: %s", b.Customer, err, b.Describe())
	}
	return text
}

// Shot is the element as the screen shows it, in device pixels. It must be
// large enough for a scanner.
func (b *Tab) Shot(selector string) []byte {
	b.t.Helper()
	type box struct{ X, Y, ScrollX, ScrollY, Width, Height, Modules float64 }
	at := Ask[box](b, fmt.Sprintf(`(() => {
		const e = document.querySelector(%s)
		e.scrollIntoView({block: "center", behavior: "instant"})
		const r = e.getBoundingClientRect()
		return {X: r.x, Y: r.y, ScrollX: scrollX, ScrollY: scrollY, Width: r.width, Height: r.height, Modules: e.viewBox.baseVal.width}
	})()`, Quoted(selector)))
	if at.Width < 240 || at.Width != at.Height {
		b.t.Errorf("the code is %v × %v px, want a square of at least 240", at.Width, at.Height)
	}
	if module := at.Width * b.Customer.Device.Scale / at.Modules; module < 3 {
		b.t.Errorf("a module is %.1f device pixels, want at least 3", module)
	}
	return Command(b, page.CaptureScreenshot, page.CaptureScreenshotParams{
		// A larger viewport would no longer be a phone's, on which the code
		// is placed differently.
		Clip: &page.Viewport{X: at.X + at.ScrollX, Y: at.Y + at.ScrollY, Width: at.Width, Height: at.Height, Scale: 1},
	}).Data
}
