package mark

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
func TestParse(t *testing.T) {
	m, err := Parse(goodMark)
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
func TestParseRefuses(t *testing.T) {
	for svg, want := range map[string]string{
		``:                                "viewBox is needed",
		`<svg viewBox="0 0 1 1"></svg>`:   "nothing is drawn",
		`<svg><path d="M0 0"/></svg>`:     "no viewBox",
		`<svg viewBox="0 0 1"><g/></svg>`: "four numbers",
		`<svg viewBox=".... .... .... ...."><g/></svg>`:             "four numbers",
		`<svg viewBox="0 0 0 -1"><g/></svg>`:                        "four numbers",
		`<svg viewBox="0 0 1 1"><g/>`:                               "unexpected EOF",
		`<g viewBox="0 0 1 1"></g>`:                                 "<g> stands where",
		drawn(`<g/></svg><svg>`):                                    "stands where one svg",
		drawn(`<script>alert(1)</script>`):                          "<script>",
		drawn(`<style>*{}</style>`):                                 "<style>",
		drawn(`<image href="x"/>`):                                  "<image>",
		drawn(`<use href="#a"/>`):                                   "<use>",
		drawn(`<a href="x"><g/></a>`):                               "<a>",
		drawn(`<foreignObject/>`):                                   "<foreignObject>",
		drawn(`<animate/>`):                                         "<animate>",
		drawn(`<text>UPI</text>`):                                   "<text>",
		drawn(`<Path d="M0 0"/>`):                                   "<Path>",
		drawn(`<g onload="alert(1)"/>`):                             `"onload"`,
		drawn(`<g style="fill:red"/>`):                              `"style"`,
		drawn(`<g id="a"/>`):                                        `"id"`,
		drawn(`<g class="go"/>`):                                    `"class"`,
		drawn(`<path href="x" d="M0 0"/>`):                          `"href"`,
		drawn(`<g fill="url(#a)"/>`):                                "url(#a)",
		drawn(`<g fill="red&quot; a=&quot;"/>`):                     "can't be taken",
		drawn(`<path d="M0 0&lt;"/>`):                               "can't be taken",
		drawn(`<g transform="rotate(1)x"/>`):                        "can't be taken",
		drawn(`<rect width="1e9"/>`):                                "can't be taken",
		drawn(`drawn`):                                              "text",
		drawn(`<![CDATA[x]]>`):                                      "text",
		drawn(`<?php x?>`):                                          "<?php",
		`<!DOCTYPE svg>` + drawn(`<g/>`):                            "document type",
		drawn(`<x:g xmlns:x="http://www.w3.org/1999/xhtml"/>`):      "isn't SVG",
		drawn(`<g x:fill="#fff" xmlns:x="http://x"/>`):              `"fill"`,
		`<svg viewBox="0 0 1 1" onload="alert(1)"><g/></svg>`:       `"onload"`,
		`<svg viewBox="0 0 1 1" fill="#fff"><g/></svg>`:             `"fill"`,
		drawn(strings.Repeat(`<g/>`, maxElements+1)):                "shapes",
		drawn(strings.Repeat(`<g>`, 9) + strings.Repeat(`</g>`, 9)): "inside each other",
		drawn(`<path d="` + strings.Repeat("M0 0", 400) + `"/>`):    "at most 1500",
		drawn(strings.Repeat(" ", 4*MaxBytes)):                      "more than 6000 bytes",
	} {
		m, err := Parse(svg)
		if err == nil || !strings.Contains(err.Error(), want) || m != (Mark{}) {
			t.Errorf("%.80s: got %v, %v; want a fault with %q", svg, m, err, want)
		}
	}
}

func drawn(shapes string) string { return `<svg viewBox="0 0 40 24">` + shapes + `</svg>` }

// FuzzParse: a browser's parser reads every accepted mark as shapes with
// harmless attributes, and ours accepts it again unchanged.
func FuzzParse(f *testing.F) {
	f.Add(goodMark)
	f.Add(drawn(`<g fill="#fff"><circle cx="1" cy="2" r="3"/></g>`))
	f.Add(drawn(`<g fill="url(javascript:alert(1))"/>`))
	f.Add(drawn(`<script>alert(1)</script>`))
	harmless := regexp.MustCompile(`^[-A-Za-z0-9 #,.+()]*$`)
	f.Fuzz(func(t *testing.T, svg string) {
		m, err := Parse(svg)
		if err != nil {
			return
		}
		whole := fmt.Sprintf(`<svg viewBox="%s">%s</svg>`, m.ViewBox(), m.Shapes())
		if again, err := Parse(whole); err != nil || again != m {
			t.Errorf("read again: %v, %v; want %v", again, err, m)
		}
		if len(m.Shapes()) > MaxBytes {
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
				n.Type == html.ElementNode && n.Namespace == "svg" && n.Data != "svg" && elements[n.Data] == nil:
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
