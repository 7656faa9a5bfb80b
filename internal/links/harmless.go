package links

import "strings"

// Harmless reports whether a template may write the address as a link. It is the
// last look at what was decided before, so it asks for little: an address of our
// own, or one that doesn't run as script and is no document of its own. Which
// apps' schemes are good only Answer and Return know.
func Harmless(address string) bool {
	scheme, _, found := strings.Cut(strings.ToLower(strings.TrimSpace(address)), ":")
	if !found {
		return true
	}
	switch scheme {
	case "javascript", "data", "vbscript", "blob", "file", "about", "filesystem":
		return false
	}
	return true
}
