package kit

import (
	_ "embed"
	"fmt"
)

// What people see is compared with the hooks by a script in the page, which the package
// for Playwright has as well, and by the words and signs that it knows.
var (
	//go:embed shown.js
	shownScript string
	//go:embed shown.json
	shownWords string
)

// shown is the expression whose value is what is wrong with the page.
var shown = fmt.Sprintf("(%s)(%s)", shownScript, shownWords)
