package qr

import (
	"errors"
	"fmt"

	lru "github.com/hashicorp/golang-lru/v2"
	"github.com/skip2/go-qrcode"
)

// Why a payload can't be drawn.
var (
	ErrEmpty   = errors.New("empty payload")
	ErrTooLong = errors.New("payload too long to be scanned")
)

// maxVersion is the largest QR version: 97 modules on a side with the quiet zone,
// for 560 bytes of payload. Phone cameras need three pixels a module, and a QR card
// has 326 CSS pixels on a phone 360 wide, at one device pixel each.
const maxVersion = 18

// maxPayload is the longest payload that is tried. Even digits, the most
// compact, don't fit maxVersion at this length. The encoder would take most of a
// second to find that a megabyte doesn't fit.
const maxPayload = 2000

// Code is a QR code as the d attribute of one SVG path, to be stroked black, on a
// viewBox of "0 0 Size Size". Draw a white rectangle of that size under it.
type Code struct {
	Size int // modules on a side, with the quiet zone of four on each side
	Path string
}

// drawn are the codes that were shown last, by payload: 10 MB, if all have the
// largest size.
var drawn, _ = lru.New[string, Code](512) // fails only for a size below one

// SVG draws a payload. It returns ErrEmpty or ErrTooLong for a payload that
// can't be scanned. It is safe for concurrent use, as is the whole package.
func SVG(payload string) (Code, error) {
	if code, ok := drawn.Get(payload); ok {
		return code, nil
	}
	q, err := encode(payload)
	if err != nil {
		return Code{}, err // not kept: it is quick
	}
	modules := q.Bitmap()
	code := Code{len(modules), path(modules, 1)}
	drawn.Add(payload, code)
	return code, nil
}

func encode(payload string) (*qrcode.QRCode, error) {
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
	if q.VersionNumber > maxVersion {
		return nil, fmt.Errorf("qr: %d bytes: %w", len(payload), ErrTooLong)
	}
	return q, nil
}
