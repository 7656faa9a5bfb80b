package gallery_test

import (
	"bytes"
	"context"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"payapp/i18n"
	"payapp/internal/testing/golden"
	"payapp/views/gallery"
)

// What every page says and means, in English: a file for each kind of page, and one for
// the frame around all of them, so that a changed label or link changes few files.
func TestGolden(t *testing.T) {
	l := setup(t).Match("en", "", "")
	texts, frames := map[string]string{}, frame{}
	for _, e := range gallery.Moments() {
		p := parse(t, render(t, e, l))
		title, main := p.all("title")[0], p.all("main")[0]
		frames.cut(e.Name, p)
		texts[attr(main, "data-page")] += "## " + e.Name + ": " + e.Title + "\n\n" + golden.Outline(title) + golden.Outline(main) + "\n"
	}
	texts["frame"] = frames.String()
	for name, text := range texts {
		t.Run(name, func(t *testing.T) { golden.Compare(t, filepath.Join("testdata", name+".txt"), text, "make golden") })
	}
	files, err := filepath.Glob("testdata/*.txt")
	if err != nil {
		t.Fatal(err)
	}
	for _, file := range files {
		if name := strings.TrimSuffix(filepath.Base(file), ".txt"); texts[name] == "" {
			t.Errorf("%s belongs to no kind of page", file)
		}
	}
}

// frame is what stands around the pages' own content, by its parts: each text of a part
// with the entries that have it, a line for each, but for the one that most have.
type frame []framePart

type framePart struct {
	name    string
	texts   []string
	entries map[string][]string
}

// cut notes the frame of a page, and leaves its title and its own content.
func (f *frame) cut(entry string, p page) {
	for _, part := range []struct {
		name string
		is   func(*html.Node) bool
	}{
		{"", func(n *html.Node) bool { return n.Data == "title" }},
		{"news", func(n *html.Node) bool { return has(n, "data-news-line") }},
		{"", func(n *html.Node) bool { return n.Data == "main" }},
		{"languages", func(n *html.Node) bool { return attr(n, "class") == "langs" }},
		{"header", func(n *html.Node) bool { return n.Data == "header" }},
		{"footer", func(n *html.Node) bool { return n.Data == "footer" }},
		{"document", func(n *html.Node) bool { return n.Data == "html" }},
	} {
		text := ""
		for _, n := range p.nodes {
			if part.is(n) {
				n.Parent.RemoveChild(n)
				text += golden.Outline(n)
			}
		}
		if part.name != "" {
			f.add(part.name, text, entry)
		}
	}
}

func (f *frame) add(part, text, entry string) {
	at := slices.IndexFunc(*f, func(p framePart) bool { return p.name == part })
	if at < 0 {
		at = len(*f)
		*f = append(*f, framePart{name: part, entries: map[string][]string{}})
	}
	p := &(*f)[at]
	if p.entries[text] == nil {
		p.texts = append(p.texts, text)
	}
	p.entries[text] = append(p.entries[text], entry)
}

func (f *frame) String() string {
	var b strings.Builder
	for _, part := range *f {
		most := slices.MaxFunc(part.texts, func(a, b string) int { return len(part.entries[a]) - len(part.entries[b]) })
		for _, text := range part.texts {
			whose := part.entries[text]
			if text == most {
				whose = []string{"all others"}
			}
			b.WriteString("## " + part.name + " of\n- " + strings.Join(whose, "\n- ") + "\n\n" + text + "\n")
		}
	}
	return b.String()
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
