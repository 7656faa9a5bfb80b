package qr

import "fmt"

// scale is the pixels of a module in a PNG: large enough for a wallet's reader
// after a messenger has compressed it.
const scale = 10

// PNG draws a payload in black and white. Its errors are those of SVG.
func PNG(payload string) ([]byte, error) {
	q, err := encode(payload)
	if err != nil {
		return nil, err
	}
	picture, err := q.PNG(-scale)
	if err != nil {
		return nil, fmt.Errorf("qr: png: %w", err)
	}
	return picture, nil
}
