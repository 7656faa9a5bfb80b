package kit

import (
	_ "embed"
	"encoding/json"
	"fmt"
	"sync"
)

// What people see is compared with the hooks by a script in the page, which the package
// for Playwright has as well, and by the words and signs that it knows.
var (
	//go:embed shown.js
	shownScript string
	//go:embed shown.json
	shownWords string
)

// judged is the expression whose value is what the script says, given the expression of
// its second argument.
func judged(given string) string { return fmt.Sprintf("(%s)(%s, %s)", shownScript, shownWords, given) }

// moments are what docs/pages.md says of each data-moment: when it is.
var moments = sync.OnceValue(func() map[string]string {
	var words struct{ Moments map[string]string }
	_ = json.Unmarshal([]byte(shownWords), &words) // a test compares it
	return words.Moments
})
