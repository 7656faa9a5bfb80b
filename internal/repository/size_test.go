package repository

import (
	"io/fs"
	"path/filepath"
	"strings"
	"testing"
)

// mostLines is the size of a package that one can still read as a whole: Go and
// templ, without tests and what is generated. Ours.
const mostLines = 2500

func TestPackagesAreSmallEnough(t *testing.T) {
	atTop(t)
	lines := map[string]int{}
	err := filepath.WalkDir(".", func(file string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() && file != "." && notOurs(entry.Name()) {
			return filepath.SkipDir
		}
		ours := strings.HasSuffix(file, ".templ") || strings.HasSuffix(file, ".go") && !strings.HasSuffix(file, "_test.go")
		if entry.IsDir() || !ours {
			return nil
		}
		if content := readFile(t, file); !generatedMark[".go"].MatchString(content) {
			lines[filepath.Dir(file)] += strings.Count(content, "\n")
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if lines["scenarios"] < 1000 {
		t.Errorf("scenarios has %d lines: they aren't counted", lines["scenarios"])
	}
	for folder, n := range lines {
		if n > mostLines {
			t.Errorf("%s has %d lines, %d at most: what in it is a subject of its own?", folder, n, mostLines)
		}
	}
}
