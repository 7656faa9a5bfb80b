package repository

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"
)

// commentFile is a file's name in a comment, such as plan.go or
// docs/assumptions.md.
var commentFile = regexp.MustCompile(`(?:^|[\s(\[,;:"'\x60])((?:\.\./)*[\w-][\w./-]*` +
	`\.(?:go|templ|lua|sql|json|yaml|html|md|sh|css|js))\b`)

// namedFiles lists the files that a comment names.
func namedFiles(comment string) []string {
	var names []string
	for _, found := range commentFile.FindAllStringSubmatch(comment, -1) {
		names = append(names, found[1])
	}
	return names
}

// A comment names a file by its place from the top of the repository or from its
// own folder. interface.md alone is docs/interface.md, whose citations have a
// test of their own.
func TestFilesNamedInCommentsExist(t *testing.T) {
	atTop(t)
	named := 0
	err := filepath.WalkDir(".", func(file string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() && file != "." && notOurs(entry.Name()) {
			return filepath.SkipDir
		}
		if file = filepath.ToSlash(file); !strings.HasSuffix(file, ".go") || strings.HasPrefix(file, "internal/repository/") {
			return nil
		}
		for _, comment := range commentsOf(t, file) {
			for _, name := range namedFiles(comment.Text()) {
				named++
				if name == path.Base(interfaceFile) {
					continue
				}
				if !isFile(name) && !isFile(path.Join(path.Dir(file), name)) {
					t.Errorf("%s: a comment names %s, which isn't there", file, name)
				}
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if named < 50 {
		t.Errorf("only %d names were found", named)
	}
}

func commentsOf(t *testing.T, file string) []*ast.CommentGroup {
	t.Helper()
	parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	return parsed.Comments
}

func isFile(name string) bool {
	info, err := os.Stat(name)
	return err == nil && info.Mode().IsRegular()
}

func TestNamedFiles(t *testing.T) {
	for comment, want := range map[string][]string{
		"plan, in plan.go).":                            {"plan.go"},
		"(lua/beat.lua: fresh), docs/assumptions.md":    {"lua/beat.lua", "docs/assumptions.md"},
		"../sandbox/openapi.yaml, see .golangci.yml":    {"../sandbox/openapi.yaml"},
		"https://pay.example/x.html, a.goal, rows_*.go": nil,
	} {
		if got := namedFiles(comment); !slices.Equal(got, want) {
			t.Errorf("%q: got %q, want %q", comment, got, want)
		}
	}
}
