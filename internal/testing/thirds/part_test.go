package thirds

import (
	"fmt"
	"testing"
)

// Every row runs in one third, and those that a run leaves out in the rest.
func TestPart(t *testing.T) {
	rows := []int{0, 1, 2, 3, 4}
	for value, want := range map[string][]int{"": rows, "0": {0, 3}, "1": {1, 4}, "2": {2}, "1,2": {1, 2, 4}, "0,2": {0, 2, 3}} {
		t.Setenv(Variable, value)
		if got := Part(t, rows); fmt.Sprint(got) != fmt.Sprint(want) {
			t.Errorf("%s=%s: got %v, want %v", Variable, value, got, want)
		}
	}
	t.Setenv(Variable, "2")
	if got := Part(t, rows[:2]); got != nil {
		t.Errorf("got %v of two rows, want none", got)
	}
}
