// Package wire has the bodies of the gateway's interface, as the sandbox reads and
// writes them. They are its own reading of interface.md and deliberately not
// shared with the client, so that a mistake in one of the two shows when they
// meet.
//
// If interface.md shows no shape, the type's comment says "assumed".
package wire
