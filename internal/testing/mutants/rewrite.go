package main

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"sort"
	"strings"
)

// mutant is one change: what it does, and where.
type mutant struct{ where, what string }

// edit replaces the text between two offsets. Of edits that begin at the same
// place the outer one comes first.
type edit struct {
	at, end, width int
	text           string
}

// rewriter puts switches into files. A mutant's number is its index in mutants.
type rewriter struct {
	files   *token.FileSet
	mutants []mutant
	source  []byte
	edits   []edit
}

// file is the source with a switch for each mutant.
func (w *rewriter) file(path string, source []byte) ([]byte, error) {
	parsed, err := parser.ParseFile(w.files, path, source, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	w.source, w.edits = source, nil
	for _, declaration := range parsed.Decls {
		if function, ok := declaration.(*ast.FuncDecl); ok && function.Body != nil {
			ast.Inspect(function.Body, w.visit)
		}
	}
	return w.edited(), nil
}

func (w *rewriter) visit(node ast.Node) bool {
	switch node := node.(type) {
	case *ast.BinaryExpr:
		w.binary(node)
	case *ast.UnaryExpr:
		if node.Op == token.NOT {
			w.around(node, w.add(node, "negated"), "mutantNot(%d, ", ")")
		}
	case *ast.IfStmt:
		if _, call := node.Cond.(*ast.CallExpr); call {
			w.around(node.Cond, w.add(node.Cond, "negated"), "mutantNot(%d, ", ")")
		}
	case *ast.Ident:
		if node.Name == "true" || node.Name == "false" {
			w.around(node, w.add(node, "negated"), "mutantNot(%d, ", ")")
		}
	case *ast.BlockStmt:
		w.statements(node.List)
	case *ast.CaseClause:
		w.statements(node.Body)
	case *ast.GenDecl:
		return node.Tok != token.CONST
	}
	return true
}

func (w *rewriter) binary(node *ast.BinaryExpr) {
	switch node.Op {
	case token.EQL, token.NEQ:
		w.around(node, w.add(node, "negated"), "(mutantOn(%d) != (", "))")
	case token.LSS, token.LEQ, token.GTR, token.GEQ:
		negated, moved := w.add(node, "negated"), w.add(node, "bound moved")
		name := map[token.Token]string{token.LSS: "Less", token.LEQ: "AtMost", token.GTR: "More", token.GEQ: "AtLeast"}[node.Op]
		w.around(node, negated, "mutant"+name+fmt.Sprintf("(%%d, %d, ", moved), ")")
		w.operator(node, ", ")
	case token.LAND, token.LOR:
		name := map[token.Token]string{token.LAND: "And", token.LOR: "Or"}[node.Op]
		w.around(node, w.add(node, "and for or"), "mutant"+name+"(%d, ", ") })")
		w.operator(node, ", func() bool { return (")
	}
}

// statements puts removable statements behind switches.
func (w *rewriter) statements(list []ast.Stmt) {
	for _, statement := range list {
		switch s := statement.(type) {
		case *ast.AssignStmt:
			if s.Tok == token.DEFINE {
				continue
			}
		case *ast.BranchStmt:
			if s.Tok != token.CONTINUE {
				continue
			}
		case *ast.ExprStmt, *ast.IncDecStmt:
		default:
			continue
		}
		w.around(statement, w.add(statement, "left out"), "if !mutantOn(%d) { ", " }")
	}
}

func (w *rewriter) add(node ast.Node, what string) int {
	from, to := w.offset(node.Pos()), w.offset(node.End())
	text, _, _ := strings.Cut(string(w.source[from:to]), "\n")
	w.mutants = append(w.mutants, mutant{w.files.Position(node.Pos()).String(), what + ": " + text})
	return len(w.mutants) - 1
}

func (w *rewriter) around(node ast.Node, number int, before, after string) {
	from, to := w.offset(node.Pos()), w.offset(node.End())
	w.edits = append(w.edits, edit{from, from, to - from, fmt.Sprintf(before, number)}, edit{to, to, from - to, after})
}

func (w *rewriter) operator(node *ast.BinaryExpr, text string) {
	at := w.offset(node.OpPos)
	w.edits = append(w.edits, edit{at, at + len(node.Op.String()), 0, text})
}

func (w *rewriter) offset(pos token.Pos) int { return w.files.Position(pos).Offset }

// edited applies the edits. At one place ends come before begins, the inner end
// before the outer one, and the outer begin first.
func (w *rewriter) edited() []byte {
	sort.SliceStable(w.edits, func(i, j int) bool {
		a, b := w.edits[i], w.edits[j]
		switch {
		case a.at != b.at:
			return a.at < b.at
		case a.width < 0 && b.width < 0: // ends: width is minus the node's
			return a.width > b.width
		case a.width >= 0 && b.width >= 0:
			return a.width > b.width
		}
		return a.width < 0
	})
	var out bytes.Buffer
	last := 0
	for _, e := range w.edits {
		out.Write(w.source[last:e.at])
		out.WriteString(e.text)
		last = e.end
	}
	out.Write(w.source[last:])
	return out.Bytes()
}

// switches is a file of the changed package: the functions that the edits call.
const switches = `package %s

import (
	"cmp"
	"os"
	"strconv"
	"sync"
)

var (
	mutantChosen, _ = strconv.Atoi(os.Getenv("MUTANT"))
	mutantLog       = os.Getenv("MUTANTS_SEEN")
	mutantsSeen     sync.Map
)

// mutantOn reports whether a mutant is the one of this run. Without one, it
// notes that the tests reach it.
func mutantOn(number int) bool {
	if mutantLog != "" {
		if _, seen := mutantsSeen.LoadOrStore(number, nil); !seen {
			file, err := os.OpenFile(mutantLog, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o600)
			if err != nil {
				panic(err)
			}
			file.WriteString(strconv.Itoa(number) + "\n")
			file.Close()
		}
	}
	return mutantChosen == number
}

func mutantNot(number int, b bool) bool { return mutantOn(number) != b }

func mutantAnd(number int, a bool, b func() bool) bool {
	if mutantOn(number) {
		return a || b()
	}
	return a && b()
}

func mutantOr(number int, a bool, b func() bool) bool {
	if mutantOn(number) {
		return a && b()
	}
	return a || b()
}

func mutantLess[T cmp.Ordered](negated, moved int, a, b T) bool {
	return mutantOn(negated) != (a < b || mutantOn(moved) && a == b)
}

func mutantMore[T cmp.Ordered](negated, moved int, a, b T) bool {
	return mutantOn(negated) != (a > b || mutantOn(moved) && a == b)
}

func mutantAtMost[T cmp.Ordered](negated, moved int, a, b T) bool {
	return mutantOn(negated) != (a <= b && !(mutantOn(moved) && a == b))
}

func mutantAtLeast[T cmp.Ordered](negated, moved int, a, b T) bool {
	return mutantOn(negated) != (a >= b && !(mutantOn(moved) && a == b))
}
`
