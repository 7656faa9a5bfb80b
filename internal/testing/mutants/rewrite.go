package main

import (
	"bytes"
	"fmt"
	"go/ast"
	"go/parser"
	"go/token"
	"strings"
)

// mutant is one change: what it does, and where.
type mutant struct{ where, what string }

// rewriter puts switches into files. A mutant's number is its index in mutants.
type rewriter struct {
	files   *token.FileSet
	mutants []mutant
	source  []byte
	// What comes before and after the text at an offset, and what takes an
	// operator's place. Nodes are visited before those inside them.
	before, after map[int]string
	operators     map[int]operator
}

type operator struct{ was, becomes string }

// file is the source with a switch for each mutant.
func (w *rewriter) file(path string, source []byte) ([]byte, error) {
	parsed, err := parser.ParseFile(w.files, path, source, parser.SkipObjectResolution)
	if err != nil {
		return nil, err
	}
	w.source, w.before, w.after, w.operators = source, map[int]string{}, map[int]string{}, map[int]operator{}
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
	w.before[from] += fmt.Sprintf(before, number)
	w.after[to] = after + w.after[to]
}

func (w *rewriter) operator(node *ast.BinaryExpr, text string) {
	w.operators[w.offset(node.OpPos)] = operator{node.Op.String(), text}
}

func (w *rewriter) offset(pos token.Pos) int { return w.files.Position(pos).Offset }

// edited is the source with all of it. At one place ends come before begins.
func (w *rewriter) edited() []byte {
	var out bytes.Buffer
	for at := 0; at <= len(w.source); at++ {
		out.WriteString(w.after[at] + w.before[at])
		if op := w.operators[at]; op.was != "" {
			out.WriteString(op.becomes)
			at += len(op.was) - 1
		} else if at < len(w.source) {
			out.WriteByte(w.source[at])
		}
	}
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
