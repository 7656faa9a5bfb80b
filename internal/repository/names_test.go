package repository

import (
	"go/ast"
	"go/parser"
	"go/token"
	"go/types"
	"regexp"
	"strings"
	"testing"
)

// declares reports whether the file declares the name: in Go at its top level,
// as a method or a field ("Config.Secure", or "Secure" alone); elsewhere it is
// enough that the word occurs.
func declares(t *testing.T, file string, data []byte, name string) bool {
	t.Helper()
	if !strings.HasSuffix(file, ".go") {
		return regexp.MustCompile(`\b` + regexp.QuoteMeta(name) + `\b`).Match(data)
	}
	parsed, err := parser.ParseFile(token.NewFileSet(), file, data, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	names := map[string]bool{}
	member := func(of, name string) { names[name], names[of+"."+name] = true, true }
	for _, declaration := range parsed.Decls {
		switch d := declaration.(type) {
		case *ast.FuncDecl:
			names[d.Name.Name] = true
			if d.Recv != nil {
				member(strings.TrimPrefix(types.ExprString(d.Recv.List[0].Type), "*"), d.Name.Name)
			}
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				switch s := spec.(type) {
				case *ast.ValueSpec:
					for _, n := range s.Names {
						names[n.Name] = true
					}
				case *ast.TypeSpec:
					names[s.Name.Name] = true
					if structure, ok := s.Type.(*ast.StructType); ok {
						for _, field := range structure.Fields.List {
							for _, n := range field.Names {
								member(s.Name.Name, n.Name)
							}
						}
					}
				}
			}
		}
	}
	return names[name]
}

func TestDeclares(t *testing.T) {
	source := []byte("package p\n// ghost\ntype T struct{ field int }\nfunc (t *T) method() { local := 1; _ = local }\nvar v, w int\n")
	for name, want := range map[string]bool{
		"T": true, "field": true, "T.field": true, "method": true, "T.method": true, "w": true,
		"ghost": false, "local": false, "p": false, "U.method": false,
	} {
		if got := declares(t, "p.go", source, name); got != want {
			t.Errorf("%s: got %v", name, got)
		}
	}
}
