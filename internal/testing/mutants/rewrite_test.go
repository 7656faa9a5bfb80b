package main

import (
	"go/format"
	"go/token"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const before = `package p

const most = 1 << 3 &^ 2

func f(a, b int, ok bool) (n int) {
	if a < b && (a == 0 ||
		!ok) {
		n = most
	}
	for i := range a {
		if i >= 2 {
			continue
		}
		n++
	}
	return n
}
`

const after = `package p

const most = 1 << 3 &^ 2

func f(a, b int, ok bool) (n int) {
	if mutantAnd(1, mutantLess(2, 3, a, b), func() bool {
		return (mutantOr(4, (mutantOn(5) != (a == 0)), func() bool {
			return (mutantNot(6, !ok))
		}))
	}) {
		if !mutantOn(7) {
			n = most
		}
	}
	for i := range a {
		if mutantAtLeast(9, 10, i, 2) {
			if !mutantOn(11) {
				continue
			}
		}
		if !mutantOn(8) {
			n++
		}
	}
	return n
}
`

// The changed text is valid Go, and behaves the same until a switch is set.
func TestSwitchesArePutIn(t *testing.T) {
	w := &rewriter{files: token.NewFileSet(), mutants: []mutant{{}}}
	changed, err := w.file("p.go", []byte(before))
	if err != nil {
		t.Fatal(err)
	}
	got, err := format.Source(changed)
	if err != nil {
		t.Fatalf("%v\n%s", err, changed)
	}
	want := []mutant{
		{}, {"p.go:6:5", "and for or: a < b && (a == 0 ||"}, {"p.go:6:5", "negated: a < b"},
		{"p.go:6:5", "bound moved: a < b"},
		{"p.go:6:15", "and for or: a == 0 ||"}, {"p.go:6:15", "negated: a == 0"}, {"p.go:7:3", "negated: !ok"},
		{"p.go:8:3", "left out: n = most"},
		{"p.go:14:3", "left out: n++"}, {"p.go:11:6", "negated: i >= 2"}, {"p.go:11:6", "bound moved: i >= 2"}, {"p.go:12:4", "left out: continue"},
	}
	if diff := cmp.Diff(want, w.mutants, cmp.AllowUnexported(mutant{})); diff != "" {
		t.Error(diff)
	}
	if diff := cmp.Diff(after, string(got)); diff != "" {
		t.Error(diff)
	}
}
