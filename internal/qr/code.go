package qr

import (
	"errors"
	"fmt"

	"github.com/skip2/go-qrcode"
)

// Why a payload can't be drawn.
var (
	ErrEmpty   = errors.New("empty payload")
	ErrTooLong = errors.New("payload too long to be scanned")
)

// MaxSize is the largest Code.Size. Phone cameras need three pixels a module,
// and a QR card has 296 CSS pixels on a phone 360 wide, at one device pixel
// each. It is QR version 18 with its quiet zone: 560 bytes of payload.
const MaxSize = 97

// maxPayload is the longest payload that is tried. Even digits, the most
// compact, don't fit MaxSize at this length. The encoder would take most of a
// second to find that a megabyte doesn't fit.
const maxPayload = 2000

// Code is a QR code as the d attribute of one SVG path, black modules filled,
// on a viewBox of "0 0 Size Size". Draw a white rectangle of that size under
// it.
type Code struct {
	Size int // modules on a side, with the quiet zone of four on each side
	Path string
}

// SVG draws a payload. It returns ErrEmpty or ErrTooLong for a payload that
// can't be scanned. It is safe for concurrent use, as is the whole package.
func SVG(payload string) (Code, error) {
	d, err := drawings.get(payload)
	if err != nil {
		return Code{}, err
	}
	return d.code, nil
}

// drawing is a code and the modules it came from.
type drawing struct {
	code    Code
	modules [][]bool
}

func draw(payload string) (*drawing, error) {
	if payload == "" {
		return nil, fmt.Errorf("qr: %w", ErrEmpty)
	}
	if len(payload) > maxPayload {
		return nil, fmt.Errorf("qr: %d bytes: %w", len(payload), ErrTooLong)
	}
	q, err := qrcode.New(payload, qrcode.Medium)
	if err != nil {
		return nil, fmt.Errorf("qr: %d bytes: %w: %w", len(payload), ErrTooLong, err)
	}
	modules := q.Bitmap()
	if len(modules) > MaxSize {
		return nil, fmt.Errorf("qr: %d bytes: %w", len(payload), ErrTooLong)
	}
	return &drawing{Code{len(modules), path(modules, 1)}, modules}, nil
}
