package browser

import (
	"slices"

	"golang.org/x/net/html"
)

// Walk visits the node and its descendants in document order until visit
// returns true; it returns that node, or nil.
func Walk(n *html.Node, visit func(*html.Node) bool) *html.Node {
	if visit(n) {
		return n
	}
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		if found := Walk(c, visit); found != nil {
			return found
		}
	}
	return nil
}

// Attr is an attribute's value; "" if absent.
func Attr(n *html.Node, name string) string {
	for _, a := range n.Attr {
		if a.Key == name {
			return a.Val
		}
	}
	return ""
}

// HasAttr reports whether the attribute is present, even if empty.
func HasAttr(n *html.Node, name string) bool {
	return slices.ContainsFunc(n.Attr, func(a html.Attribute) bool { return a.Key == name })
}
