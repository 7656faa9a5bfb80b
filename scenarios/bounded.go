package scenarios

import (
	"strings"

	"payapp/methods"
)

// bounded is what is kept of something typed. What is longer than anything that
// may be sent is one sign too long afterwards: its check finds that, and the
// cookie isn't filled by it.
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
