package presenter

import (
	"go/ast"
	"go/parser"
	"go/token"
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"
)

var hookForm = regexp.MustCompile(`^[a-z][A-Za-z]*$`)

// hooksIn are the hooks that a file's functions write: their only literals of
// one word.
func hooksIn(t *testing.T, file string) []string {
	t.Helper()
	parsed, err := parser.ParseFile(token.NewFileSet(), file, nil, parser.SkipObjectResolution)
	if err != nil {
		t.Fatal(err)
	}
	var hooks []string
	for _, declared := range parsed.Decls {
		if _, is := declared.(*ast.FuncDecl); !is {
			continue
		}
		ast.Inspect(declared, func(n ast.Node) bool {
			if literal, is := n.(*ast.BasicLit); is && literal.Kind == token.STRING {
				if text, err := strconv.Unquote(literal.Value); err == nil && hookForm.MatchString(text) {
					hooks = append(hooks, text)
				}
			}
			return true
		})
	}
	return hooks
}

// A line of the receipt is seen once: a payment of the gallery has its property.
func TestEveryLineOfTheReceiptIsSeen(t *testing.T) {
	pages, err := os.ReadFile("../../views/gallery/testdata/status.txt")
	if err != nil {
		t.Fatal(err)
	}
	hooks := append(hooksIn(t, "receipt.go"), hooksIn(t, "row.go")...)
	if len(hooks) < 9 {
		t.Errorf("only %v are found", hooks)
	}
	for _, hook := range hooks {
		if !strings.Contains(string(pages), `[data-row="`+hook+`"`) {
			t.Errorf("no page of the gallery has the line %s: give a payment of views/gallery/status.go the property, and make golden", hook)
		}
	}
}
