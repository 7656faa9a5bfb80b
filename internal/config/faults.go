package config

import (
	"fmt"
	"strings"
)

// Fault is one thing wrong with one variable. Reason never contains a secret.
type Fault struct{ Variable, Reason string }

// Faults are all faults of a configuration, in the order of the variables'
// table.
type Faults []Fault

// Error lists every fault on a line of its own.
func (f Faults) Error() string {
	lines := make([]string, 0, len(f)+1)
	lines = append(lines, fmt.Sprintf("configuration: %d at fault", len(f)))
	for _, fault := range f {
		lines = append(lines, "  "+fault.Variable+": "+fault.Reason)
	}
	return strings.Join(lines, "\n")
}

func (f *Faults) add(variable, format string, args ...any) {
	*f = append(*f, Fault{variable, fmt.Sprintf(format, args...)})
}

// addAll adds the reasons that a parser joined.
func (f *Faults) addAll(variable string, err error) {
	all := []error{err}
	if joined, ok := err.(interface{ Unwrap() []error }); ok {
		all = joined.Unwrap()
	}
	for _, reason := range all {
		f.add(variable, "%v", reason)
	}
}
