package links

import "strings"

// Harmless reports whether a template may write the address as a link. It is a
// last check after Web, Return or Answer: an address of our own, or any scheme
// that doesn't run script or hold a document of its own. Only Answer and Return
// know which app schemes are allowed.
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
