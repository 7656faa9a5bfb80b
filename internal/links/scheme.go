package links

import (
	"regexp"
	"slices"
)

var (
	schemeForm = regexp.MustCompile(`^[a-z][a-z0-9+.-]{1,40}$`)
	// neverApps are read by the browser itself, run script, open local files, or
	// start any app there is.
	neverApps = []string{
		"javascript", "data", "file", "vbscript", "blob", "about", "filesystem", "view-source", "intent", "http", "https", "ws", "wss",
	}
)

// AppScheme reports whether an operator may allow the scheme, in small letters,
// as that of an app.
func AppScheme(scheme string) bool {
	return schemeForm.MatchString(scheme) && !slices.Contains(neverApps, scheme)
}
