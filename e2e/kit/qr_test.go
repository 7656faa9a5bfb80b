package kit

import (
	"bytes"
	"image"
	"image/draw"
	"image/png"
	"payapp/internal/qr"
	"testing"
)

// A code with other things above it and below is read whatever it contains: the
// library's own search misses the first of these.
func TestScanFindsAnyCode(t *testing.T) {
	for _, payload := range []string{
		"00020101021238570010A00000072701270006999999011399959631722810208QRIBFTTA530370454061500005802VN62160812SB801165006063048CBF",
		"1", "upi://pay?pa=demo@bank&am=499.00&cu=INR",
	} {
		file, err := qr.PNG(payload)
		if err != nil {
			t.Fatal(err)
		}
		code, err := png.Decode(bytes.NewReader(file))
		if err != nil {
			t.Fatal(err)
		}
		picture := image.NewGray(image.Rect(0, 0, 1080, 1400))
		draw.Draw(picture, picture.Bounds(), image.White, image.Point{}, draw.Src)
		for _, y := range []int{100, 1350} {
			draw.Draw(picture, image.Rect(200, y, 700, y+20), image.Black, image.Point{}, draw.Src)
		}
		draw.Draw(picture, image.Rect(60, 200, 1060, 1300), code, image.Point{}, draw.Src)
		var drawn bytes.Buffer
		if err := png.Encode(&drawn, picture); err != nil {
			t.Fatal(err)
		}
		if got, err := Scan(drawn.Bytes()); err != nil || got != payload {
			t.Errorf("it scans as %q (%v), want %q", got, err, payload)
		}
	}
}
