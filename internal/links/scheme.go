package links

import (
	"regexp"
	"slices"
	"strings"
)

var (
	schemeForm = regexp.MustCompile(`^[a-z][a-z0-9+.-]{1,40}$`)
	// active schemes run script, open local files or hold a document of their own.
	active = []string{"javascript", "data", "file", "vbscript", "blob", "about", "filesystem"}
	// neverApps are read by the browser itself, or start any app there is.
	neverApps = append([]string{"view-source", "intent", "http", "https", "ws", "wss"}, active...)
)

// AppScheme reports whether an operator may allow the scheme, in small letters,
// as that of an app.
func AppScheme(scheme string) bool {
	return schemeForm.MatchString(scheme) && !slices.Contains(neverApps, scheme)
}

// Harmless reports whether a template may write the address as a link. It is a
// last check after Web, Return or Answer: an address of our own, or any scheme
// that isn't active. Only Answer and Return know which app schemes are allowed.
func Harmless(address string) bool {
	scheme, _, found := strings.Cut(strings.ToLower(strings.TrimSpace(address)), ":")
	return !found || !slices.Contains(active, scheme)
}
