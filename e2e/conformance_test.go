package e2e

import (
	"context"
	_ "embed"
	"encoding/json"
	"io"
	"net/http"
	"testing"

	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"payapp/e2e/kit"
	"payapp/i18n"
	"payapp/views/gallery"
)

// htmlValidate is html-validate as one script (testdata/README.md).
//
//go:embed testdata/html-validate-11.18.0.min.js
var htmlValidate string

// judge configures html-validate: its recommended rules and its accessibility
// rules.
const judge = `
globalThis.judge = new HtmlValidate(new StaticConfigLoader({
	root: true, extends: ["html-validate:recommended", "html-validate:a11y"], elements: ["html5"],
	rules: {
		"doctype-style": ["error", {style: "lowercase"}], // HTML takes it in any case, and templ writes it so
		"meta-refresh": "off", // within noscript alone, for news: views/gallery/sound_test.go
	},
}))`

// conformance is what html-validate finds.
type conformance struct {
	Rule, Message, Selector string
	Line                    int
}

// Every page is conforming HTML, by an independent validator: all in English, a third
// from right to left.
func TestPagesConform(t *testing.T) {
	b, address := inOwnGallery(t, desktop)
	b.Visit(address + "/problem-not-found") // which doesn't load itself anew
	world := b.WorldWith("html-validate", htmlValidate+judge)
	if found := b.conform(world, `<!doctype html><html lang="en"><head><title>x</title></head><body><p><div>x</div></p><img src="x"></body></html>`); len(found) < 2 {
		t.Fatalf("of a paragraph around a block, and a picture without words, it finds %+v", found)
	}
	for _, lang := range append(others(t), "en") {
		for i, e := range gallery.Entries() {
			if !everything && lang != "en" && (lang != i18n.PseudoRTL || i%3 > 0) {
				continue
			}
			for _, fault := range b.conform(world, source(t, address+"/"+e.Name+"?lang="+lang)) {
				if fault.Rule == "long-title" && lang == i18n.PseudoLong { // nobody's words
					continue
				}
				t.Errorf("%s in %s: %s: %s (%s, line %d)", e.Name, lang, fault.Rule, fault.Message, fault.Selector, fault.Line)
			}
		}
	}
	for _, room := range []string{"/", "/sentences/"} {
		for _, fault := range b.conform(world, source(t, address+room)) {
			t.Errorf("the gallery's %s: %s: %s (%s, line %d)", room, fault.Rule, fault.Message, fault.Selector, fault.Line)
		}
	}
}

// source is what a server answers with.
func source(t *testing.T, address string) string {
	t.Helper()
	response, err := http.Get(address)
	if err != nil {
		t.Fatal(err)
	}
	defer response.Body.Close()
	body, err := io.ReadAll(response.Body)
	if err != nil {
		t.Fatal(err)
	}
	return string(body)
}

// conform validates a document's text.
func (b *tab) conform(world runtime.ExecutionContextID, document string) []conformance {
	b.t.Helper()
	ctx, cancel := context.WithTimeout(b.Root, kit.Patience)
	defer cancel()
	text, err := chromedp.Run(ctx, chromedp.Evaluate[string](`judge.validateString(`+kit.Quoted(document)+`).then(report => JSON.stringify(report.results.flatMap(r => r.messages.map(m => (
		{Rule: m.ruleId, Message: m.message, Selector: m.selector ?? "", Line: m.line})))))`,
		func(p *runtime.EvaluateParams) { p.ContextID = world }, chromedp.EvalAwaitPromise))
	if err != nil {
		b.t.Fatalf("html-validate: %v", err)
	}
	var found []conformance
	if err := json.Unmarshal([]byte(text), &found); err != nil {
		b.t.Fatal(err)
	}
	return found
}
