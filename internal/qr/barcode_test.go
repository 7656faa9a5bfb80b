package qr

import (
	"errors"
	"strings"
	"testing"

	"github.com/makiuchi-d/gozxing/oned"
)

func TestBarcodeScans(t *testing.T) {
	for _, payload := range []string{"123456789012", "LLL25112112345", "A-1", "7", strings.Repeat("0123456789", 4)} {
		bars, err := Barcode(payload)
		if err != nil {
			t.Fatal(err)
		}
		if got := scan(t, oned.NewCode128Reader(), render(t, bars.Path, bars.Width, bars.Height, bars.Height, 3)); got != payload {
			t.Errorf("got %q, want %q", got, payload)
		}
	}
}

func TestBarcodeRefuses(t *testing.T) {
	if _, err := Barcode(""); !errors.Is(err, ErrEmpty) {
		t.Errorf("empty: got %v", err)
	}
	if _, err := Barcode(strings.Repeat("A", 60)); !errors.Is(err, ErrTooLong) {
		t.Errorf("long: got %v", err)
	}
	if _, err := Barcode(strings.Repeat("A", 10_000)); !errors.Is(err, ErrTooLong) {
		t.Errorf("very long: got %v", err)
	}
	if _, err := Barcode("代碼"); err == nil {
		t.Error("not ASCII: accepted")
	}
	for control := '\u00f1'; control <= '\u00f4'; control++ {
		if _, err := Barcode("123" + string(control)); err == nil {
			t.Errorf("%q, a control code of the library: accepted", control)
		}
	}
}
