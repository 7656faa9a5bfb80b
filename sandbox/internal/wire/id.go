package wire

import "strings"

// ValidID reports whether the id can be a payment's: 1–128 of the characters
// that need no escaping anywhere.
func ValidID(id string) bool {
	const allowed = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789._~@:+-"
	return id != "" && len(id) <= 128 && id != "." && id != ".." && strings.Trim(id, allowed) == ""
}
