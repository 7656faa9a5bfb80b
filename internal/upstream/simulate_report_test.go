package upstream_test

import (
	"fmt"
	"os"
	"strconv"
	"strings"
	"testing"
	"time"
)

// The numbers go between two comments of the page.
const (
	pageFile  = "../../docs/waiting.md"
	beginMark = "<!-- simulated: made by make simulate, changes here are lost -->"
	endMark   = "<!-- end -->"
)

// write writes the numbers into the page.
func write(t *testing.T, crowds, sizes []result) {
	t.Helper()
	data, err := os.ReadFile(pageFile)
	if err != nil {
		t.Fatal(err)
	}
	before, rest, ok := strings.Cut(string(data), beginMark)
	_, after, closed := strings.Cut(rest, endMark)
	if !ok || !closed {
		t.Fatalf("%s has no place for the numbers", pageFile)
	}
	page := before + beginMark + "\n\n### One shop's bad days\n\n" + table(crowds) +
		"\n### Crowds of every size\n\n" + table(sizes) + "\n" + endMark + after
	if err := os.WriteFile(pageFile, []byte(page), 0o644); err != nil {
		t.Fatal(err)
	}
}

func table(results []result) string {
	var b strings.Builder
	b.WriteString("| Who waits | Calls a second and shop | 429 | Most in a second | Newcomers | Turned away | " +
		"First page p50, p99 | Creation p50, p99 | Paid → seen mean, p99 | Best mean, p99 | × the best |\n" +
		"|---|---|---|---|---|---|---|---|---|---|---|\n")
	for _, r := range results {
		mean, p99 := r.over()
		fmt.Fprintf(&b, "| %v | %.1f | %d | %d | %s | %d | %s | %s | %s | %s | %.2f, %.2f |\n", r.scenario,
			float64(r.counts.calls)/r.span.Seconds()/float64(r.shops), r.counts.limited, r.counts.most, grouped(len(r.pages)), r.turnedAway,
			pair(quantile(r.pages, 0.5), quantile(r.pages, 0.99)), pair(quantile(r.creations, 0.5), quantile(r.creations, 0.99)),
			pair(r.mean, r.p99), pair(r.bestMean, r.bestP99), mean, p99)
	}
	return b.String()
}

// String is a line of progress while the simulation runs.
func (r result) String() string {
	mean, p99 := r.over()
	return fmt.Sprintf("%d calls, %d × 429, at most %d in a second; %d newcomers, %d pages in line, %d in trouble, %d turned away; "+
		"first page %s, creation %s; %d paid, seen after %s, best %s: × %.2f, %.2f",
		r.counts.calls, r.counts.limited, r.counts.most, len(r.pages), r.inLine, r.troubled, r.turnedAway,
		pair(quantile(r.pages, 0.5), quantile(r.pages, 0.99)), pair(quantile(r.creations, 0.5), quantile(r.creations, 0.99)),
		len(r.seen), pair(r.mean, r.p99), pair(r.bestMean, r.bestP99), mean, p99) + r.ofStore()
}

// ofStore is what the store was asked around its absence.
func (r result) ofStore() string {
	if r.storeAway == 0 {
		return ""
	}
	return fmt.Sprintf("; store: usually %d calls in a second, %d after its return, %d from the third second", r.storeUsual, r.storeWorst, r.storeAfter)
}

func pair(a, b time.Duration) string { return short(a) + ", " + short(b) }

// short formats a duration for people.
func short(d time.Duration) string {
	switch {
	case d < 10*time.Second:
		return strconv.FormatFloat(d.Seconds(), 'f', 2, 64) + " s"
	case d < 10*time.Minute:
		return strconv.FormatFloat(d.Seconds(), 'f', 0, 64) + " s"
	default:
		return strconv.FormatFloat(d.Minutes(), 'f', 0, 64) + " min"
	}
}

// grouped formats a number with commas.
func grouped(n int) string {
	s := strconv.Itoa(n)
	for i := len(s) - 3; i > 0; i -= 3 {
		s = s[:i] + "," + s[i:]
	}
	return s
}
