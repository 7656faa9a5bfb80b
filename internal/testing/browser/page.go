package browser

import (
	"net/http"
	"net/url"
	"strings"
	"testing"

	"golang.org/x/net/html"
)

// Page is the answer after all redirects.
type Page struct {
	Status int
	URL    *url.URL
	Header http.Header
	Body   string
	Doc    *html.Node

	t testing.TB
}

// Hook is a data- attribute of the page's main element.
func (p *Page) Hook(name string) string {
	main := p.Find(func(n *html.Node) bool { return n.Data == "main" })
	if main == nil {
		return ""
	}
	return Attr(main, "data-"+name)
}

// Want fails the test unless the page has this name and HTTP status.
func (p *Page) Want(status int, name string) *Page {
	p.t.Helper()
	if p.Status != status || p.Hook("page") != name {
		p.t.Fatalf("got %d %q (problem %q) at %s, want %d %q:\n%s",
			p.Status, p.Hook("page"), p.Hook("problem"), p.URL.Path, status, name, p.Words())
	}
	return p
}

// WantHook fails the test unless the main element's hook has this value.
func (p *Page) WantHook(name, value string) *Page {
	p.t.Helper()
	if got := p.Hook(name); got != value {
		p.t.Fatalf("data-%s is %q, want %q:\n%s", name, got, value, p.Words())
	}
	return p
}

// Link is the href of the link with this data-action; "" if there is none.
func (p *Page) Link(action string) string {
	n := p.Find(func(n *html.Node) bool { return n.Data == "a" && Attr(n, "data-action") == action })
	if n == nil {
		return ""
	}
	return Attr(n, "href")
}

// Row is the bare value of the row, and whether the page has it.
func (p *Page) Row(name string) (string, bool) {
	n := p.Find(func(n *html.Node) bool { return Attr(n, "data-row") == name })
	if n == nil {
		return "", false
	}
	return Attr(n, "data-value"), true
}

// Input is the input with this name.
func (p *Page) Input(name string) *html.Node {
	return p.Find(func(n *html.Node) bool { return n.Data == "input" && Attr(n, "name") == name })
}

// Has reports whether an element has the attribute with the value.
func (p *Page) Has(name, value string) bool {
	return p.Find(func(n *html.Node) bool { return HasAttr(n, name) && Attr(n, name) == value }) != nil
}

// manyWords is where the words of a page are cut in a failure.
const manyWords = 600

// Words is what a person reads of the page, cut: for failures.
func (p *Page) Words() string { return Short(p.Text()) }

// Short is a text for failures: in one paragraph, and cut where it becomes long.
func Short(text string) string {
	text = strings.Join(strings.FieldsFunc(text, func(r rune) bool { return r == '\n' }), " · ")
	if len(text) <= manyWords {
		return text
	}
	return strings.ToValidUTF8(text[:manyWords], "") + " …"
}

// Text is what a person reads: a line for each piece of text.
func (p *Page) Text() string {
	var b strings.Builder
	Walk(p.Doc, func(n *html.Node) bool {
		if n.Type == html.TextNode && n.Parent.Data != "style" && n.Parent.Data != "script" {
			if text := strings.TrimSpace(n.Data); text != "" {
				b.WriteString(text + "\n")
			}
		}
		return false
	})
	return b.String()
}

// Find is the first element that matches; nil if there is none.
func (p *Page) Find(match func(*html.Node) bool) *html.Node {
	return Walk(p.Doc, func(n *html.Node) bool { return n.Type == html.ElementNode && match(n) })
}
