package main

import (
	"errors"
	"go/build"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
)

// mayImport is the map of the house: which of payapp's packages each folder
// may import in its shipped files. ARCHITECTURE.md draws it.
var mayImport = map[string][]string{
	"":                  {"*"},
	"handlers":          {"apiclient", "scenarios", "methods", "views", "static", "i18n", "internal/session", "internal/watch", "internal/money", "internal/qr", "internal/config"},
	"scenarios":         {"methods", "apiclient", "internal/money"},
	"methods":           {"internal/money"},
	"apiclient":         {"internal/money"},
	"views":             {"views", "i18n", "static"},
	"static":            {"static"},
	"i18n":              {"i18n", "internal/money"},
	"internal/session":  {},
	"internal/watch":    {"apiclient", "internal/money"},
	"internal/money":    {},
	"internal/qr":       {},
	"internal/config":   {"internal/session"},
	"internal/merchant": {"apiclient", "scenarios", "internal/money"},
	"internal/coverage": {}, // data and a test
	"sandbox":           {"sandbox", "internal/money"},
	"e2e":               {"*"},
	"views/gallery":     {"*"}, // literal data for every page
	"deploy":            {},
}

// onlyIn lists modules that stay in some folders: echo, so that a move to its
// next version touches those alone.
var onlyIn = map[string][]string{
	"github.com/labstack/echo/v4":      {"", "handlers", "sandbox", "e2e"},
	"github.com/gorilla/securecookie":  {"internal/session"},
	"github.com/skip2/go-qrcode":       {"internal/qr"},
	"modernc.org/sqlite":               {"sandbox"},
	"github.com/nicksnyder/go-i18n/v2": {"i18n"},
	"github.com/bojanz/currency":       {"i18n", "internal/money"},
	"github.com/chromedp/chromedp":     {"e2e", "views/gallery"},
}

const module = "payapp"

func TestImports(t *testing.T) {
	packages := 0
	err := filepath.WalkDir(".", func(dir string, entry fs.DirEntry, err error) error {
		if err != nil || !entry.IsDir() {
			return err
		}
		if name := entry.Name(); dir != "." && (strings.HasPrefix(name, ".") || name == "testdata" || name == "node_modules") {
			return filepath.SkipDir
		}
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil && dir != "." {
			return filepath.SkipDir // another module
		}
		p, err := build.ImportDir(dir, 0)
		var none *build.NoGoError
		if errors.As(err, &none) {
			return nil
		}
		if err != nil {
			return err
		}
		packages++
		if _, err := os.Stat(filepath.Join(dir, "doc.go")); err != nil && dir != "." && p.Name != "main" {
			t.Errorf("%s has no doc.go: a room without a door plate", dir)
		}
		checkImports(t, strings.TrimPrefix(filepath.ToSlash(dir), "."), p.Imports)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if packages < 15 {
		t.Errorf("only %d packages were found: the walk has missed most of the house", packages)
	}
}

func checkImports(t *testing.T, folder string, imports []string) {
	t.Helper()
	rule, ok := ruleOf(folder, mayImport)
	if !ok {
		t.Errorf("%s: a new top-level folder needs a line in the map, and a reason in docs/adr", folder)
		return
	}
	for _, path := range imports {
		if own, ok := strings.CutPrefix(path, module+"/"); ok {
			if !slices.Contains(rule, "*") && !within(own, rule) {
				t.Errorf("%s imports %s; it may import %v only", folder, own, rule)
			}
			continue
		}
		for lib, folders := range onlyIn {
			if (path == lib || strings.HasPrefix(path, lib+"/")) && !within(folder, folders) {
				t.Errorf("%s imports %s, which stays in %v", folder, path, folders)
			}
		}
	}
}

// ruleOf finds the rule of the folder or of its nearest parent.
func ruleOf(folder string, rules map[string][]string) ([]string, bool) {
	for at := folder; ; at = at[:strings.LastIndex(at, "/")] {
		if rule, ok := rules[at]; ok {
			return rule, true
		}
		if !strings.Contains(at, "/") {
			return nil, false
		}
	}
}

// within reports whether the folder is one of the list, or below one.
func within(folder string, list []string) bool {
	return slices.ContainsFunc(list, func(top string) bool {
		return folder == top || top != "" && strings.HasPrefix(folder, top+"/")
	})
}
