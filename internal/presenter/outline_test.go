package presenter

import (
	"fmt"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// outline is a page as a person or a test suite reads it, one line for each
// part: its texts in order, with the hooks.
func outline(page string) string {
	root, err := html.ParseWithOptions(strings.NewReader(page), html.ParseOptionEnableScripting(false))
	if err != nil {
		return err.Error()
	}
	var o outliner
	o.walk(root)
	o.end()
	return o.b.String()
}

type outliner struct {
	b    strings.Builder
	line string
}

// inline are the elements that don't start a line of their own.
var inline = map[atom.Atom]bool{
	atom.B: true, atom.Wbr: true, atom.Bdi: true, atom.Span: true, atom.Small: true, atom.Strong: true, atom.Code: true, atom.Time: true,
}

// looks are the classes that show a customer what is primary, what is urgent,
// and what only paper shows.
var looks = map[string]bool{"go": true, "later": true, "first": true, "note": true, "warn": true, "bad": true, "big": true, "paper": true}

func (o *outliner) walk(n *html.Node) {
	switch {
	case n.Type == html.TextNode:
		if text := strings.Join(strings.Fields(n.Data), " "); text != "" {
			o.line = strings.TrimSpace(o.line + " " + text)
		}
		return
	case n.DataAtom == atom.Style, n.DataAtom == atom.Script, n.DataAtom == atom.Ol && attribute(n, "aria-hidden") == "true", attribute(n, "data-action") == "language",
		n.DataAtom == atom.Meta && attribute(n, "http-equiv") == "":
		return
	case n.Type == html.ElementNode && !inline[n.DataAtom]:
		o.end()
	}
	if n.Type == html.ElementNode {
		o.line = strings.TrimSpace(o.line + " " + mark(n))
	}
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		o.walk(c)
	}
	if n.Type == html.ElementNode && !inline[n.DataAtom] {
		o.end()
	}
}

func (o *outliner) end() {
	if o.line != "" {
		o.b.WriteString(o.line + "\n")
	}
	o.line = ""
}

// mark is what an element has besides its text.
func mark(n *html.Node) string {
	var parts []string
	switch n.DataAtom {
	case atom.H1, atom.H2, atom.Li, atom.Summary, atom.Input, atom.Meta:
		parts = append(parts, n.Data)
	}
	for _, class := range strings.Fields(attribute(n, "class")) {
		if looks[class] {
			parts = append(parts, class)
		}
	}
	for _, a := range n.Attr {
		name := a.Key
		switch {
		case name == "data-version", name == "data-say", name == "data-busy", name == "data-pay", name == "data-long", name == "data-left" && a.Val == "0":
			continue
		case strings.HasPrefix(name, "data-"), name == "href" && attribute(n, "data-action") != "", name == "action",
			name == "name" && n.DataAtom != atom.Meta, name == "value", name == "aria-invalid", name == "checked", name == "hidden",
			name == "aria-label", name == "open", name == "content":
			parts = append(parts, strings.TrimSuffix(fmt.Sprintf("%s=%q", name, a.Val), `=""`))
		}
	}
	if len(parts) == 0 {
		return ""
	}
	return "[" + strings.Join(parts, " ") + "]"
}

func attribute(n *html.Node, key string) string {
	for _, a := range n.Attr {
		if a.Key == key {
			return a.Val
		}
	}
	return ""
}
