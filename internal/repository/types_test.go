package repository

import (
	"cmp"
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path"
	"path/filepath"
	"regexp"
	"strings"
	"testing"
)

// A type with more than these has to say why they belong together.
const (
	mostFields  = 15
	mostMethods = 25
)

// What a large type's comment says, once for its fields ("It has a field for each
// flag") and once for its methods ("Each operation is a method").
var (
	saysFields  = regexp.MustCompile(`\bfield\s+for\s+each\b`)
	saysMethods = regexp.MustCompile(`\bmethods?\b`)
)

// ourType is one type of ours, as written by hand.
type ourType struct {
	file, comment   string
	fields, methods int
}

func TestLargeTypesSayWhy(t *testing.T) {
	atTop(t)
	types := map[string]*ourType{} // by folder and name
	err := filepath.WalkDir(".", func(file string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		file = filepath.ToSlash(file)
		if entry.IsDir() && file != "." && (notOurs(entry.Name()) || file == "e2e/crowd") { // it measures: its types grow with what is measured
			return filepath.SkipDir
		}
		if strings.HasSuffix(file, ".go") && !strings.HasSuffix(file, "_test.go") {
			countTypes(t, file, types)
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	large := 0
	for name, found := range types {
		if found.fields > mostFields {
			large++
			if !saysFields.MatchString(found.comment) {
				t.Errorf("%s: %s has %d fields; its comment doesn't say what it has a field for each of", found.file, name, found.fields)
			}
		}
		if found.methods > mostMethods {
			large++
			if !saysMethods.MatchString(found.comment) {
				t.Errorf("%s: %s has %d methods; its comment doesn't say why they are its", found.file, name, found.methods)
			}
		}
	}
	if large < 20 {
		t.Errorf("only %d large types were found", large)
	}
}

// countTypes adds a file's types and methods.
func countTypes(t *testing.T, file string, types map[string]*ourType) {
	t.Helper()
	parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.ParseComments|parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	if ast.IsGenerated(parsed) {
		return
	}
	of := func(name string) *ourType {
		key := path.Dir(file) + "." + name
		if types[key] == nil {
			types[key] = &ourType{file: file}
		}
		return types[key]
	}
	for _, declared := range parsed.Decls {
		switch d := declared.(type) {
		case *ast.GenDecl:
			for _, spec := range d.Specs {
				if s, ok := spec.(*ast.TypeSpec); ok {
					found := of(s.Name.Name)
					found.file, found.comment = file, cmp.Or(s.Doc, d.Doc).Text()
					if body, ok := s.Type.(*ast.StructType); ok {
						found.fields = fieldsOf(body)
					}
				}
			}
		case *ast.FuncDecl:
			if name := receiver(d); name != "" {
				of(name).methods++
			}
		}
	}
}

// fieldsOf counts a struct's fields; an embedded one is one.
func fieldsOf(body *ast.StructType) int {
	n := 0
	for _, line := range body.Fields.List {
		n += max(1, len(line.Names))
	}
	return n
}

// receiver is the name of the type that a method is of, "" if it isn't one.
func receiver(f *ast.FuncDecl) string {
	if f.Recv == nil {
		return ""
	}
	of := f.Recv.List[0].Type
	if pointer, ok := of.(*ast.StarExpr); ok {
		of = pointer.X
	}
	switch generic := of.(type) {
	case *ast.IndexExpr:
		of = generic.X
	case *ast.IndexListExpr:
		of = generic.X
	}
	name, ok := of.(*ast.Ident)
	if !ok {
		return ""
	}
	return name.Name
}
