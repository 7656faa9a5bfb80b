package repository

import (
	"io/fs"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// generatedMark is what generators write at the top of a file, by its ending.
var generatedMark = map[string]*regexp.Regexp{
	".go": regexp.MustCompile(`(?m)^// Code generated .* DO NOT EDIT\.$`),
	".md": regexp.MustCompile(`(?m)^<!-- Made by "go .*changes here are lost\. -->$`),
}

// matches reads a pattern of .gitattributes, as far as ours go: a name anywhere,
// a folder with all in it (**), or a path.
func matches(pattern, file string) bool {
	if !strings.Contains(pattern, "/") {
		file = path.Base(file)
	}
	if folder, ok := strings.CutSuffix(pattern, "**"); ok {
		return strings.HasPrefix(file, folder)
	}
	ok, err := path.Match(pattern, file)
	return ok && err == nil
}

func TestGeneratedFilesAreMarked(t *testing.T) {
	atTop(t)
	var patterns []string
	for line := range strings.Lines(readFile(t, ".gitattributes")) {
		if words := strings.Fields(line); len(words) == 2 && words[0] != "#" {
			patterns = append(patterns, words[0])
		}
	}
	used := map[string]bool{}
	generated := 0
	err := filepath.WalkDir(".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() {
			if strings.HasPrefix(entry.Name(), ".") && name != "." {
				return filepath.SkipDir
			}
			return nil
		}
		name = filepath.ToSlash(name)
		marked := false
		for _, pattern := range patterns {
			if matches(pattern, name) {
				marked, used[pattern] = true, true
			}
		}
		if mark := generatedMark[filepath.Ext(name)]; mark != nil && mark.MatchString(readFile(t, name)) {
			generated++
			if !marked {
				t.Errorf(".gitattributes doesn't mark %s, which is generated", name)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if generated < 10 {
		t.Errorf("only %d generated files were found", generated)
	}
	for _, pattern := range patterns {
		if !used[pattern] {
			t.Errorf(".gitattributes has %s, which no file is called", pattern)
		}
	}
}
