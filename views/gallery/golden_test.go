package gallery_test

import (
	"bytes"
	"context"
	"path/filepath"
	"regexp"
	"strings"
	"testing"

	"payapp/i18n"
	"payapp/internal/testing/golden"
	"payapp/views/gallery"
)

// inThai are the entries that also have a golden file in Thai: one of each kind
// of text (rows, counts, times, steps).
var inThai = map[string]bool{"options-methods": true, "details-fault": true, "instructions-required": true, "status-checking": true, "waiting-creating": true}

func TestGolden(t *testing.T) {
	bundle := setup(t)
	known := map[string]bool{}
	for _, e := range gallery.Entries() {
		for _, l := range bundle.Locales() {
			if l.Tag() != "en" && (l.Tag() != "th" || !inThai[e.Name]) {
				continue
			}
			file := filepath.Join("testdata", e.Name+"."+l.Tag()+".html")
			known[file] = true
			t.Run(e.Name+"/"+l.Tag(), func(t *testing.T) { golden.Compare(t, file, lines(e, render(t, e, l)), "make golden") })
		}
	}
	files, err := filepath.Glob("testdata/*.html")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		if !known[file] {
			t.Errorf("%s belongs to no entry", file)
		}
	}
}

// Parts with tests of their own, which would only make the golden files long:
// style, script, icon, and the modules of codes.
var (
	asset    = regexp.MustCompile(`(?s)<(style|script)[^>]*>.*?</(style|script)>|<link rel="[a-z-]*icon"[^>]*>`)
	longPath = regexp.MustCompile(` d="[^"]{400,}"`)
)

// receiptRows are the rows below the receipt's heading.
var receiptRows = regexp.MustCompile(`(?s)(<section class="receipt"><h2>[^<]*</h2>)<dl.*?</dl>`)

// lines formats a page for comparison: one tag a line. One entry is there to show
// the receipt; the others leave its rows out, so that a changed row changes one file.
func lines(e gallery.Entry, page string) string {
	if e.Name != "status-receipt" {
		page = receiptRows.ReplaceAllString(page, "$1[receipt]")
	}
	page = asset.ReplaceAllString(page, "")
	page = longPath.ReplaceAllString(page, ` d="…"`)
	return strings.ReplaceAll(page, "><", ">\n<") + "\n"
}

func setup(t testing.TB) *i18n.Bundle {
	t.Helper()
	bundle, err := i18n.Load()
	if err != nil {
		t.Fatal(err)
	}
	return bundle
}

func render(t testing.TB, e gallery.Entry, l *i18n.Locale) string {
	t.Helper()
	var b bytes.Buffer
	if err := e.Page(l).Render(context.Background(), &b); err != nil {
		t.Fatal(err)
	}
	return b.String()
}
