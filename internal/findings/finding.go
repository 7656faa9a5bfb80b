package findings

import (
	"encoding/json"
	"fmt"
	"io"
	"strings"
	"unicode"
)

// Verdict is how good or bad something is.
type Verdict string

// The verdicts.
const (
	Well    Verdict = "well"
	Warning Verdict = "warning" // works, and will hurt
	Fault   Verdict = "fault"   // doesn't work, or isn't safe
	Unknown Verdict = "unknown" // can't be told from here
)

// Finding is one thing that was looked at.
type Finding struct {
	Name    string  `json:"name"` // such as "store"
	Verdict Verdict `json:"verdict"`
	Says    string  `json:"says"`           // what was found
	Mend    string  `json:"mend,omitempty"` // what to do
}

// List is all that was found, in the order of looking.
type List []Finding

// Well adds something that is as it should be.
func (l *List) Well(name, format string, args ...any) {
	*l = append(*l, Finding{name, Well, fmt.Sprintf(format, args...), ""})
}

// Warn adds something that works but should be mended.
func (l *List) Warn(name, mend, format string, args ...any) {
	*l = append(*l, Finding{name, Warning, fmt.Sprintf(format, args...), mend})
}

// Fail adds a fault.
func (l *List) Fail(name, mend, format string, args ...any) {
	*l = append(*l, Finding{name, Fault, fmt.Sprintf(format, args...), mend})
}

// Unknown adds what can't be told from here, with where to look.
func (l *List) Unknown(name, mend, format string, args ...any) {
	*l = append(*l, Finding{name, Unknown, fmt.Sprintf(format, args...), mend})
}

// Faults is the number of faults.
func (l List) Faults() (n int) {
	for _, f := range l {
		if f.Verdict == Fault {
			n++
		}
	}
	return n
}

// Print writes a line for each finding, and a second one that says what to do.
func (l List) Print(w io.Writer) error {
	for _, f := range l {
		if _, err := fmt.Fprintf(w, "%-8s %-12s %s\n", f.Verdict, f.Name, Printable(f.Says)); err != nil {
			return err
		}
		if f.Mend != "" {
			if _, err := fmt.Fprintf(w, "%-8s %-12s → %s\n", "", "", Printable(f.Mend)); err != nil {
				return err
			}
		}
	}
	_, err := fmt.Fprintf(w, "%d looked at, %d at fault\n", len(l), l.Faults())
	return err
}

// PrintJSON writes one object.
func (l List) PrintJSON(w io.Writer) error {
	encoder := json.NewEncoder(w)
	encoder.SetEscapeHTML(false)
	encoder.SetIndent("", "  ")
	return encoder.Encode(struct {
		Well     bool `json:"well"`
		Findings List `json:"findings"`
	}{l.Faults() == 0, l})
}

// Printable drops what foreign text could do to a terminal.
func Printable(text string) string {
	return strings.Map(func(r rune) rune {
		if !unicode.IsPrint(r) {
			return -1
		}
		return r
	}, text)
}
