package report

import (
	"fmt"
	"regexp"
	"strings"
)

// Cause is why walks failed: one fault of a deployment fails many.
type Cause struct {
	Says  string   // the first line of the first walk's errors
	Walks []string // their names
}

// mostNamed is how many walks' names a line has.
const mostNamed = 20

// String is one line.
func (c Cause) String() string {
	names, more := c.Walks, ""
	if n := len(names) - mostNamed; n > 0 {
		names, more = names[:mostNamed], fmt.Sprintf(" and %d more", n)
	}
	return fmt.Sprintf("failed %d: %.300s <- %s%s", len(c.Walks), c.Says, strings.Join(names, ", "), more)
}

// Causes are those of the failed walks, in the order of their first ones.
func (r Run) Causes() (causes []Cause) {
	index := map[string]int{}
	for _, walk := range r.Walks {
		if walk.Status != Failed {
			continue
		}
		i, known := index[walk.Cause()]
		if !known {
			i = len(causes)
			index[walk.Cause()] = i
			causes = append(causes, Cause{Says: walk.Says()})
		}
		causes[i].Walks = append(causes[i].Walks, walk.Name)
	}
	return causes
}

// Says is the first line of the walk's errors.
func (r Result) Says() string {
	first, _, _ := strings.Cut(strings.Join(r.Errors, "\n"), "\n")
	return first
}

// differs is what walks that fail by the same cause say differently: an address with the
// hooks of the page there, amounts, and counts.
var differs = regexp.MustCompile(`https?://\S+( \{.*)?|[\d.,\p{Sc}]*\d[\d.,\p{Sc}]*`)

// Cause is the same for walks that failed by the same.
func (r Result) Cause() string {
	says := r.Says()
	for _, tab := range r.Tabs {
		says = strings.TrimPrefix(says, tab.Customer+": ")
	}
	return differs.ReplaceAllString(says, "…")
}
