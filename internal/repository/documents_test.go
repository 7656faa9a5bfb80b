package repository

import (
	"bytes"
	"image"
	"image/png"
	"io/fs"
	"log/slog"
	"os"
	"path"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"github.com/labstack/echo/v4"

	"payapp/internal/application"
	"payapp/internal/config"
	"payapp/internal/site"
	"payapp/methods"
)

// atTop lets a test name files as somebody at the top of the repository does.
func atTop(t *testing.T) {
	t.Helper()
	t.Chdir("../..")
}

// readFile is a file of the repository as text.
func readFile(t *testing.T, name string) string {
	t.Helper()
	data, err := os.ReadFile(name)
	if err != nil {
		t.Fatal(err)
	}
	return string(data)
}

// tableRow finds the row of a Markdown table that begins with the code.
func tableRow(text, code string) string {
	for line := range strings.Lines(text) {
		if strings.HasPrefix(line, "| `"+code+"`") {
			return line
		}
	}
	return ""
}

func TestReadmeHasEverySetting(t *testing.T) {
	atTop(t)
	readme := readFile(t, "README.md")
	known := map[string]bool{}
	for _, v := range config.Variables() {
		known[v.Name] = true
		row := tableRow(readme, v.Name)
		if row == "" {
			t.Errorf("README.md has no row for %s", v.Name)
		}
		if v.Default != "" && !strings.Contains(row, "| `"+v.Default+"` |") {
			t.Errorf("README.md: the default of %s is %q, the row says %q", v.Name, v.Default, row)
		}
	}
	for _, found := range regexp.MustCompile("(?m)^\\| `((?:PAYAPP|OTEL)_[A-Z_]+)`").FindAllStringSubmatch(readme, -1) {
		if !known[found[1]] {
			t.Errorf("README.md lists %s, which is no setting", found[1])
		}
	}
}

