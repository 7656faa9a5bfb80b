package scenarios

import (
	"strings"

	"payapp/methods"
)

// bounded limits what is kept of a typed value. One that is too long is cut to
// one character above the limit: its check still finds it too long, but it
// can't fill the cookie.
func bounded(typed string) string {
	typed = strings.TrimSpace(typed)
	signs := 0
	for at := range typed {
		if signs++; signs > methods.MaxValue+1 {
			return typed[:at]
		}
	}
	return typed
}
