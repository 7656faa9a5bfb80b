package scenarios

import (
	"strings"

	"payapp/methods"
)

// bounded cuts a typed value to one character more than is allowed: its check
// still reports it as too long, but it can't fill the cookie.
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
