package main

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"payapp/i18n"
)

// The commands of docs/howto/add-a-language.md, one after another.
func TestALanguageIsAdded(t *testing.T) {
	dir := t.TempDir()
	write := func(name, content string) {
		if err := os.WriteFile(filepath.Join(dir, name), []byte(content), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	answers := ""
	do := func(args ...string) string {
		t.Helper()
		var out bytes.Buffer
		if err := run(append([]string{"-dir", dir}, args...), strings.NewReader(answers), &out); err != nil {
			t.Fatal(err)
		}
		return out.String()
	}
	write("en.json", `{"a": "Copy", "b": "Paid"}`)
	if got := do("-only", "de"); got != "de: no file\n" {
		t.Errorf("got %q", got)
	}
	write("todo", strings.Replace(do("-open", "de"), `"Copy"`, `"Kopieren"`, 1))
	do("-merge", "de", "-file", filepath.Join(dir, "todo"))
	if got := do("-only", "de"); got != "de: complete\n" {
		t.Errorf("got %q", got)
	}
	write("en.json", `{"a": "Copy", "b": "You paid", "c": "Pay"}`)
	if got, want := do("-only", "de"), "de: 2 show in English\n  missing c\n  stale   b\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	for _, answers = range []string{"", "n\n", "y\n"} {
		if got := do("-only", "de"); !strings.Contains(got, "stale   b") {
			t.Errorf("before the answer %q: %q", answers, got)
		}
		if got, want := do("-stamp", "de"), "b\n  en: You paid\n  de: Paid\nstill right? [y/N] "; got != want {
			t.Errorf("got %q, want %q", got, want)
		}
	}
	if got, want := do("-only", "de"), "de: 1 show in English\n  missing c\n"; got != want {
		t.Errorf("got %q, want %q", got, want)
	}
	if got := do(); strings.Count(got, "no file") != len(i18n.Tags())-2 {
		t.Errorf("got %s", got)
	}
	if err := run([]string{"-dir", dir, "-open", "tlh"}, nil, &bytes.Buffer{}); err == nil {
		t.Error("a language that isn't in the registry is taken")
	}
}
