// Package qr draws codes: QR codes for the screen, as SVG path and as PNG to
// save, and the bar code of a store slip.
//
// The payload is drawn byte for byte, at error level M, with the quiet zone
// inside the picture. What no phone could scan is refused (ErrTooLong), for
// the page to show the same data as text instead.
//
// PayeeName reads a code of EMVCo's or a UPI link: what an app will show to
// whoever scans it.
//
// A code costs a millisecond and thousands of allocations, so they are kept,
// by payload, in a bounded cache that all requests share.
package qr
