package main

import (
	"slices"
	"strings"
	"testing"
	"time"
)

// A goal is missed by what is late, by one that never came, and by a problem; a run says
// which.
func TestMissedGoalsAreNamed(t *testing.T) {
	in, late, never := &walk{firstPage: time.Second, instructions: true}, &walk{firstPage: 2 * time.Second, instructions: true}, &walk{problems: []string{"busy"}}
	rows := func(walks ...*walk) []row { return (&newcomers{walks: walks}).rows(0, time.Second) }
	var out strings.Builder
	missed := printTable(&out, "crowd", slices.Concat(
		rows(in, in), rows(in, late), rows(in, never),
		[]row{told("nothing wanted", "1"), none("nothing", 0), none("something", 1), atMost("nothing measured", 0, 0, time.Second)},
	))
	want := []string{
		"crowd: first page, p99: 2s, not <= 1s",
		"crowd: newcomers without a problem: 1 of 2, not >= 2",
		"crowd: first page, p99: 1s, not <= 1s",
		"crowd: something: 1, not 0",
		"crowd: nothing measured: never measured, not <= 1s",
	}
	if strings.Join(missed, "\n") != strings.Join(want, "\n") {
		t.Errorf("missed:\n%s\nwant:\n%s", strings.Join(missed, "\n"), strings.Join(want, "\n"))
	}
	if got := strings.Count(out.String(), "NOT"); got != len(want) {
		t.Errorf("the table shows %d missed goals, want %d:\n%s", got, len(want), out.String())
	}
}
