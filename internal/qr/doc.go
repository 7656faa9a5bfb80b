// Package qr draws codes: QR codes for the screen, as SVG path and as PNG to
// save, and the bar code of a store slip.
//
// Payloads are drawn byte for byte, at error level M, with the quiet zone
// inside the picture. A payload that no phone could scan is refused
// (ErrTooLong), so that the page can show the same data as text.
//
// A code costs a millisecond and thousands of allocations, so drawings are kept
// in a bounded cache, by payload, that all requests share.
package qr
