package e2e

import (
	"context"
	_ "embed"
	"os"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"github.com/chromedp/cdproto/runtime"
	"github.com/chromedp/chromedp"

	"payapp/e2e/kit"
	"payapp/internal/testing/golden"
	"payapp/views/gallery"
)

// screenReader is a screen reader for tests as npm has it (testdata/README.md).
//
//go:embed testdata/virtual-screen-reader-0.33.0.browser.js
var screenReader string

// transcripts has the reference texts.
const transcripts = "testdata/transcripts"

// What a screen reader says on each page, from beginning to end: read it as
// somebody who can't see the page. `make golden` accepts intended differences.
func TestTranscripts(t *testing.T) {
	begin(t)
	known := map[string]bool{}
	t.Run("of", func(t *testing.T) {
		for half := range 2 {
			var entries []gallery.Entry
			for i, e := range gallery.Entries() {
				if i%2 == half && e.Name != "options-banks-400" { // the same as options-banks, but 400 times
					known[transcriptOf(e)] = true
					entries = append(entries, e)
				}
			}
			t.Run([]string{"even", "odd"}[half], func(t *testing.T) {
				b, address, _ := galleryOn(t, customer{Device: phone})
				for _, e := range entries {
					b.Visit(address + "/" + e.Name + "?lang=en")
					b.leaveOutReceipt(e.Name)
					golden.Compare(t, transcriptOf(e), b.spoken(), "make golden")
				}
			})
		}
	})
	noneBut(t, known, transcripts+"/*.txt")
}

// leaveOutReceipt takes the receipt's rows out of pages that aren't there to show
// them, so that a changed row changes few texts and pictures.
func (b *tab) leaveOutReceipt(entry string) {
	b.t.Helper()
	if entry != "status-receipt" {
		b.Tell(`document.querySelectorAll(".receipt dl").forEach(rows => rows.replaceWith("[receipt]"))`)
	}
}

// noneBut fails for files of a pattern that aren't compared with anything any
// more, or removes them when files are rewritten.
func noneBut(t *testing.T, known map[string]bool, pattern string) {
	t.Helper()
	files, err := filepath.Glob(pattern)
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		if known[file] {
			continue
		}
		if !golden.Updating() {
			t.Errorf("%s belongs to no page", file)
		} else if err := os.Remove(file); err != nil {
			t.Error(err)
		}
	}
}

func transcriptOf(e gallery.Entry) string { return filepath.Join(transcripts, e.Name+".txt") }

// exported is the end of a module for browsers, which an isolated world can't
// load: its export virtual becomes a variable.
var exported = regexp.MustCompile(`export\{\S+ as Virtual,(\S+) as virtual\};?`)

// spoken is what a screen reader says from the page's title to its end, one
// line for each stop.
func (b *tab) spoken() string {
	b.t.Helper()
	script := "(() => {" + exported.ReplaceAllString(screenReader, "globalThis.virtual = $1;") + "\n})()"
	world := b.WorldWith("screen reader", script)
	ctx, cancel := context.WithTimeout(b.Root, kit.Patience)
	defer cancel()
	phrases, err := chromedp.Run(ctx, chromedp.Evaluate[[]string](`(async () => {
		scrollTo(0, 0)
		document.activeElement?.blur()
		await virtual.start({container: document.body})
		while (await virtual.lastSpokenPhrase() != "end of document") await virtual.next()
		const log = await virtual.spokenPhraseLog()
		await virtual.stop()
		return [document.title, ...log]
	})()`, func(p *runtime.EvaluateParams) { p.ContextID = world }, chromedp.EvalAwaitPromise))
	if err != nil {
		b.t.Fatalf("%s: screen reader: %v", b.Customer, err)
	}
	return strings.Join(phrases, "\n") + "\n"
}