// The README's branding file can be used as it stands.
func TestReadmeBrandingLoads(t *testing.T) {
	atTop(t)
	_, after, _ := strings.Cut(readFile(t, "README.md"), "```yaml\n")
	example, _, ok := strings.Cut(after, "```")
	if !ok {
		t.Fatal("README.md has no branding file")
	}
	var logo bytes.Buffer
	if err := png.Encode(&logo, image.NewGray(image.Rect(0, 0, 40, 24))); err != nil {
		t.Fatal(err)
	}
	folder := t.TempDir()
	for name, content := range map[string]string{"branding.yaml": example, "shop.png": logo.String()} {
		if err := os.WriteFile(filepath.Join(folder, name), []byte(content), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	cfg, err := config.Load([]string{"PAYAPP_BRANDING=" + filepath.Join(folder, "branding.yaml")}, config.Build{Sandbox: true})
	if err != nil {
		t.Fatal(err)
	}
	brand := cfg.Site.Branding["M-1001"]
	if got, want := brand.Name, "Example Shop"; got != want {
		t.Errorf("got the name %q, want %q", got, want)
	}
	if brand.Accent == "" || brand.AccentDark == "" || brand.SupportEmail == "" || brand.SupportPhone == "" || brand.SupportURL == "" || len(brand.LogoImage) == 0 {
		t.Errorf("the example doesn't show everything: %+v", brand)
	}
}

// servedRoutes are the application's own, with all that settings add.
func servedRoutes(t *testing.T) map[string]bool {
	t.Helper()
	handler, err := application.New(application.Config{
		GatewayURL: "http://localhost", Keys: [][]byte{make([]byte, 32)}, Catalogue: methods.Default(), Logger: slog.New(slog.DiscardHandler),
		Settings: site.Settings{CallbackRelay: true},
	})
	if err != nil {
		t.Fatal(err)
	}
	parameter := regexp.MustCompile(`:(\w+)`)
	served := map[string]bool{}
	for _, route := range handler.Handler.Handler.(*echo.Echo).Routes() {
		if route.Method == "GET" || route.Method == "POST" {
			served[route.Method+" "+parameter.ReplaceAllString(route.Path, "{$1}")] = true
		}
	}
	return served
}

func TestRoutesAreDocumented(t *testing.T) {
	atTop(t)
	pages, served := readFile(t, "docs/pages.md"), servedRoutes(t)
	if len(served) < 20 {
		t.Errorf("only %d routes were found", len(served))
	}
	for route := range served {
		_, where, _ := strings.Cut(route, " ")
		// A step's address leads to the payment on GET: its POST is the entry.
		if !strings.Contains(pages, "`"+route+"`") && !(strings.HasPrefix(route, "GET") && served["POST "+where]) {
			t.Errorf("docs/pages.md lacks %s", route)
		}
	}
	for _, found := range regexp.MustCompile("(?m)^- `((?:GET|POST) /[^`]*)`").FindAllStringSubmatch(pages, -1) {
		if !served[found[1]] {
			t.Errorf("docs/pages.md lists %s, which isn't served", found[1])
		}
	}
}

// listedDirectives are those that the sandbox's own page lists.
func listedDirectives(t *testing.T) (words []string) {
	t.Helper()
	_, about, ok := strings.Cut(readFile(t, "sandbox/pages/about.html"), `id="steering"`)
	if !ok {
		t.Fatal("sandbox/pages/about.html has no list of directives")
	}
	about, _, _ = strings.Cut(about, "</details")
	terms := regexp.MustCompile(`<dt>([^<]+)</dt>`).FindAllStringSubmatch(about, -1)
	if len(terms) < 10 {
		t.Errorf("only %d entries were found", len(terms))
	}
	for _, term := range terms {
		words = append(words, strings.Split(term[1], ", ")...)
	}
	return words
}

// markdown lists the repository's Markdown files.
func markdown(t *testing.T) []string {
	t.Helper()
	var files []string
	err := filepath.WalkDir(".", func(name string, entry fs.DirEntry, err error) error {
		if err != nil {
			return err
		}
		if entry.IsDir() && name != "." && notOurs(entry.Name()) {
			return filepath.SkipDir
		}
		if strings.HasSuffix(name, ".md") {
			files = append(files, filepath.ToSlash(name))
		}
		return nil
	})
	if err != nil {
		t.Fatal(err)
	}
	if len(files) < 15 {
		t.Errorf("only %d Markdown files were found", len(files))
	}
	return files
}

var (
	mdLink    = regexp.MustCompile(`\]\(([^)\s]+)\)`)
	mdHeading = regexp.MustCompile(`(?m)^#+ (.+)$`)
	// `handlers/visit.go`, and `methods/link.go`: `LinkAllowed`.
	mdFile = regexp.MustCompile("`([\\w./-]+\\.(?:go|templ|html|sql|yaml|json|css|js|sh|md))`(?:: `([\\w.]+)`)?")
)

// anchors are the fragments that lead into a Markdown file.
func anchors(text string) map[string]bool {
	found := map[string]bool{}
	for _, heading := range mdHeading.FindAllStringSubmatch(text, -1) {
		slug := regexp.MustCompile(`[^\w\- ]`).ReplaceAllString(strings.ToLower(heading[1]), "")
		found[strings.ReplaceAll(slug, " ", "-")] = true
	}
	return found
}

func TestLinksInDocumentsLeadSomewhere(t *testing.T) {
	atTop(t)
	for _, file := range markdown(t) {
		text := readFile(t, file)
		for _, link := range mdLink.FindAllStringSubmatch(text, -1) {
			if strings.Contains(link[1], "://") || strings.HasPrefix(link[1], "mailto:") {
				continue
			}
			target, fragment, _ := strings.Cut(link[1], "#")
			where := file
			if target != "" {
				where = path.Join(path.Dir(file), target)
			}
			if _, err := os.Stat(where); err != nil {
				t.Errorf("%s links to %s, which isn't there", file, link[1])
				continue
			}
			if fragment != "" && !anchors(readFile(t, where))[fragment] {
				t.Errorf("%s links to %s: there is no such heading", file, link[1])
			}
		}
	}
}

// Documents that name a file, and a thing in it, name what is there.
func TestFilesNamedInDocumentsExist(t *testing.T) {
	atTop(t)
	for _, file := range markdown(t) {
		if file == "CHANGELOG.md" {
			continue // tells of what was
		}
		for _, named := range mdFile.FindAllStringSubmatch(readFile(t, file), -1) {
			if !strings.Contains(named[1], "/") || path.IsAbs(named[1]) {
				continue // a name without a place, such as doc.go, or an address
			}
			data, err := os.ReadFile(named[1])
			if err != nil {
				t.Errorf("%s names %s, which isn't there", file, named[1])
				continue
			}
			for name := range strings.SplitSeq(named[2], ".") { // Type.Method
				if !regexp.MustCompile(`\b` + name + `\b`).Match(data) {
					t.Errorf("%s names %s in %s, which isn't there", file, named[2], named[1])
				}
			}
		}
	}
}

// The tests that stand beside the interface's statements and beside faults, as
// `folder TestName`, are there.
func TestNamedTestsExist(t *testing.T) {
	atTop(t)
	named := regexp.MustCompile("`([\\w/]+) (Test\\w+)`")
	for _, file := range []string{"docs/coverage.md", "docs/faults.md"} {
		for line := range strings.Lines(readFile(t, file)) {
			tests := named.FindAllStringSubmatch(line, -1)
			if strings.HasPrefix(line, "- ") && len(tests) == 0 {
				t.Errorf("%s: no test in %s", file, line)
			}
			for _, test := range tests {
				if !declaresTest(t, test[1], test[2]) {
					t.Errorf("%s: %s has no %s", file, test[1], test[2])
				}
			}
		}
	}
}

func declaresTest(t *testing.T, folder, name string) bool {
	t.Helper()
	files, err := filepath.Glob(folder + "/*_test.go")
	if err != nil {
		t.Fatal(err)
	}
	return slices.ContainsFunc(files, func(file string) bool {
		return strings.Contains(readFile(t, file), "\nfunc "+name+"(t *testing.T)")
	})
}
