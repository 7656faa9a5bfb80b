package scenarios

import "strings"

// choiceLength is more than the value of any choice has.
const choiceLength = 40

// bounded is what is kept of something typed. Whatever is longer than its
// input allows is one sign too long afterwards: the field's rule finds that,
// and the cookie isn't filled by it. most is 0 for a choice.
func bounded(typed string, most int) string {
	if most == 0 {
		most = choiceLength
	}
	typed = strings.TrimSpace(typed)
	signs := 0
	for at := range typed {
		if signs++; signs > most+1 {
			return typed[:at]
		}
	}
	return typed
}
