package components

import "strconv"

// The picture's width in CSS px: about 280, at least 240, and always whole
// pixels a module, so that all modules are equal at one device pixel each.
const (
	idealPixels = 280
	leastPixels = 240
)

// pixels is the width of the picture. CSS scales it down on a narrower screen.
func (q QRCard) pixels() string {
	scale := idealPixels / q.Size
	if scale*q.Size < leastPixels {
		scale++
	}
	return strconv.Itoa(scale * q.Size)
}

func (q QRCard) viewBox() string {
	n := strconv.Itoa(q.Size)
	return "0 0 " + n + " " + n
}

// ground is the white square behind the modules, quiet zone included.
func (q QRCard) ground() string {
	n := strconv.Itoa(q.Size)
	return "M0 0h" + n + "v" + n + "H0z"
}

// ground is the white box behind the bars: a browser that darkens pages changes what
// is around a picture.
func (b Barcode) ground() string {
	return "M0 0h" + strconv.Itoa(b.Width) + "v" + strconv.Itoa(b.Height) + "H0z"
}

func (b Barcode) viewBox() string {
	return "0 0 " + strconv.Itoa(b.Width) + " " + strconv.Itoa(b.Height)
}
