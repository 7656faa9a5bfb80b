package repository

import (
	"crypto/sha256"
	"encoding/base64"
	"fmt"
	"log/slog"
	"net/http/httptest"
	"path/filepath"
	"regexp"
	"slices"
	"strings"
	"testing"

	"payapp/internal/application"
	"payapp/internal/site"
	"payapp/internal/testing/golden"
	"payapp/methods"
	"payapp/static"
)

// applicationForDocuments is the application with everything that settings add.
func applicationForDocuments(t *testing.T) *application.Application {
	t.Helper()
	handler, err := application.New(application.Config{
		GatewayURL: "http://localhost", Keys: [][]byte{make([]byte, 32)}, Catalogue: methods.Default(), Logger: slog.New(slog.DiscardHandler),
		Settings: site.Settings{CallbackRelay: true, PublicURL: "https://pay.example"},
	})
	if err != nil {
		t.Fatal(err)
	}
	return handler
}

// sourceExpressionOf is a script's hash, as a policy has it.
func sourceExpressionOf(script string) string {
	sum := sha256.Sum256([]byte(script))
	return "'sha256-" + base64.StdEncoding.EncodeToString(sum[:]) + "'"
}

// scriptImport is one script's import of another.
var scriptImport = regexp.MustCompile(`(?m)^import (?:.* from )?"\./([\w.]+)"`)

// whyScripts is who reads a page's script, by its source file: the business reason
// that the document needs for each.
var whyScripts = []struct {
	kind        static.Kind
	name, pages string
}{
	{static.Choose, "choose", "where the customer chooses something (`data-page` options, languages)"},
	{static.Ask, "ask", "where the customer fills in or checks something (`data-page` details, review, reference)"},
	{static.Later, "later", "that say how to pay, with more than two hours left (`data-page` instructions)"},
	{static.Tell, "tell", "that say how to pay and how it stands, and problem pages (all others)"},
}

// parts are the files that a script is bundled from, in the order of reading.
func parts(t *testing.T, name string) (all []string) {
	t.Helper()
	var follow func(string)
	follow = func(file string) {
		if slices.Contains(all, file) {
			return
		}
		all = append(all, file)
		for _, found := range scriptImport.FindAllStringSubmatch(readFile(t, filepath.Join("static/src", file)), -1) {
			follow(found[1])
		}
	}
	follow(name + ".js")
	return all
}

// firstComment is what a script's file says that it is for: its first sentence.
func firstComment(t *testing.T, file string) string {
	t.Helper()
	var words []string
	for line := range strings.Lines(readFile(t, filepath.Join("static/src", file))) {
		text, ok := strings.CutPrefix(strings.TrimSpace(line), "// ")
		if !ok {
			break
		}
		words = append(words, text)
	}
	sentence, _, _ := strings.Cut(strings.Join(words, " "), ". ")
	return strings.TrimSuffix(sentence, ".")
}

// The inventory of scripts that PCI DSS asks for is what pages contain: it is made
// from the same files, and from the policy that a real answer has.
func TestScriptsDocument(t *testing.T) {
	atTop(t)
	answer := httptest.NewRecorder()
	applicationForDocuments(t).ServeHTTP(answer, httptest.NewRequest("GET", "https://pay.example/", nil))
	policy := answer.Header().Get("Content-Security-Policy")
	var doc strings.Builder
	doc.WriteString(`# Scripts of the payment pages

<!-- Made by "go test ./internal/repository -run ScriptsDocument -update"; changes here are lost. -->

What PCI DSS 4.0.1 asks of payment pages' scripts: each is authorised, its integrity is assured, and an inventory says why it is
needed (6.4.3); a change of the pages as browsers receive them, and of their security headers, is noticed (11.6.1). Every page has
exactly one script, inside the page. There is none of another site, no tag manager, no analytics.

## Inventory (6.4.3)

| Script | Bytes | On pages | Integrity: the hash that the policy allows |
|---|---|---|---|
`)
	for _, s := range whyScripts {
		hash := sourceExpressionOf(static.JS(s.kind))
		if !strings.Contains(policy, hash) {
			t.Errorf("the policy doesn't allow %s's script", s.name)
		}
		fmt.Fprintf(&doc, "| `static/dist/%s.js` | %d | %s | `%s` |\n", s.name, len(static.JS(s.kind)), s.pages, hash)
	}
	doc.WriteString("\nEach is bundled from these files, and from nothing else. Nothing here is needed to pay: pages work without script.\n\n| File | In | Why |\n|---|---|---|\n")
	in := map[string][]string{}
	for _, s := range whyScripts {
		for _, part := range parts(t, s.name) {
			in[part] = append(in[part], s.name)
		}
	}
	sources, err := filepath.Glob("static/src/*.js")
	if err != nil {
		t.Fatal(err)
	}
	for _, source := range sources {
		name := filepath.Base(source)
		why := firstComment(t, name)
		if name == "dom.js" {
			why = "Finds elements and connects buttons, for the others"
		}
		if len(in[name]) == 0 || why == "" {
			t.Errorf("%s is in no script, or doesn't say what it is for", source)
		}
		fmt.Fprintf(&doc, "| `%s` | %s | %s |\n", source, strings.Join(in[name], ", "), why)
	}
	fmt.Fprintf(&doc, `
**Authorised.** A script gets into a page by a commit alone: source, bundle and this document change together, and a test fails if
they don't. The review of that commit is the authorisation; the history of `+"`static/src`"+` is its record.

**Integrity.** The policy allows scripts by their hashes, which are computed from what is embedded in the binary. A script that was changed on
its way, injected or added by the proxy doesn't run. Trusted Types keep text from becoming HTML. The policy of every answer; a
branded page's `+"`style-src`"+` has one more hash, of its brand's style:

`+"```\n%s\n```"+`

## Changes are noticed (11.6.1)

`+"`payapp doctor https://pay.example --json`"+`, run weekly or more often from outside, compares what browsers receive with what they should: it
fails if a security header is missing, doubled or weaker, if a page isn't what was sent, if a script is in the page that the policy's hashes don't allow, or one of elsewhere, and
warns if scripts or policy aren't those of its own build. Its exit code and the JSON are for the monitoring that runs it. Browsers of customers report violations to `+"`/reports`"+`, where they
are counted; the alert is PayappViolations.

## The operator's part

The proxy must add nothing to pages and change no header ([runbook](runbook.md#deploy)). Cards aren't entered on these pages: what is typed are
names, phone numbers and account numbers, and the bank or wallet does the rest. Whether, and how far, PCI DSS applies is the operator's to settle
with its assessor.
`, strings.ReplaceAll(policy, "; ", ";\n"))
	golden.Compare(t, "docs/payment-page-scripts.md", doc.String(), "go test ./internal/repository -run ScriptsDocument -update")
}
