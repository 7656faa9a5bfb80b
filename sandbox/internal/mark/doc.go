// Package mark marks calls of the sandbox's own pages. They call the interface
// as a merchant would, so that they show the real answers, but looking at a
// page mustn't affect the merchant's own programs. The mark can't be set from
// outside.
package mark
