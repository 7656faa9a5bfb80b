package repository

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
	"":                         {"internal/cli", "internal/server"},
	"handlers":                 {"handlers/internal", "internal/presenter", "apiclient", "scenarios", "methods", "static", "i18n", "internal/session", "internal/upstream", "internal/known", "internal/once", "money", "internal/qr", "internal/relay", "internal/stream", "internal/site", "internal/links", "internal/tracing", "internal/query"},
	"handlers/internal":        {"handlers/internal", "internal/query", "internal/tracing", "internal/network", "static", "scenarios", "internal/known", "apiclient"},
	"internal/presenter":       {"scenarios", "internal/known", "methods", "apiclient", "views", "i18n", "money", "internal/qr", "internal/payload", "internal/search", "internal/site", "internal/links"},
	"scenarios":                {"scenarios/entry", "internal/known", "methods", "apiclient", "money", "internal/links", "internal/payload"},
	"scenarios/entry":          {"apiclient", "money", "internal/links", "internal/query", "internal/invisible"},
	"methods":                  {"internal/links", "internal/invisible"},
	"internal/known":           {"apiclient", "money"},
	"apiclient":                {"money"},
	"views":                    {"views", "i18n", "static", "internal/site", "internal/links"},
	"static":                   {"static"},
	"i18n":                     {"i18n", "money"},
	"internal/session":         {},
	"internal/site":            {}, // one struct for every floor
	"internal/network":         {},
	"internal/invisible":       {},
	"internal/query":           {},
	"internal/once":            {},
	"internal/stream":          {"internal/network"},
	"internal/tracing":         {},
	"money":                    {},
	"internal/links":           {},
	"internal/qr":              {},
	"internal/payload":         {},
	"internal/relay":           {},
	"internal/search":          {"apiclient"},
	"internal/config":          {"internal/session", "internal/site", "internal/links"},
	"internal/build":           {},
	"internal/assumptions":     {},
	"internal/doctor":          {"internal/findings", "static"},
	"internal/findings":        {},
	"internal/conform":         {"internal/assumptions", "internal/findings", "internal/known", "internal/links", "internal/payload", "internal/qr", "apiclient", "scenarios", "methods", "money"},
	"internal/notices":         {},
	"internal/cli":             {"internal/server", "apiclient", "scenarios", "internal/config", "internal/build", "internal/doctor", "internal/conform", "internal/findings", "internal/notices", "internal/query", "methods", "money", "e2e/run"},
	"internal/server":          {"internal/application", "internal/build", "internal/config", "internal/findings", "internal/session", "internal/tracing", "methods", "sandbox"},
	"internal/application":     {"apiclient", "handlers", "methods", "i18n", "internal/session", "internal/upstream", "internal/relay", "internal/stream", "internal/site", "internal/tracing"},
	"internal/repository":      {}, // tests alone
	"internal/testing":         {},
	"internal/testing/claims":  {"scenarios", "internal/known", "money"},
	"internal/testing/dialect": {"i18n"},
	"docs/examples":            {}, // shops, which need nothing of ours
	"sandbox":                  {"sandbox/api", "sandbox/shop", "sandbox/console", "sandbox/internal"},
	"sandbox/api":              {"sandbox/internal", "money"},
	"sandbox/shop":             {"sandbox/internal", "money"},
	"sandbox/console":          {"sandbox/shop", "sandbox/internal", "money"},
	"sandbox/internal":         {"sandbox/internal", "money"},
	"e2e":                      {"*"},
	"views/gallery":            {"*"}, // moments of payments, for every page
	"deploy":                   {},

	"internal/upstream":          {"internal/upstream/replicas", "internal/upstream/limiter", "internal/upstream/polls", "internal/upstream/payment", "internal/upstream/aged", "internal/known", "internal/once", "internal/tracing", "apiclient", "money"},
	"internal/upstream/payment":  {"apiclient"},
	"internal/upstream/polls":    {"internal/upstream/payment"},
	"internal/upstream/replicas": {"internal/upstream/aged", "internal/upstream/limiter", "internal/upstream/polls", "internal/upstream/payment", "internal/known"},
	"internal/upstream/limiter":  {"internal/upstream/polls", "internal/upstream/aged", "internal/network"},
	"internal/upstream/aged":     {},
}

// floors are the packages that one payment goes through, from the top of the
// house to its ground.
var floors = [][]string{
	{"", "internal/cli", "internal/server"},
	{"internal/application"},
	{"handlers"},
	{"internal/presenter"},
	{"scenarios", "internal/upstream"},
	{"methods", "internal/known"},
	{"apiclient"},
	{"money"},
}

// No arrow of the map leads up, and none to a neighbour, but within a process.
func TestImportsLeadDown(t *testing.T) {
	floor := map[string]int{}
	for i, folders := range floors {
		for _, folder := range folders {
			floor[folder] = i
		}
	}
	for folder, at := range floor {
		for _, to := range mayImport[folder] {
			if there, ok := floor[to]; ok && (there < at || there == at && at > 0) {
				t.Errorf("%s may import %s, which isn't below it", folder, to)
			}
		}
	}
}

