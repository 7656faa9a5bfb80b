// Package payload reads what a code or link to pay by says of itself: the name that
// an app will show, and the amount that it asks for. The codes are the gateway's, and
// shown as they are; this only compares them with what the page says. Package qr draws
// them.
package payload
