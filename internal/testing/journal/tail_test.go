package journal

import (
	"fmt"
	"strings"
	"testing"
)

// A failed test shows the end of its log: few lines, and none of them long.
func TestTailIsTheEnd(t *testing.T) {
	var tail Tail
	for i := range 50 {
		fmt.Fprintf(&tail, "line %d\n", i)
	}
	fmt.Fprintln(&tail, strings.Repeat("é", 500))
	lines := strings.Split(tail.String(), "\n")
	if len(lines) != 10 || lines[0] != "line 41" || lines[8] != "line 49" || len(lines[9]) > 310 || !strings.HasSuffix(lines[9], "é…") {
		t.Errorf("it ends:\n%s", tail.String())
	}
}
