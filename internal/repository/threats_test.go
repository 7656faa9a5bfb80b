package repository

import (
	"fmt"
	"regexp"
	"strings"
	"testing"
)

// asvs is how many items of levels 1 and 2 each section of OWASP ASVS v5.0.0 has;
// they come first in their section. github.com/OWASP/ASVS, tag v5.0.0_release.
const asvs = `1.1 2 1.2 9 1.3 11 1.4 3 1.5 2 2.1 3 2.2 3 2.3 4 2.4 1 3.2 2 3.3 4 3.4 6 3.5 5 3.7 2 4.1 3 4.2 1 4.3 2 4.4 4
5.1 1 5.2 3 5.3 2 5.4 3 6.1 3 6.2 12 6.3 4 6.4 4 6.5 5 6.6 3 6.8 4 7.1 3 7.2 4 7.3 2 7.4 5 7.5 2 7.6 2 8.1 2 8.2 3 8.3 1 8.4 1
9.1 3 9.2 4 10.1 2 10.2 2 10.3 4 10.4 11 10.5 5 10.6 2 10.7 3 11.1 2 11.2 3 11.3 3 11.4 4 11.5 1 11.6 1 12.1 3 12.2 2 12.3 4
13.1 1 13.2 5 13.3 2 13.4 5 14.1 2 14.2 4 14.3 3 15.1 3 15.2 3 15.3 7 16.1 1 16.2 5 16.3 4 16.4 3 16.5 3 17.1 1 17.2 4 17.3 2`

// itemCell is the first cell of a row: items, ranges of them, sections or chapters.
var itemCell = regexp.MustCompile(`^(?:V\d+|\d+\.\d+(?:\.\d+)?(?: to \d+\.\d+\.\d+)?)(?:, (?:V\d+|\d+\.\d+(?:\.\d+)?(?: to \d+\.\d+\.\d+)?))*$`)

// Every item of the levels that are aimed at has a row, once; and a row that
// answers names a test that is there, or says why there is none.
func TestEveryItemOfTheStandardIsAnswered(t *testing.T) {
	atTop(t)
	var items []string
	for words := strings.Fields(asvs); len(words) > 0; words = words[2:] {
		var n int
		if _, err := fmt.Sscan(words[1], &n); err != nil {
			t.Fatal(err)
		}
		for i := range n {
			items = append(items, fmt.Sprintf("%s.%d", words[0], i+1))
		}
	}
	_, section, _ := strings.Cut(readFile(t, "docs/threats.md"), "\n## OWASP ASVS 5.0\n")
	rows := map[string]int{}
	for line := range strings.Lines(section) {
		cells := strings.Split(strings.Trim(strings.TrimSpace(line), "| "), " | ")
		if !itemCell.MatchString(cells[0]) {
			continue
		}
		for part := range strings.SplitSeq(cells[0], ", ") {
			named := between(items, part)
			if len(named) == 0 {
				t.Errorf("%s is no item of level 1 or 2", part)
			}
			for _, item := range named {
				rows[item]++
			}
		}
		if len(cells) == 3 {
			showsOrSays(t, cells[0], cells[2])
		}
	}
	for _, item := range items {
		if rows[item] != 1 {
			t.Errorf("%s has %d rows, want 1", item, rows[item])
		}
	}
}

// between are the items that a part of a cell stands for: "1.2.1", "1.2.4 to 1.2.8",
// "4.3" or "V5".
func between(items []string, part string) (named []string) {
	first, last, isRange := strings.Cut(part, " to ")
	within := false
	for _, item := range items {
		if whole := strings.TrimPrefix(part, "V") + "."; item == part || strings.HasPrefix(item, whole) || isRange && (within || item == first) {
			named, within = append(named, item), isRange && item != last
		}
	}
	if within { // its end never came
		return nil
	}
	return named
}

// showsOrSays checks what a row is shown by.
func showsOrSays(t *testing.T, row, shown string) {
	t.Helper()
	tests := 0
	for _, named := range mdFile.FindAllStringSubmatch(shown, -1) {
		if !strings.HasSuffix(named[1], "_test.go") || !strings.HasPrefix(named[2], "Test") || !declares(t, named[1], []byte(readFile(t, named[1])), named[2]) {
			t.Errorf("%s: there is no test %s in %s", row, named[2], named[1])
		}
		tests++
	}
	if why, ok := strings.CutPrefix(shown, "no test: "); (tests == 0) != (ok && why != "") {
		t.Errorf("%s: it names no test, and doesn't say why: %s", row, shown)
	}
}
