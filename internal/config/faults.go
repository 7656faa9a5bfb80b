package config

import (
	"fmt"
	"slices"
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

// has reports whether a variable already has a fault, so that consequences
// aren't reported as further faults.
func (f *Faults) has(variable string) bool {
	return slices.ContainsFunc(*f, func(fault Fault) bool { return fault.Variable == variable })
}
