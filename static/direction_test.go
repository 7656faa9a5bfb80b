package static_test

import (
	"os"
	"path/filepath"
	"regexp"
	"testing"
)

// physical are properties that name a side of the screen, where a page from right
// to left needs the other one.
var physical = regexp.MustCompile(`(?m)^\s*((margin|padding|border)-(left|right)\b|(left|right):|(text-align|float|clear): (left|right))[^;]*;`)

// Ours: the style names sides by the direction of the text. The one exception is
// for pages from right to left.
func TestNoSidesOfTheScreen(t *testing.T) {
	files, err := filepath.Glob("src/*.css")
	if err != nil || len(files) < 5 {
		t.Fatalf("%v: %d files", err, len(files))
	}
	exception := regexp.MustCompile(`\[dir="rtl"\][^}]*\}`)
	for _, name := range files {
		css, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		for _, found := range physical.FindAllString(exception.ReplaceAllString(string(css), ""), -1) {
			t.Errorf("%s: %s", name, found)
		}
	}
	if !physical.MatchString("  margin-left: 4px;") || !physical.MatchString("left: 0;") || physical.MatchString("  padding-inline: 4px;") {
		t.Error("the pattern doesn't find what it is for")
	}
}
