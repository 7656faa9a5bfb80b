package assumptions

import (
	"fmt"
	"go/format"
	"os"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"payapp/internal/testing/golden"
)

var (
	line  = regexp.MustCompile(`^- \[([a-z0-9-]{4,30})\] \*\*(.+?\*?)\*\*([:; ].*?)(?: \*([^*]+)\*)? → (.+)$`)
	plain = strings.NewReplacer("`", "", "*", "")
)

// The list in code is the document's: every line has a name of its own, what is
// assumed and where it is changed.
func TestListIsTheDocuments(t *testing.T) {
	text, err := os.ReadFile("../../docs/assumptions.md")
	if err != nil {
		t.Fatal(err)
	}
	var code strings.Builder
	code.WriteString("// Code generated from docs/assumptions.md by go generate; DO NOT EDIT.\n\npackage assumptions\n\n// List is the document's, in its order.\nvar List = []Assumption{\n")
	named := map[string]bool{}
	for said := range strings.Lines(string(text)) {
		if !strings.HasPrefix(said, "- ") {
			continue
		}
		part := line.FindStringSubmatch(strings.TrimSuffix(said, "\n"))
		if part == nil {
			t.Errorf("not of the form - [name] **what is open**: what is assumed. *setting* → place: %.60s", said)
			continue
		}
		if named[part[1]] {
			t.Errorf("two are called %s", part[1])
		}
		named[part[1]] = true
		setting := plain.Replace(part[4])
		if own, ok := strings.CutPrefix(setting, "file: "); ok {
			setting = own + " in the file of PAYAPP_CATALOGUE"
		}
		fmt.Fprintf(&code, "\t{%q, %q},\n", part[1], setting)
	}
	code.WriteString("}\n")
	formatted, err := format.Source([]byte(code.String()))
	if err != nil {
		t.Fatal(err)
	}
	golden.Compare(t, "list_gen.go", string(formatted), "go generate ./internal/assumptions")
}

// Differences that are counted have names of the list.
func TestCountedDifferencesAreInTheList(t *testing.T) {
	counted := regexp.MustCompile(`(?:unlike\{|Differs\(|": |Problem\w+: |Form = )"([a-z]+(?:-[a-z]+)+)"`)
	n := 0
	for _, pattern := range []string{"../../apiclient/*.go", "../upstream/*.go", "../../handlers/*.go"} {
		files, err := filepath.Glob(pattern)
		if err != nil {
			t.Fatal(err)
		}
		for _, file := range files {
			code, err := os.ReadFile(file)
			if err != nil || strings.HasSuffix(file, "_test.go") || !strings.Contains(string(code), "Differs(") && !strings.Contains(string(code), "unlike{") && !strings.HasSuffix(file, "differ.go") {
				continue
			}
			for _, name := range counted.FindAllStringSubmatch(string(code), -1) {
				n++
				if !slices.ContainsFunc(List, func(a Assumption) bool { return a.Name == name[1] }) {
					t.Errorf("%s counts %s, which is no assumption", file, name[1])
				}
			}
		}
	}
	if n < 30 {
		t.Errorf("%d were found", n)
	}
}
