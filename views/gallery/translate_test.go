package gallery_test

import (
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"

	"payapp/internal/testing/racing"
	"payapp/views/gallery"
)

// Fault 80: a browser that translates pages changes no name, number or code: who compares a
// payee with what the bank's app shows, or copies a reference, has it as it is.
func TestFault80_ValuesAreNotTranslated(t *testing.T) {
	t.Parallel()
	for _, l := range racing.Part(15, setup(t).Locales()) {
		for _, e := range gallery.Entries() {
			p := parse(t, render(t, e, l))
			for _, n := range p.nodes {
				switch {
				case n.Data == "bdi", n.Data == "code":
					if !kept(n) {
						t.Errorf("%s in %s: %q in a <%s> is translated", e.Name, l.Tag(), text(n), n.Data)
					}
				case attr(n, "data-value") != "" && !inWords(n):
					if !holdsKept(n) {
						t.Errorf("%s in %s: the value of %q is translated: %q", e.Name, l.Tag(), attr(n, "data-row"), text(n))
					}
				case has(n, "data-amount") && !holdsKept(n):
					t.Errorf("%s in %s: the amount %q is translated", e.Name, l.Tag(), text(n))
				}
			}
		}
	}
}

// inWords are values that the page tells in the words of its language: a time, and
// a code that is a picture.
func inWords(n *html.Node) bool {
	hook := attr(n, "data-row")
	return hook == "date" || hook == "qrCode" && !strings.Contains(text(n), attr(n, "data-value"))
}

// kept reports whether a browser leaves what is in the element as it is.
func kept(n *html.Node) bool {
	for ; n != nil; n = n.Parent {
		if said := attr(n, "translate"); said != "" {
			return said == "no"
		}
	}
	return false
}

// holdsKept reports whether some text in the element is left as it is.
func holdsKept(n *html.Node) bool {
	return slices.ContainsFunc(slices.Collect(n.Descendants()), func(d *html.Node) bool {
		return d.Type == html.TextNode && strings.TrimSpace(d.Data) != "" && kept(d.Parent)
	})
}
