// Package wire holds the bodies that cross the gateway's interface, as the
// sandbox reads and writes them. They are the sandbox's own reading of
// interface.md, on purpose not shared with the client: a mistake in one of
// the two then shows as soon as they meet.
//
// Where interface.md shows no shape, the field says "assumed".
package wire
