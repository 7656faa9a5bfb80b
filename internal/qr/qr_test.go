package qr

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"os"
	"runtime"
	"strings"
	"testing"

	"github.com/makiuchi-d/gozxing"
	"github.com/makiuchi-d/gozxing/qrcode"
)

// payloads are real gateways' payloads, by scheme.
func payloads(t testing.TB) map[string]string {
	t.Helper()
	content, err := os.ReadFile("testdata/payloads.json")
	if err != nil {
		t.Fatal(err)
	}
	var all map[string]string
	if err := json.Unmarshal(content, &all); err != nil {
		t.Fatal(err)
	}
	all["spaces and other scripts"] = "upi://pay?pa=a@b&pn=Cửa hàng ร้าน&am=1.00"
	all["spaces at its ends"] = " 00020101 \n"
	all["the longest"] = strings.Repeat("x", 560)
	all["one character"] = "1"
	return all
}

// render paints a path as a browser does: lines of the form "m dx dy h w" of the row's
// height, each from where the last one ended, on white, scale pixels to a unit.
func render(t testing.TB, path string, width, height, row, scale int) *image.Gray {
	t.Helper()
	img := image.NewGray(image.Rect(0, 0, width*scale, height*scale))
	for i := range img.Pix {
		img.Pix[i] = 0xff
	}
	lines, begun := strings.CutPrefix(path, fmt.Sprintf("m0 %gm", float64(row)/2))
	if !begun {
		t.Fatalf("path %.20q doesn't begin in the middle of a row", path)
	}
	x, y := 0, 0
	for part := range strings.SplitSeq(lines, "m") {
		var dx, dy, w int
		if _, err := fmt.Sscanf(part, "%d %dh%d", &dx, &dy, &w); err != nil {
			t.Fatalf("path part %q: %v", part, err)
		}
		x, y = x+dx, y+dy
		if x < 0 || y < 0 || x+w > width || y+row > height {
			t.Fatalf("path part %q is no line inside the picture", part)
		}
		for py := y * scale; py < (y+row)*scale; py++ {
			for px := x * scale; px < (x+w)*scale; px++ {
				img.SetGray(px, py, color.Gray{})
			}
		}
		x += w
	}
	return img
}

func scan(t testing.TB, reader gozxing.Reader, img image.Image) string {
	t.Helper()
	bitmap, err := gozxing.NewBinaryBitmapFromImage(img)
	if err != nil {
		t.Fatal(err)
	}
	result, err := reader.Decode(bitmap, map[gozxing.DecodeHintType]any{gozxing.DecodeHintType_PURE_BARCODE: true})
	if err != nil {
		t.Fatal(err)
	}
	return result.GetText()
}

func TestSVGScans(t *testing.T) {
	for name, payload := range payloads(t) {
		t.Run(name, func(t *testing.T) {
			code, err := SVG(payload)
			if err != nil {
				t.Fatal(err)
			}
			if got := scan(t, qrcode.NewQRCodeReader(), render(t, code.Path, code.Size, code.Size, 1, 4)); got != payload {
				t.Errorf("got %q, want %q", got, payload)
			}
		})
	}
}

func TestPNGScans(t *testing.T) {
	for name, payload := range payloads(t) {
		t.Run(name, func(t *testing.T) {
			file, err := PNG(payload)
			if err != nil {
				t.Fatal(err)
			}
			img, err := png.Decode(bytes.NewReader(file))
			if err != nil {
				t.Fatal(err)
			}
			code, _ := SVG(payload)
			if got, want := img.Bounds().Dx(), code.Size*scale; got != want {
				t.Errorf("%d pixels, want %d", got, want)
			}
			if got := scan(t, qrcode.NewQRCodeReader(), img); got != payload {
				t.Errorf("got %q, want %q", got, payload)
			}
		})
	}
}

func TestQuietZoneIsInside(t *testing.T) {
	code, err := SVG("00020101021229")
	if err != nil {
		t.Fatal(err)
	}
	img := render(t, code.Path, code.Size, code.Size, 1, 1)
	for a := range code.Size {
		for b := range 4 {
			for _, p := range [][2]int{{a, b}, {b, a}, {a, code.Size - 1 - b}, {code.Size - 1 - b, a}} {
				if img.GrayAt(p[0], p[1]).Y == 0 {
					t.Fatalf("black at %v", p)
				}
			}
		}
	}
	if img.GrayAt(4, 4).Y != 0 {
		t.Error("the finder pattern doesn't begin right after the quiet zone")
	}
}

// Fault 37: never an unscannable picture.
func TestFault37_NeverAnUnscannablePicture(t *testing.T) {
	for payload, want := range map[string]error{
		"":                         ErrEmpty,
		strings.Repeat("x", 561):   ErrTooLong,
		strings.Repeat("x", 5000):  ErrTooLong,
		strings.Repeat("1", 10000): ErrTooLong,
	} {
		if _, err := SVG(payload); !errors.Is(err, want) {
			t.Errorf("SVG of %d bytes: got %v, want %v", len(payload), err, want)
		}
		if _, err := PNG(payload); !errors.Is(err, want) {
			t.Errorf("PNG of %d bytes: got %v, want %v", len(payload), err, want)
		}
	}
}

// A gateway's answer may have a megabyte. What can't fit is refused without
// trying. The test measures memory, since time would depend on the machine.
func TestWhatCannotFitIsRefusedAtOnce(t *testing.T) {
	payload := strings.Repeat("aZ9%", 250_000)
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	if _, err := SVG(payload); !errors.Is(err, ErrTooLong) {
		t.Errorf("got %v", err)
	}
	runtime.ReadMemStats(&after)
	if cost := after.TotalAlloc - before.TotalAlloc; cost > 64<<10 {
		t.Errorf("refusing took %d KB", cost>>10)
	}
	// Digits are the most compact, and even shorter ones don't fit.
	if _, err := SVG(strings.Repeat("7", maxPayload-500)); !errors.Is(err, ErrTooLong) {
		t.Errorf("close to the bound: got %v", err)
	}
}

func TestModulesAreLargeEnough(t *testing.T) {
	for name, payload := range payloads(t) {
		code, err := SVG(payload)
		if err != nil {
			t.Fatal(err)
		}
		const phone = 296 // CSS pixels of the card
		if phone/code.Size < 3 {
			t.Errorf("%s: %d modules on %d pixels", name, code.Size, phone)
		}
	}
}

func FuzzCodes(f *testing.F) {
	for _, p := range payloads(f) {
		f.Add(p)
	}
	f.Fuzz(func(t *testing.T, payload string) {
		if code, err := SVG(payload); err == nil && (code.Size > 97 || code.Path == "") {
			t.Errorf("%q: %d modules", payload, code.Size)
		}
		if bars, err := Barcode(payload); err == nil && bars.Path == "" {
			t.Errorf("%q: no bars", payload)
		}
	})
}