// onlyIn lists modules that stay in some folders, tests included: echo, so that
// a move to its next version touches those alone.
var onlyIn = map[string][]string{
	"github.com/labstack/echo/v4":     {"handlers", "internal/repository"}, // there for a test of the README
	"github.com/gorilla/securecookie": {"internal/session"},
	"github.com/skip2/go-qrcode":      {"internal/qr"},
	"modernc.org/sqlite":              {"sandbox"},
	"github.com/swaggest/swgui":       {"sandbox"},
	"golang.org/x/text/feature":       {"i18n"},
	"github.com/bojanz/currency":      {"i18n", "money", "methods"}, // there for a test
	"github.com/chromedp/chromedp":    {"e2e"},
	"github.com/redis/go-redis/v9":    {"internal/upstream/replicas"},
	"go.opentelemetry.io":             {"internal/tracing", "internal/testing/collector"},
}

const module = "payapp"

// notOurs are folders without code or documents of ours: hidden ones, data, and
// pictures that the browser suites put down and take away meanwhile.
func notOurs(folder string) bool {
	return strings.HasPrefix(folder, ".") || slices.Contains([]string{"testdata", "node_modules", "failures", "walks"}, folder)
}

func TestImports(t *testing.T) {
	atTop(t)
	packages := 0
	used := map[permission]bool{}
	usedModules := map[permission]bool{}
	err := filepath.WalkDir(".", func(dir string, entry fs.DirEntry, err error) error {
		if err != nil || !entry.IsDir() {
			return err
		}
		if dir != "." && notOurs(entry.Name()) {
			return filepath.SkipDir
		}
		if _, err := os.Stat(filepath.Join(dir, "go.mod")); err == nil && dir != "." {
			return filepath.SkipDir // another module
		}
		p, err := importsOf(dir)
		var none *build.NoGoError
		if errors.As(err, &none) {
			return nil
		}
		if err != nil {
			return err
		}
		packages++
		if _, err := os.Stat(filepath.Join(dir, "doc.go")); err != nil && dir != "." && p.Name != "main" {
			t.Errorf("%s has no doc.go, which would say what the package is for", dir)
		}
		folder := strings.TrimPrefix(filepath.ToSlash(dir), ".")
		checkImports(t, folder, p.Imports, used)
		checkModules(t, folder, slices.Concat(p.Imports, p.TestImports, p.XTestImports), usedModules)
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if packages < 15 {
		t.Errorf("only %d packages were found", packages)
	}
	for folder, rule := range mayImport {
		for _, to := range rule {
			if !used[permission{folder, to}] && to != "*" && to != folder {
				t.Errorf("mayImport lets %s import %s, which it doesn't", folder, to)
			}
		}
	}
	for lib, folders := range onlyIn {
		for _, folder := range folders {
			if !usedModules[permission{folder, lib}] {
				t.Errorf("onlyIn lets %q import %s, which it doesn't", folder, lib)
			}
		}
	}
}

// permission is a line of mayImport or onlyIn, taken apart.
type permission struct{ folder, to string }

// importsOf is the package of a folder, with the imports of both builds.
func importsOf(dir string) (*build.Package, error) {
	production := build.Default
	production.BuildTags = append(slices.Clone(production.BuildTags), "production")
	p, err := build.ImportDir(dir, 0)
	if err != nil {
		return nil, err
	}
	shipped, err := production.ImportDir(dir, 0)
	if err != nil {
		return nil, err
	}
	p.Imports = append(p.Imports, shipped.Imports...)
	return p, nil
}

func checkImports(t *testing.T, folder string, imports []string, used map[permission]bool) {
	t.Helper()
	at, ok := ruleOf(folder, mayImport)
	rule := mayImport[at]
	if !ok {
		t.Errorf("%s: a new top-level folder needs a line in the map, and a reason in docs/adr", folder)
		return
	}
	for _, path := range imports {
		own, ok := strings.CutPrefix(path, module+"/")
		if !ok {
			continue
		}
		for _, to := range rule {
			if within(own, []string{to}) {
				used[permission{at, to}] = true
			}
		}
		if within(own, []string{"internal/testing"}) {
			t.Errorf("%s imports %s, which is for tests", folder, own)
		}
		if !slices.Contains(rule, "*") && !within(own, rule) {
			t.Errorf("%s imports %s; it may import %v only", folder, own, rule)
		}
	}
}

func checkModules(t *testing.T, folder string, imports []string, used map[permission]bool) {
	t.Helper()
	for _, path := range imports {
		for lib, folders := range onlyIn {
			if path != lib && !strings.HasPrefix(path, lib+"/") {
				continue
			}
			for _, top := range folders {
				if within(folder, []string{top}) {
					used[permission{top, lib}] = true
				}
			}
			if !within(folder, folders) {
				t.Errorf("%s imports %s, which stays in %v", folder, path, folders)
			}
		}
	}
}

// ruleOf finds the folder that has a rule: this one or its nearest parent.
func ruleOf(folder string, rules map[string][]string) (string, bool) {
	for at := folder; ; at = at[:strings.LastIndex(at, "/")] {
		if _, ok := rules[at]; ok {
			return at, true
		}
		if !strings.Contains(at, "/") {
			return "", false
		}
	}
}

// within reports whether the folder is one of the list, or below one.
func within(folder string, list []string) bool {
	return slices.ContainsFunc(list, func(top string) bool {
		return folder == top || top != "" && strings.HasPrefix(folder, top+"/")
	})
}
