package thirds

import (
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
)

// Variable has the thirds that run, separated by commas: 0, 1 and 2.
const Variable = "PAYAPP_THIRDS"

// Part is those of a table's rows that run: the row with index i belongs to third i%3. The
// test's log says how many that are, which may be none.
func Part[T any](t testing.TB, rows []T) []T {
	t.Helper()
	run := thirds(t)
	var part []T
	for i, row := range rows {
		if run[i%3] {
			part = append(part, row)
		}
	}
	if len(part) < len(rows) {
		t.Logf("%d of %d run, those of %s=%s", len(part), len(rows), Variable, os.Getenv(Variable))
	}
	return part
}

// thirds says of each whether it runs.
func thirds(t testing.TB) (run [3]bool) {
	t.Helper()
	value := os.Getenv(Variable)
	if value == "" {
		return [3]bool{true, true, true}
	}
	for third := range strings.SplitSeq(value, ",") {
		i, err := strconv.Atoi(third)
		if err != nil || !slices.Contains([]int{0, 1, 2}, i) {
			t.Fatalf("%s=%s: want 0, 1 or 2, or some of them, separated by commas", Variable, value)
		}
		run[i] = true
	}
	return run
}
