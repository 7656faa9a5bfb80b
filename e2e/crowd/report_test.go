package main

import (
	"strings"
	"testing"
	"time"

	"payapp/e2e/crowd/internal/town"
)

// A goal is missed by a page that is late, and by one that never came; a run
// says which.
func TestMissedGoalsAreNamed(t *testing.T) {
	in, late, never := &town.Walk{FirstPage: time.Second}, &town.Walk{FirstPage: 2 * time.Second}, &town.Walk{Waits: 3, Problems: []string{"busy"}}
	var out strings.Builder
	missed := printTable(&out, "carrier", []row{
		entered("all", []*town.Walk{in, in}, time.Second),
		entered("one late", []*town.Walk{in, late}, time.Second),
		entered("one never", []*town.Walk{in, never}, time.Second),
		told("nothing wanted", "1"),
		none("nothing", 0),
		atMost("nothing measured", 0, 0, time.Second),
	})
	want := []string{
		"carrier: one late: first page <= 1s: 1 of 2; p50 1s, slowest 2s, not 2 of 2",
		"carrier: one never: first page <= 1s: 1 of 2; p50 1s, slowest 1s; 1 got none; in line 3 times; problems: busy 1, not 2 of 2",
		"carrier: nothing measured: never measured, not <= 1s",
	}
	if strings.Join(missed, "\n") != strings.Join(want, "\n") {
		t.Errorf("missed:\n%s\nwant:\n%s", strings.Join(missed, "\n"), strings.Join(want, "\n"))
	}
	if got := strings.Count(out.String(), "NOT"); got != len(want) {
		t.Errorf("the table shows %d missed goals, want %d:\n%s", got, len(want), out.String())
	}
}
