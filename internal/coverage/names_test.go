package coverage

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
	"unicode"
)

// testFunc is a test with the names that its subtests may have.
type testFunc struct {
	folder, file, name string
	subtests           map[string]bool
}

// found is a test, or one subtest of it, that holds a statement.
type found struct {
	folder, file, name, subtest string
}

type testFuncs []testFunc

// collect reads the names of all tests below the folder.
func collect(t *testing.T, top string) testFuncs {
	t.Helper()
	var all testFuncs
	err := filepath.WalkDir(top, func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if base := entry.Name(); entry.IsDir() && name != top && (strings.HasPrefix(base, ".") || base == "testdata" || base == "node_modules") {
			return filepath.SkipDir
		}
		if !strings.HasSuffix(name, "_test.go") {
			return nil
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		if err != nil {
			return err
		}
		folder, err := filepath.Rel(top, filepath.Dir(name))
		if err != nil {
			return err
		}
		for _, declaration := range file.Decls {
			if f, ok := declaration.(*ast.FuncDecl); ok && f.Recv == nil && strings.HasPrefix(f.Name.Name, "Test") && f.Body != nil {
				all = append(all, testFunc{filepath.ToSlash(folder), filepath.Base(name), f.Name.Name, subtests(f.Body)})
			}
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(all) < 200 {
		t.Fatalf("only %d tests were found: the walk has missed most of them", len(all))
	}
	return all
}

// subtests are the names that a test's t.Run may get, as far as they can be
// read without running it: a text; a key of a map; the first text of a table's
// row, or its first two, as in "2.80" and "customerName added". A test without
// t.Run has none.
func subtests(body *ast.BlockStmt) map[string]bool {
	names, runs := map[string]bool{}, false
	add := func(nodes ...ast.Expr) {
		var texts []string
		for _, node := range nodes {
			if s, ok := stringOf(node); ok && len(texts) < 2 {
				texts = append(texts, s)
				names[strings.Join(texts, " ")] = true
			} else {
				return
			}
		}
	}
	ast.Inspect(body, func(node ast.Node) bool {
		switch n := node.(type) {
		case *ast.CallExpr:
			if called, ok := n.Fun.(*ast.SelectorExpr); ok && called.Sel.Name == "Run" && len(n.Args) == 2 {
				runs = true
				add(n.Args[0])
			}
		case *ast.CompositeLit:
			if n.Type == nil { // a row of a table
				add(values(n.Elts)...)
			}
			if _, ok := n.Type.(*ast.MapType); ok {
				for _, element := range n.Elts {
					add(element.(*ast.KeyValueExpr).Key)
				}
			}
		}
		return true
	})
	if !runs {
		return nil
	}
	return names
}

func values(elements []ast.Expr) []ast.Expr {
	var list []ast.Expr
	for _, element := range elements {
		if pair, ok := element.(*ast.KeyValueExpr); ok {
			element = pair.Value
		}
		list = append(list, element)
	}
	return list
}

func stringOf(node ast.Node) (string, bool) {
	literal, ok := node.(*ast.BasicLit)
	if !ok || literal.Kind != token.STRING {
		return "", false
	}
	s, err := strconv.Unquote(literal.Value)
	return s, err == nil
}

// of finds the tests of a statement: by its name, and those it lists.
func (all testFuncs) of(t *testing.T, s statement) []found {
	t.Helper()
	var list []found
	function := "Test" + compact(s.ID)
	for _, f := range all {
		rest, called := strings.CutPrefix(f.name, function)
		if called && (rest == "" || rest[0] < '0' || rest[0] > '9') {
			list = append(list, found{f.folder, f.file, f.name, ""})
		}
		if f.subtests[s.ID] {
			list = append(list, found{f.folder, f.file, f.name, s.ID})
		}
	}
	for _, reference := range s.Tests {
		folder, name, _ := strings.Cut(reference, " ")
		name, subtest, _ := strings.Cut(name, "/")
		at := len(list)
		for _, f := range all {
			if f.folder == folder && f.name == name && (subtest == "" || f.subtests[subtest]) {
				list = append(list, found{f.folder, f.file, f.name, subtest})
			}
		}
		if len(list) == at {
			t.Errorf("%s: there is no test %q", s.ID, reference)
		}
	}
	return list
}

// compact makes a part of a function's name of a statement's: "Endpoints rule
// 3" is EndpointsRule3.
func compact(id string) string {
	var name strings.Builder
	for word := range strings.FieldsFuncSeq(id, func(r rune) bool { return !unicode.IsLetter(r) && !unicode.IsDigit(r) }) {
		name.WriteString(strings.ToUpper(word[:1]) + word[1:])
	}
	return name.String()
}

func TestNamesOfSubtestsAreFound(t *testing.T) {
	const source = `package p
func TestX(t *testing.T) {
	for _, c := range []claim{{version: "2.80", statement: "a thing added", n: 1}, {"2.79", "another", 2}} {
		t.Run(c.version+" "+c.statement, nil)
	}
	for name := range map[string]int{"a key": 1} {
		t.Run(name, f("no name"))
	}
	t.Run("by itself", nil)
}
func TestY(t *testing.T) { f("no subtest", []row{{"neither"}}) }`
	file, err := parser.ParseFile(token.NewFileSet(), "x.go", source, 0)
	if err != nil {
		t.Fatal(err)
	}
	names := subtests(file.Decls[0].(*ast.FuncDecl).Body)
	for _, want := range []string{"2.80 a thing added", "2.79 another", "a key", "by itself"} {
		if !names[want] {
			t.Errorf("%q isn't found in %v", want, names)
		}
	}
	if names["no name"] || len(subtests(file.Decls[1].(*ast.FuncDecl).Body)) != 0 {
		t.Errorf("found too much: %v", names)
	}
	all := testFuncs{{"p", "x_test.go", "TestErrors404Version", names}, {"p", "x_test.go", "TestErrors4040", nil}}
	for id, want := range map[string]int{"Errors 404": 1, "by itself": 1, "2.79 another": 1, "Errors 40": 0, "nothing": 0} {
		if got := all.of(t, statement{ID: id}); len(got) != want {
			t.Errorf("%s: got %v, want %d", id, got, want)
		}
	}
}
