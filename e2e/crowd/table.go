package main

import (
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"
	"text/tabwriter"
	"time"
)

// row is a line of a report: a measurement, with its goal if it has one.
type row struct {
	what, measured, goal string
	missed               bool
}

// told is a measurement without a goal.
func told(what, format string, args ...any) row {
	return row{what: what, measured: fmt.Sprintf(format, args...)}
}

// wanted is a measurement with a goal, in words, and whether it was reached.
func wanted(what, measured, goal string, reached bool) row {
	return row{what: what, measured: measured, goal: goal, missed: !reached}
}

// atMost is a duration that must not exceed a limit. Without any measurement
// the goal is missed.
func atMost(what string, got time.Duration, of int, limit time.Duration) row {
	measured := round(got)
	if of == 0 {
		measured = "never measured"
	}
	return wanted(what, measured, "<= "+round(limit), of > 0 && got <= limit)
}

// none is a count that must be zero.
func none(what string, n int) row { return wanted(what, fmt.Sprint(n), "0", n == 0) }

// round keeps about three digits, enough for a table.
func round(d time.Duration) string {
	switch {
	case d >= 10*time.Second:
		return d.Round(100 * time.Millisecond).String()
	case d >= 100*time.Millisecond:
		return d.Round(10 * time.Millisecond).String()
	case d >= time.Millisecond:
		return d.Round(100 * time.Microsecond).String()
	}
	return d.Round(100 * time.Nanosecond).String()
}

// printTable prints a scenario's rows, and returns the goals that were missed.
func printTable(out io.Writer, title string, rows []row) (missed []string) {
	fmt.Fprintf(out, "\n%s\n", title)
	table := tabwriter.NewWriter(out, 0, 0, 2, ' ', 0)
	fmt.Fprintln(table, "  what\tmeasured\tgoal\t")
	for _, r := range rows {
		verdict := ""
		switch {
		case r.missed:
			verdict = "NOT"
			missed = append(missed, fmt.Sprintf("%s: %s: %s, not %s", title, r.what, r.measured, r.goal))
		case r.goal != "":
			verdict = "ok"
		}
		fmt.Fprintf(table, "  %s\t%s\t%s\t%s\n", r.what, r.measured, r.goal, verdict)
	}
	_ = table.Flush()
	return missed
}

// counted shows counts by name: "a 3, b 1".
func counted(counts map[string]int) string {
	if len(counts) == 0 {
		return "none"
	}
	var parts []string
	for _, name := range slices.Sorted(maps.Keys(counts)) {
		parts = append(parts, fmt.Sprintf("%s %d", name, counts[name]))
	}
	return strings.Join(parts, ", ")
}
