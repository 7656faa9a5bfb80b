package golden

import (
	"fmt"
	"slices"
	"strings"

	"golang.org/x/net/html"
	"golang.org/x/net/html/atom"
)

// Outline is a page, or a part of one, as a person or a test suite reads it: its words
// in order, a line for each block, and in brackets what it is besides: the element, what
// tells it from others, where it leads. What only the eye sees is left out.
func Outline(n *html.Node) string {
	var o outliner
	o.walk(n)
	o.end()
	return o.b.String()
}

// Parse is a page without script, as Outline reads it.
func Parse(page string) (*html.Node, error) {
	return html.ParseWithOptions(strings.NewReader(page), html.ParseOptionEnableScripting(false))
}

type outliner struct {
	b    strings.Builder
	line string
}

func (o *outliner) walk(n *html.Node) {
	switch {
	case n.Type == html.TextNode:
		o.add(strings.Join(strings.Fields(n.Data), " "))
		return
	case unread(n):
		return
	case n.Type == html.ElementNode && !inLine(n):
		o.end()
	}
	if n.Type == html.ElementNode {
		o.add(mark(n))
	}
	items, list := 0, n.DataAtom == atom.Ul || n.DataAtom == atom.Datalist
	for c := range n.ChildNodes() {
		if list && c.Type == html.ElementNode {
			items++
		}
		if items <= enough && n.DataAtom != atom.Svg {
			o.walk(c)
		}
	}
	if items > enough {
		o.end()
		o.add(fmt.Sprintf("[%d more]", items-enough))
	}
	switch {
	case n.DataAtom == atom.Dt:
		o.line += ":"
	case n.Type == html.ElementNode && !inLine(n):
		o.end()
	}
}

// enough are the rows of a list that are read; further ones only repeat.
const enough = 50

func (o *outliner) add(text string) {
	if text != "" {
		o.line = strings.TrimSpace(o.line + " " + text)
	}
}

func (o *outliner) end() {
	if o.line != "" {
		o.b.WriteString(o.line + "\n")
	}
	o.line = ""
}

// unread is what nobody reads: style, script, and what is hidden from screen readers, but
// for buttons, which a key presses.
func unread(n *html.Node) bool {
	return n.DataAtom == atom.Style || n.DataAtom == atom.Script || n.DataAtom != atom.Button && attribute(n, "aria-hidden") == "true"
}

// inLine are elements that don't start a line of their own.
func inLine(n *html.Node) bool {
	switch n.DataAtom {
	case atom.B, atom.Bdi, atom.Br, atom.Code, atom.I, atom.Small, atom.Span, atom.Strong, atom.Time, atom.Wbr, atom.Dt, atom.Dd:
		return true
	case atom.A, atom.Button, atom.Input:
		return slices.Contains([]atom.Atom{atom.P, atom.Li, atom.Dd, atom.Span, atom.Label}, n.Parent.DataAtom)
	}
	return false
}

// announced are the elements that people are told of; looks the classes that show what is
// primary, what is urgent, and what only some see.
var (
	announced = []atom.Atom{
		atom.A, atom.Aside, atom.Button, atom.Details, atom.Fieldset, atom.Footer, atom.Form, atom.H1, atom.H2, atom.Header, atom.Html, atom.Img,
		atom.Input, atom.Label, atom.Legend, atom.Li, atom.Link, atom.Main, atom.Meta, atom.Nav, atom.Noscript, atom.Option, atom.Summary, atom.Svg, atom.Title,
	}
	looks = []string{"go", "alt", "later", "first", "note", "warn", "bad", "big", "paper", "fault", "doubt", "desk", "here", "vh"}
)

// quiet are the attributes that say nothing by themselves: looks, geometry, ids, and what
// is so everywhere.
var quiet = []string{
	"class", "id", "for", "width", "height", "viewBox", "shape-rendering", "preserveAspectRatio", "tabindex", "spellcheck", "novalidate",
	"data-version", "aria-hidden", "translate",
}

// mark is what an element is besides its words.
func mark(n *html.Node) string {
	var parts []string
	if slices.Contains(announced, n.DataAtom) {
		parts = append(parts, n.Data)
	}
	for class := range strings.FieldsSeq(attribute(n, "class")) {
		if slices.Contains(looks, class) {
			parts = append(parts, class)
		}
	}
	for _, a := range n.Attr {
		switch usual := a.Key + "=" + a.Val; {
		case slices.Contains(quiet, a.Key), usual == "method=post", usual == "type=submit", usual == "type=text", usual == "type=button", usual == "role=none", n.DataAtom == atom.Dd:
		case a.Key == "value" && attribute(n, "name") == "seen": // sealed
		case a.Val == "":
			parts = append(parts, a.Key)
		case strings.HasPrefix(a.Val, "data:"): // a picture
			parts = append(parts, a.Key+`="data:…"`)
		default:
			parts = append(parts, fmt.Sprintf("%s=%q", a.Key, a.Val))
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
