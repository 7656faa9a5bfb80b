package racing

import "testing"

// Short reports whether tables are short: under the race detector, and with -short.
func Short() bool { return On || testing.Short() }

// Part is every nth row, including the first, where tables are short, and
// every row elsewhere.
func Part[T any](n int, rows []T) []T {
	if !Short() {
		return rows
	}
	var part []T
	for i := 0; i < len(rows); i += n {
		part = append(part, rows[i])
	}
	return part
}
