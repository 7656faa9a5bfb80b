package methods

import (
	"fmt"
	"regexp"
	"strings"
	"testing"

	"golang.org/x/net/html"
)

const goodMark = `<?xml version="1.0"?>
<!-- drawn by hand -->
<svg xmlns="http://www.w3.org/2000/svg" xmlns:xlink="http://www.w3.org/1999/xlink" width="40" height="24" viewBox="0 0 40 24">
  <g fill="#0a5532" transform="translate(2 2)"><rect width="36" height="20" rx="3"/></g>
  <path d="M10 6
    h20v12z" fill="none" stroke="currentColor" stroke-width="1.5"/>
</svg>`

// Ours: only shapes are kept, written anew.
func TestParseMark(t *testing.T) {
	m, err := ParseMark(goodMark)
	if err != nil {
		t.Fatal(err)
	}
	const want = `<g fill="#0a5532" transform="translate(2 2)"><rect width="36" height="20" rx="3"></rect></g>` +
		`<path d="M10 6 h20v12z" fill="none" stroke="currentColor" stroke-width="1.5"></path>`
	if m.ViewBox() != "0 0 40 24" || m.Shapes() != want {
		t.Errorf("got %q\n%s\nwant\n%s", m.ViewBox(), m.Shapes(), want)
	}
}

// Ours: everything that can do more than draw is refused by name.
func TestParseMarkRefuses(t *testing.T) {
	for svg, want := range map[string]string{
		``:                                "viewBox is needed",
		`<svg viewBox="0 0 1 1"></svg>`:   "nothing is drawn",
		`<svg><path d="M0 0"/></svg>`:     "no viewBox",
		`<svg viewBox="0 0 1"><g/></svg>`: "four numbers",
		`<svg viewBox=".... .... .... ...."><g/></svg>`:            "four numbers",
		`<svg viewBox="0 0 0 -1"><g/></svg>`:                       "four numbers",
		`<svg viewBox="0 0 1 1"><g/>`:                              "unexpected EOF",
		`<g viewBox="0 0 1 1"></g>`:                                "<g> stands where",
		mark(`<g/></svg><svg>`):                                    "stands where one svg",
		mark(`<script>alert(1)</script>`):                          "<script>",
		mark(`<style>*{}</style>`):                                 "<style>",
		mark(`<image href="x"/>`):                                  "<image>",
		mark(`<use href="#a"/>`):                                   "<use>",
		mark(`<a href="x"><g/></a>`):                               "<a>",
		mark(`<foreignObject/>`):                                   "<foreignObject>",
		mark(`<animate/>`):                                         "<animate>",
		mark(`<text>UPI</text>`):                                   "<text>",
		mark(`<Path d="M0 0"/>`):                                   "<Path>",
		mark(`<g onload="alert(1)"/>`):                             `"onload"`,
		mark(`<g style="fill:red"/>`):                              `"style"`,
		mark(`<g id="a"/>`):                                        `"id"`,
		mark(`<g class="go"/>`):                                    `"class"`,
		mark(`<path href="x" d="M0 0"/>`):                          `"href"`,
		mark(`<g fill="url(#a)"/>`):                                "url(#a)",
		mark(`<g fill="red&quot; a=&quot;"/>`):                     "can't be taken",
		mark(`<path d="M0 0&lt;"/>`):                               "can't be taken",
		mark(`<g transform="rotate(1)x"/>`):                        "can't be taken",
		mark(`<rect width="1e9"/>`):                                "can't be taken",
		mark(`drawn`):                                              "text",
		mark(`<![CDATA[x]]>`):                                      "text",
		mark(`<?php x?>`):                                          "<?php",
		`<!DOCTYPE svg>` + mark(`<g/>`):                            "document type",
		mark(`<x:g xmlns:x="http://www.w3.org/1999/xhtml"/>`):      "isn't SVG",
		mark(`<g x:fill="#fff" xmlns:x="http://x"/>`):              `"fill"`,
		`<svg viewBox="0 0 1 1" onload="alert(1)"><g/></svg>`:      `"onload"`,
		`<svg viewBox="0 0 1 1" fill="#fff"><g/></svg>`:            `"fill"`,
		mark(strings.Repeat(`<g/>`, maxMarkElements+1)):            "shapes",
		mark(strings.Repeat(`<g>`, 9) + strings.Repeat(`</g>`, 9)): "inside each other",
		mark(`<path d="` + strings.Repeat("M0 0", 400) + `"/>`):    "at most 1500",
		mark(strings.Repeat(" ", 4*maxMark)):                       "more than 6000 bytes",
	} {
		m, err := ParseMark(svg)
		if err == nil || !strings.Contains(err.Error(), want) || m != (Mark{}) {
			t.Errorf("%.80s: got %v, %v; want a fault with %q", svg, m, err, want)
		}
	}
}

func mark(shapes string) string { return `<svg viewBox="0 0 40 24">` + shapes + `</svg>` }

// FuzzParseMark: a browser's parser reads every accepted mark as shapes with
// harmless attributes, and ours accepts it again unchanged.
func FuzzParseMark(f *testing.F) {
	f.Add(goodMark)
	f.Add(mark(`<g fill="#fff"><circle cx="1" cy="2" r="3"/></g>`))
	f.Add(mark(`<g fill="url(javascript:alert(1))"/>`))
	f.Add(mark(`<script>alert(1)</script>`))
	harmless := regexp.MustCompile(`^[-A-Za-z0-9 #,.+()]*$`)
	f.Fuzz(func(t *testing.T, svg string) {
		m, err := ParseMark(svg)
		if err != nil {
			return
		}
		whole := fmt.Sprintf(`<svg viewBox="%s">%s</svg>`, m.ViewBox(), m.Shapes())
		if again, err := ParseMark(whole); err != nil || again != m {
			t.Errorf("read again: %v, %v; want %v", again, err, m)
		}
		if len(m.Shapes()) > maxMark {
			t.Errorf("%d bytes", len(m.Shapes()))
		}
		document, err := html.Parse(strings.NewReader("<!DOCTYPE html><body>" + whole))
		if err != nil {
			t.Fatal(err)
		}
		for n := range document.Descendants() {
			switch {
			case n.Type == html.TextNode:
				t.Errorf("text %q in %s", n.Data, whole)
			case n.Type == html.ElementNode && n.Namespace != "svg" && n.Data != "html" && n.Data != "head" && n.Data != "body",
				n.Type == html.ElementNode && n.Namespace == "svg" && n.Data != "svg" && markElements[n.Data] == nil:
				t.Errorf("<%s> in %s", n.Data, whole)
			}
			for _, a := range n.Attr {
				if !harmless.MatchString(a.Val) || strings.HasPrefix(a.Key, "on") || a.Key == "style" || strings.Contains(a.Key, "href") {
					t.Errorf("%s=%q in %s", a.Key, a.Val, whole)
				}
			}
		}
	})
}
