package repository

import (
	"encoding/json"
	"go/ast"
	"maps"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"payapp/internal/config"
	"payapp/internal/testing/golden"
)

// keep compares what there is with the kept list of that name. Who adds a line makes a
// promise, who takes one away breaks one: docs/stable.md says how.
func keep(t *testing.T, name string, found map[string]bool, least int) {
	t.Helper()
	if len(found) < least {
		t.Errorf("only %d of %s were found", len(found), name)
	}
	lines := slices.Sorted(maps.Keys(found))
	golden.Compare(t, "internal/repository/testdata/stable/"+name+".txt", strings.Join(lines, "\n")+"\n",
		"go test ./internal/repository -run Stable -update, and as docs/stable.md says")
}

func TestStableRoutes(t *testing.T) {
	atTop(t)
	keep(t, "routes", servedRoutes(t), 20)
}

func TestStableProblems(t *testing.T) {
	atTop(t)
	var messages map[string]any
	if err := json.Unmarshal([]byte(readFile(t, "i18n/messages/en.json")), &messages); err != nil {
		t.Fatal(err)
	}
	codes, pages := map[string]bool{}, readFile(t, "docs/pages.md")
	for key := range messages {
		if found := regexp.MustCompile(`^problem\.([\w-]+)\.heading$`).FindStringSubmatch(key); found != nil {
			codes[found[1]] = true
			if !strings.Contains(pages, "`"+found[1]+"`") {
				t.Errorf("docs/pages.md lacks data-problem %q", found[1])
			}
		}
	}
	keep(t, "problems", codes, 20)
}

func TestStableSettings(t *testing.T) {
	atTop(t)
	settings := map[string]bool{}
	for _, v := range config.Variables() {
		settings[strings.TrimSpace(v.Name+" "+v.Default)] = true
	}
	keep(t, "settings", settings, 20)
}

func TestStableDirectives(t *testing.T) {
	atTop(t)
	directives := map[string]bool{}
	for _, word := range listedDirectives(t) {
		directives[word] = true
	}
	keep(t, "directives", directives, 20)
}

// serving are the folders whose metrics and log lines an installation has.
var serving = []string{"handlers", "internal"}

func TestStableMetrics(t *testing.T) {
	atTop(t)
	metrics, documented := map[string]bool{}, readFile(t, "docs/metrics.md")
	for _, file := range sources(t, serving...) {
		ast.Inspect(file, func(n ast.Node) bool {
			if name := literal(n); regexp.MustCompile(`^payapp_[a-z_]+$`).MatchString(name) {
				metrics[name] = true
				if !strings.Contains(documented, "`"+name+"`") {
					t.Errorf("docs/metrics.md lacks %s", name)
				}
			}
			return true
		})
	}
	keep(t, "metrics", metrics, 30)
}

// A log line is known by its message, and what it tells by the names of its fields.
func TestStableLog(t *testing.T) {
	atTop(t)
	names := map[string]bool{}
	for _, file := range sources(t, serving...) {
		ast.Inspect(file, func(n ast.Node) bool {
			switch n := n.(type) {
			case *ast.CallExpr:
				addLogNames(names, n)
			case *ast.AssignStmt: // what := "…", for a call below it
				if to, ok := n.Lhs[0].(*ast.Ident); ok && to.Name == "what" && literal(n.Rhs[0]) != "" {
					names["line "+literal(n.Rhs[0])] = true
				}
			}
			return true
		})
	}
	keep(t, "log", names, 60)
}

// messageAt is where a call has its message.
var messageAt = map[string]int{
	"audit": 2, "logFailure": 1, "LogAttrs": 2, "Debug": 0, "Info": 0, "Warn": 0, "Error": 0,
	"DebugContext": 1, "InfoContext": 1, "WarnContext": 1, "ErrorContext": 1,
}

var logFields = regexp.MustCompile(`^(String|Int|Int64|Uint64|Bool|Duration|Float64|Any|Group|Time)$`)

// addLogNames adds the message and the fields that a call of a logger, or of slog, names.
func addLogNames(names map[string]bool, call *ast.CallExpr) {
	selector, ok := call.Fun.(*ast.SelectorExpr)
	if !ok || len(call.Args) == 0 {
		return
	}
	name, on := selector.Sel.Name, lastName(selector.X)
	if on == "slog" && logFields.MatchString(name) {
		if key := literal(call.Args[0]); key != "" {
			names["field "+key] = true
		}
		return
	}
	at, logs := messageAt[name]
	own := name == "audit" || name == "logFailure"
	if !logs || len(call.Args) <= at || own != (on == "s") || !own && !slices.Contains([]string{"logger", "slog"}, strings.ToLower(on)) {
		return
	}
	if message := literal(call.Args[at]); message != "" {
		names["line "+message] = true
	}
	for i := at + 1; i < len(call.Args) && !own && name != "LogAttrs"; i += 2 { // "key", value
		if key := literal(call.Args[i]); key != "" {
			names["field "+key] = true
		}
	}
}

// lastName is c.config.Logger's Logger.
func lastName(x ast.Expr) string {
	switch x := x.(type) {
	case *ast.Ident:
		return x.Name
	case *ast.SelectorExpr:
		return x.Sel.Name
	}
	return ""
}

func TestStableClient(t *testing.T) {
	atTop(t)
	names := map[string]bool{}
	for _, folder := range []string{"apiclient", "money", "sandbox"} {
		addExported(t, names, folder)
	}
	keep(t, "client", names, 50)
}

func TestStableKits(t *testing.T) {
	atTop(t)
	names := map[string]bool{}
	addExported(t, names, "e2e/kit")
	addPlaywright(t, names)
	keep(t, "kits", names, 80)
}

var (
	exported = regexp.MustCompile(`(?m)^export (?:async )?(?:function|const|class|interface|type) (\w+)`)
	passedOn = regexp.MustCompile(`(?m)^export \{ (.*) \} from "\./(\w+)\.js"`)
	member   = regexp.MustCompile(`^  (?:async |readonly |get )*(\w+)\??(?:\(|<|: )`)
)

// addPlaywright adds what the package for Playwright exports, and the members of that.
func addPlaywright(t *testing.T, names map[string]bool) {
	t.Helper()
	index := readFile(t, "e2e/playwright/src/index.ts")
	offered := map[string][]string{"index": nil}
	for _, found := range exported.FindAllStringSubmatch(index, -1) {
		offered["index"] = append(offered["index"], found[1])
	}
	for _, found := range passedOn.FindAllStringSubmatch(index, -1) {
		for name := range strings.SplitSeq(found[1], ", ") {
			offered[found[2]] = append(offered[found[2]], strings.TrimPrefix(name, "type "))
		}
	}
	for file, offers := range offered {
		of, seen := "", 0
		for line := range strings.Lines(readFile(t, filepath.Join("e2e/playwright/src", file+".ts"))) {
			if found := exported.FindStringSubmatch(line); found != nil && slices.Contains(offers, found[1]) {
				of, seen = found[1], seen+1
				names["playwright "+of] = true
			} else if strings.HasPrefix(line, "}") || found != nil {
				of = ""
			}
			if found := member.FindStringSubmatch(line); found != nil && of != "" && found[1] != "constructor" {
				names["playwright "+of+"."+found[1]] = true
			}
		}
		if seen != len(offers) {
			t.Errorf("%s.ts offers %q, %d of them were found", file, offers, seen)
		}
	}
}
