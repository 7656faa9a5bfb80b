// Package mark reads a method's own picture, which a catalogue file may give, and
// merchants' logos:
// what passes can only draw, so pages contain it as it is.
package mark
