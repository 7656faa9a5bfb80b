package coverage

import (
	"fmt"
	"os"
	"path"
	"slices"
	"strings"
	"testing"

	"go.yaml.in/yaml/v3"

	"payapp/internal/testing/golden"
)

const (
	root     = "../.."
	pageFile = root + "/docs/coverage.md"
)

// section is a part of the interface.
type section struct {
	Section, About string
	Names          string // of its tables, separated by white space
	Statements     []statement
}

// statement is one thing that the interface says.
type statement struct {
	ID, Says string
	Tests    []string // with other names than the statement's
}

func statements(t *testing.T) []section {
	t.Helper()
	file, err := os.Open("statements.yaml")
	if err != nil {
		t.Fatal(err)
	}
	defer file.Close()
	decoder := yaml.NewDecoder(file)
	decoder.KnownFields(true)
	var sections []section
	if err := decoder.Decode(&sections); err != nil {
		t.Fatal(err)
	}
	return sections
}

// Every statement has a test, and the page says which.
func TestEveryStatementHasATest(t *testing.T) {
	tests := collect(t, root)
	seen := map[string]bool{}
	var page strings.Builder
	var rows, held int
	for _, s := range statements(t) {
		fmt.Fprintf(&page, "\n## %s\n\n", s.Section)
		if s.About != "" {
			fmt.Fprintf(&page, "%s\n\n", s.About)
		}
		page.WriteString("| Statement | Tests |\n|---|---|\n")
		for _, statement := range s.Statements {
			if seen[statement.ID] {
				t.Errorf("%s: listed twice", statement.ID)
			}
			seen[statement.ID] = true
			found := tests.of(t, statement)
			if len(found) == 0 {
				t.Errorf("%s: no test", statement.ID)
			}
			rows++
			held += min(1, len(found))
			fmt.Fprintf(&page, "| %s | %s |\n", text(statement), links(found))
		}
	}
	golden.Compare(t, pageFile, fmt.Sprintf(pageHead, rows, held, rows-held)+page.String(), "go test ./internal/coverage -update")
}

const pageHead = `# What the interface says, and the tests that hold it

<!-- Made by "go test ./internal/coverage -update"; changes here are lost. -->

%d statements of the gateway's interface; %d have tests, %d have none. Tests are found by their names: ` + "`TestErrors409…`" + ` belongs to "Errors
409", a subtest to the statement that it is called by.
`

func text(s statement) string {
	says := s.Says
	switch number, isNumbered := strings.CutPrefix(s.ID, "Authentication "); {
	case says == "":
		says = s.ID
	case strings.HasPrefix(s.ID, "POST ") || strings.HasPrefix(s.ID, "GET "):
		says = s.ID + ". " + says
	case isNumbered:
		number, _, _ = strings.Cut(number, " ")
		says = number + ". " + says
	case strings.HasPrefix(s.ID, "Errors ") && s.ID[7] >= '0' && s.ID[7] <= '9':
		says = s.ID[7:] + ": " + says
	}
	return escape(says)
}

func links(found []found) string {
	var parts []string
	for _, f := range found {
		label := f.name
		if f.subtest != "" {
			label += "/" + f.subtest
		}
		parts = append(parts, fmt.Sprintf("[%s](../%s)", escape(label), path.Join(f.folder, f.file)))
	}
	slices.Sort(parts)
	return strings.Join(slices.Compact(parts), "<br>")
}

// escape keeps a table's cells apart, and brackets and pointed names as they
// are.
func escape(s string) string {
	return strings.NewReplacer("|", `\|`, "[", `\[`, "]", `\]`, "<", "&lt;", "_", `\_`).Replace(s)
}
