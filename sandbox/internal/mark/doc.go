// Package mark marks calls of the sandbox's own pages. They call the interface as
// a merchant would, so that what they show is true. But a shop that is being
// looked at mustn't change what the merchant's own programs meet. The mark can't
// come from outside.
package mark
