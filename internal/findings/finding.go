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
	Name    string  `json:"name"` // such as "store", or a link's parameter
	Verdict Verdict `json:"verdict"`
	Code    string  `json:"code,omitempty"` // of a link's finding, for programs
	Says    string  `json:"says"`           // what was found
	Mend    string  `json:"mend,omitempty"` // what to do
}

// List is all that was found, in the order of looking.
type List []Finding

// Well adds something that is as it should be.
func (l *List) Well(name, format string, args ...any) {
	*l = append(*l, Finding{Name: name, Verdict: Well, Says: fmt.Sprintf(format, args...)})
}

// Warn adds something that works but should be mended.
func (l *List) Warn(name, mend, format string, args ...any) {
	*l = append(*l, Finding{Name: name, Verdict: Warning, Says: fmt.Sprintf(format, args...), Mend: mend})
}

// Fail adds a fault.
func (l *List) Fail(name, mend, format string, args ...any) {
	*l = append(*l, Finding{Name: name, Verdict: Fault, Says: fmt.Sprintf(format, args...), Mend: mend})
}

// Unknown adds what can't be told from here, with where to look.
func (l *List) Unknown(name, mend, format string, args ...any) {
	*l = append(*l, Finding{Name: name, Verdict: Unknown, Says: fmt.Sprintf(format, args...), Mend: mend})
}

// Count is the number of findings with this verdict.
func (l List) Count(verdict Verdict) (n int) {
	for _, f := range l {
		if f.Verdict == verdict {
			n++
		}
	}
	return n
}

// Faults is the number of faults.
func (l List) Faults() int { return l.Count(Fault) }

// Print writes a line for each finding, and a second one that says what to do.
func (l List) Print(w io.Writer) error {
	width := 12
	for _, f := range l {
		width = max(width, len(f.Name))
	}
	for _, f := range l {
		if _, err := fmt.Fprintf(w, "%-8s %-*s %s\n", f.Verdict, width, f.Name, Printable(f.Says)); err != nil {
			return err
		}
		if f.Mend != "" {
			if _, err := fmt.Fprintf(w, "%-8s %-*s → %s\n", "", width, "", Printable(f.Mend)); err != nil {
				return err
			}
		}
	}
	_, err := fmt.Fprintf(w, "%d looked at, %d at fault\n", len(l), l.Faults())
	return err
}

// PrintToDo writes what the faults ask for.
func (l List) PrintToDo(w io.Writer, heading string) error {
	if l.Faults() == 0 {
		_, err := fmt.Fprintf(w, "\n%s nothing\n", heading)
		return err
	}
	fmt.Fprintf(w, "\n%s\n", heading)
	n := 0
	for _, f := range l {
		if f.Verdict != Fault {
			continue
		}
		n++
		if _, err := fmt.Fprintf(w, "%3d. %s: %s\n", n, f.Name, Printable(f.Mend)); err != nil {
			return err
		}
	}
	return nil
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
