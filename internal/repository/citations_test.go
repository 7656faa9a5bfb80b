package repository

import (
	"io/fs"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// interfaceFile is what comments and documents cite as "interface.md, Section".
const interfaceFile = "docs/interface.md"

// headings are the sections of a document, each with its text up to the next.
func headings(text string) map[string]string {
	found := map[string]string{}
	at := mdHeading.FindAllStringSubmatchIndex(text, -1)
	for i, heading := range at {
		end := len(text)
		if i+1 < len(at) {
			end = at[i+1][0]
		}
		found[text[heading[2]:heading[3]]] = text[heading[1]:end]
	}
	return found
}

var (
	// A capital, a digit or a quotation mark after the comma begins a citation;
	// anything else goes on with a sentence.
	citation = regexp.MustCompile("interface\\.md`?, ([A-Z0-9\"].{0,80})")
	// A citation may go on in the next line of a comment.
	lineEnd       = regexp.MustCompile(`\n[ \t]*(//|#|\*)?[ \t]*`)
	citedNumber   = regexp.MustCompile(`^ (\d+(?:\.\d+)?)`)
	numberedPoint = regexp.MustCompile(`(?m)^(?:(\d+)\. |\| (2\.\d+) \|)`)
)

// cited lists what a file cites of the interface, with what follows.
func cited(text string) []string {
	var list []string
	for _, found := range citation.FindAllStringSubmatch(lineEnd.ReplaceAllString(text, " "), -1) {
		list = append(list, found[1])
	}
	return list
}

// unresolved says what is wrong with a citation; "" is nothing.
func unresolved(text string, sections map[string]string) string {
	best := ""
	for name := range sections {
		rest, ok := strings.CutPrefix(text, name)
		if ok && len(name) > len(best) && !regexp.MustCompile(`^\w`).MatchString(rest) {
			best = name
		}
	}
	if best == "" {
		return "no section is called so"
	}
	number := citedNumber.FindStringSubmatch(strings.TrimPrefix(text, best))
	if number == nil {
		return ""
	}
	for _, point := range numberedPoint.FindAllStringSubmatch(sections[best], -1) {
		if slices.Contains(point[1:], number[1]) {
			return ""
		}
	}
	return "the section has no such number"
}

func TestCitationsOfTheInterfaceResolve(t *testing.T) {
	atTop(t)
	sections := headings(readFile(t, interfaceFile))
	citations := 0
	err := filepath.WalkDir(".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() {
			if name != "." && notOurs(entry.Name()) {
				return filepath.SkipDir
			}
			return nil
		}
		if !slices.Contains([]string{".go", ".templ", ".md", ".yaml", ".html", ".js", ".css", ".sh"}, filepath.Ext(name)) ||
			strings.HasPrefix(filepath.ToSlash(name), "internal/repository/") {
			return nil
		}
		for _, text := range cited(readFile(t, name)) {
			citations++
			if fault := unresolved(text, sections); fault != "" {
				t.Errorf("%s cites interface.md, %.60s…: %s", name, text, fault)
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if citations < 80 {
		t.Errorf("only %d citations were found", citations)
	}
}

// The statements that docs/coverage.md counts stand under the interface's own sections.
func TestSectionsOfStatementsAreTheInterfaces(t *testing.T) {
	atTop(t)
	sections := headings(readFile(t, interfaceFile))
	found := regexp.MustCompile(`(?m)^- section: (.+)$`).FindAllStringSubmatch(readFile(t, "internal/coverage/statements.yaml"), -1)
	if len(found) < 15 {
		t.Errorf("only %d sections were found", len(found))
	}
	for _, section := range found {
		if _, ok := sections[section[1]]; !ok {
			t.Errorf("statements.yaml has the section %q, which the interface hasn't", section[1])
		}
	}
}

func TestUnresolved(t *testing.T) {
	sections := headings("# Interface\n## Limits\n10 a second\n## Authentication\n1. bearer\n2. created\n## Change history\n| 2.9 | 429 |\n")
	for text, want := range map[string]bool{
		"// interface.md, Limits: 10 requests":            true,
		"// (interface.md,\n// Authentication 2–4)":       true,
		"// interface.md, Change history 2.9: the 429":    true,
		"`interface.md`, Limits":                          true,
		"// interface.md, Bounds: 10 requests":            false,
		"// interface.md, Limitsandmore":                  false,
		"// interface.md, \"Limits\"":                     false,
		"// interface.md, Authentication 3: a third":      false,
		"// interface.md, Change history 2.10: a version": false,
		"// interface.md, 2.9: the 429":                   false,
	} {
		list := cited(text)
		if len(list) != 1 {
			t.Fatalf("%q: found %q", text, list)
		}
		if got := unresolved(list[0], sections) == ""; got != want {
			t.Errorf("%q: got %v", text, got)
		}
	}
	if list := cited("as interface.md, which is short, says; interface.md says"); len(list) != 0 {
		t.Errorf("found %q in prose", list)
	}
}
