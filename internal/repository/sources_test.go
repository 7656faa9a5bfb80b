package repository

import (
	"go/ast"
	"go/parser"
	"go/token"
	"io/fs"
	"path/filepath"
	"strconv"
	"strings"
	"testing"
)

// sources are the Go files of the folders and of those below, without tests and what is
// for tests.
func sources(t *testing.T, folders ...string) (files []*ast.File) {
	t.Helper()
	for _, folder := range folders {
		err := filepath.WalkDir(folder, func(name string, entry fs.DirEntry, err error) error {
			if err != nil {
				return err
			}
			if entry.IsDir() && (notOurs(entry.Name()) || name == filepath.Join("internal", "testing")) {
				return filepath.SkipDir
			}
			if !strings.HasSuffix(name, ".go") || strings.HasSuffix(name, "_test.go") {
				return nil
			}
			file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
			files = append(files, file)
			return err
		})
		if err != nil {
			t.Fatal(err)
		}
	}
	return files
}

// literal is the text of a string that stands in the code, or "".
func literal(n ast.Node) string {
	if l, ok := n.(*ast.BasicLit); ok && l.Kind == token.STRING {
		if text, err := strconv.Unquote(l.Value); err == nil {
			return text
		}
	}
	return ""
}

// addExported adds the names that a package offers: functions, types with their fields
// and methods, variables and constants.
func addExported(t *testing.T, names map[string]bool, folder string) {
	t.Helper()
	files, err := filepath.Glob(folder + "/*.go")
	if err != nil {
		t.Fatal(err)
	}
	add := func(parts ...string) {
		for _, part := range parts {
			if !ast.IsExported(part) {
				return
			}
		}
		names[folder+" "+strings.Join(parts, ".")] = true
	}
	for _, name := range files {
		if strings.HasSuffix(name, "_test.go") {
			continue
		}
		file, err := parser.ParseFile(token.NewFileSet(), name, nil, parser.SkipObjectResolution)
		if err != nil {
			t.Fatal(err)
		}
		for _, declaration := range file.Decls {
			switch d := declaration.(type) {
			case *ast.FuncDecl:
				if d.Recv == nil {
					add(d.Name.Name)
				} else {
					add(receiver(d.Recv.List[0].Type), d.Name.Name)
				}
			case *ast.GenDecl:
				for _, spec := range d.Specs {
					addSpec(add, spec)
				}
			}
		}
	}
}

func addSpec(add func(...string), spec ast.Spec) {
	switch s := spec.(type) {
	case *ast.ValueSpec:
		for _, name := range s.Names {
			add(name.Name)
		}
	case *ast.TypeSpec:
		add(s.Name.Name)
		var members *ast.FieldList
		switch kind := s.Type.(type) {
		case *ast.StructType:
			members = kind.Fields
		case *ast.InterfaceType:
			members = kind.Methods
		default:
			return
		}
		for _, member := range members.List {
			for _, name := range member.Names {
				add(s.Name.Name, name.Name)
			}
		}
	}
}

// receiver is the name of a method's type.
func receiver(x ast.Expr) string {
	switch x := x.(type) {
	case *ast.StarExpr:
		return receiver(x.X)
	case *ast.IndexExpr:
		return receiver(x.X)
	case *ast.Ident:
		return x.Name
	}
	return ""
}
