package gallery_test

import (
	"maps"
	"os"
	"slices"
	"strings"
	"testing"
	"unicode/utf8"

	"golang.org/x/net/html"

	"payapp/i18n"
	"payapp/internal/testing/golden"
	"payapp/internal/testing/racing"
	"payapp/views/gallery"
)

// Every page in every state and language is valid HTML, and passes html-validate's standard
// rules and axe's best practices.
func TestEveryPageIsSound(t *testing.T) {
	t.Parallel()
	found := faults{T: t, where: map[string][]string{}}
	for _, l := range racing.Part(9, setup(t).Locales()) {
		entries := gallery.Entries()
		if l.Tag() == "en" {
			entries = gallery.Moments()
		}
		for _, e := range entries {
			found.page = e.Name + " in " + l.Tag()
			p := parse(t, render(t, e, l))
			p.t = &found
			p.checkDocument(l.Tag())
			p.checkNothingInline()
			p.checkIDs()
			p.checkForms()
			p.checkHooks()
			p.checkClean()
			p.checkTitle(l, e.Name)
		}
	}
	found.tell()
}

// page is a parsed page, for queries.
type page struct {
	t     teller
	root  *html.Node
	nodes []*html.Node // elements, in order
}

func parse(t *testing.T, text string) page {
	t.Helper()
	root, err := html.ParseWithOptions(strings.NewReader(text), html.ParseOptionEnableScripting(false))
	if err != nil {
		t.Fatal(err)
	}
	p := page{t: t, root: root}
	for n := range root.Descendants() {
		if n.Type == html.ElementNode {
			p.nodes = append(p.nodes, n)
		}
	}
	return p
}

func (p page) checkDocument(lang string) {
	p.t.Helper()
	for _, n := range p.nodes {
		for _, a := range n.Attr {
			if a.Key == "else" || a.Key == "if" {
				p.t.Errorf("a template's %q became an attribute of <%s>", a.Key, n.Data)
			}
		}
	}
	// HTML: "If either name, http-equiv, or itemprop is specified, then the content attribute must also be specified."
	for _, n := range p.all("meta") {
		if attr(n, "name") != "" && attr(n, "content") == "" {
			p.t.Errorf("<meta name=%q> has no content", attr(n, "name"))
		}
	}
	// axe, landmark-unique: of several asides each has a name, but one.
	if asides := p.all("aside"); len(asides) > 1 && attr(asides[len(asides)-1], "aria-label") == "" {
		p.t.Error("two <aside> without a name")
	}
	for _, tag := range []string{"main", "h1", "title", "header"} {
		if n := len(p.all(tag)); n != 1 {
			p.t.Errorf("%d <%s>, want one", n, tag)
		}
	}
	if title := p.all("title")[0].FirstChild.Data; utf8.RuneCountInString(title) > 70 { // as html-validate has it; browsers cut tabs' names anyway
		p.t.Errorf("the title has more than 70 characters: %s", title)
	}
	if got := attr(p.all("html")[0], "lang"); got != lang {
		p.t.Errorf("lang is %q, want %q", got, lang)
	}
	for _, m := range p.all("meta") {
		if attr(m, "name") == "viewport" && strings.ContainsAny(attr(m, "content"), "%") || strings.Contains(attr(m, "content"), "scalable") {
			p.t.Error("the page can't be enlarged")
		}
	}
	for _, tag := range []string{"h1", "h2", "a", "button", "summary", "label", "legend", "dt", "title"} {
		for _, n := range p.all(tag) {
			if strings.TrimSpace(text(n)) == "" {
				p.t.Errorf("empty <%s>", tag)
			}
		}
	}
}

// The policy allows nothing inline except our own style and script.
func (p page) checkNothingInline() {
	p.t.Helper()
	for _, n := range p.nodes {
		for _, a := range n.Attr {
			if a.Key == "style" || strings.HasPrefix(a.Key, "on") || strings.HasPrefix(strings.ToLower(strings.TrimSpace(a.Val)), "javascript:") {
				p.t.Errorf("<%s %s=%q>", n.Data, a.Key, a.Val)
			}
		}
	}
	if styles, scripts := len(p.all("style")), len(p.all("script")); styles != 1 || scripts != 1 {
		p.t.Errorf("%d <style> and %d <script>, want one of each", styles, scripts)
	}
}

// Ids are unique, and all references to ids resolve.
func (p page) checkIDs() {
	p.t.Helper()
	ids := map[string]bool{}
	for _, n := range p.nodes {
		if id := attr(n, "id"); id != "" && ids[id] {
			p.t.Errorf("id %q twice", id)
		} else if id != "" {
			ids[id] = true
		}
	}
	for _, n := range p.nodes {
		refs := strings.Fields(attr(n, "aria-describedby") + " " + attr(n, "aria-labelledby") + " " + attr(n, "for") + " " + attr(n, "form"))
		if target, ok := strings.CutPrefix(attr(n, "href"), "#"); ok {
			refs = append(refs, target)
		}
		for _, ref := range refs {
			if !ids[ref] {
				p.t.Errorf("<%s> refers to id %q, which isn't there", n.Data, ref)
			}
		}
	}
}

func (p page) checkForms() {
	p.t.Helper()
	for _, form := range p.all("form") {
		own := false // a form of languages is posted to the page's own address, which no page says
		for n := range form.Descendants() {
			own = own || attr(n, "data-action") == "language"
		}
		if method := attr(form, "method"); method != "post" && method != "get" || attr(form, "action") == "" && !own {
			p.t.Errorf("form with method %q and action %q", method, attr(form, "action"))
		}
	}
	for _, input := range p.all("input") {
		kind := attr(input, "type")
		if kind == "" || attr(input, "name") == "" {
			p.t.Errorf("input %q with type %q", attr(input, "name"), kind)
		}
		if kind != "hidden" && !p.labelled(input) {
			p.t.Errorf("input %q without a label", attr(input, "name"))
		}
		if kind == "text" && attr(input, "maxlength") == "" {
			p.t.Errorf("input %q without a longest value", attr(input, "name"))
		}
	}
}

func (p page) labelled(input *html.Node) bool {
	for n := range input.Ancestors() {
		if n.Data == "label" {
			return true
		}
	}
	return slices.ContainsFunc(p.all("label"), func(l *html.Node) bool {
		return attr(input, "id") != "" && attr(l, "for") == attr(input, "id")
	})
}

// The hooks that browser suites rely on.
func (p page) checkHooks() {
	p.t.Helper()
	if attr(p.all("main")[0], "data-page") == "" {
		p.t.Error("no data-page")
	}
	var invalid, messages []string
	for _, n := range p.nodes {
		switch action := attr(n, "data-action"); action {
		case "continue", "pay", "submit-reference":
			if n.Data != "button" {
				p.t.Errorf("%s is a <%s>: without script it must be a form's button", action, n.Data)
			}
		case "return", "proceed", "open-app":
			if attr(n, "rel") != "noreferrer" {
				p.t.Errorf("%s tells where its customer comes from", action)
			}
		}
		if attr(n, "aria-invalid") == "true" {
			name := attr(n, "name")
			if name == "" {
				name = strings.TrimPrefix(attr(n, "id"), "f-")
			}
			invalid = append(invalid, name)
		}
		if name := attr(n, "data-error"); name != "" {
			messages = append(messages, name)
		}
		if has(n, "data-qr") && (attr(n, "shape-rendering") != "crispEdges" || attr(n, "aria-label") == "") {
			p.t.Error("a QR that is blurred or has no name")
		}
	}
	if !slices.Equal(invalid, messages) {
		p.t.Errorf("fields at fault %q, messages for %q", invalid, messages)
	}
}

// Ours: the document's title has the page's heading, by which people know the page
// among tabs and listeners hear where they are.
func (p page) checkTitle(l *i18n.Locale, entry string) {
	p.t.Helper()
	heading := p.all("h1")[0]
	for n := range heading.Descendants() {
		if attr(n, "class") == "desk" {
			heading = n // a phone has its own words
		}
	}
	title, said := strings.ReplaceAll(text(p.all("title")[0]), i18n.Wide, " "), strings.TrimSpace(text(heading))
	own := entry == "status-success-own" // the merchant's heading needn't say that it is paid
	if !own && !strings.HasPrefix(title, said) && !strings.HasSuffix(title, l.CommonTitleFault(said)) {
		p.t.Errorf("the title is %q, the heading %q", title, said)
	}
}

// ourHooks are those of our own script.
var ourHooks = []string{
	"data-after", "data-also", "data-busy", "data-cfasync", "data-checked", "data-days", "data-done", "data-far", "data-fold", "data-group", "data-here", "data-list", "data-long",
	"data-name", "data-near", "data-nearer", "data-left", "data-news", "data-news-line", "data-none", "data-offline", "data-pay", "data-say", "data-summary",
	"data-version", "data-with",
}

// What test suites may rely on is written down: hooks, and the values of data-action and
// data-page.
func TestHooksAreDocumented(t *testing.T) {
	text, err := os.ReadFile("../../docs/pages.md")
	if err != nil {
		t.Fatal(err)
	}
	documented, seen, l := string(text), map[string]bool{}, setup(t).Match("en", "", "")
	for _, e := range gallery.Moments() {
		for _, n := range parse(t, render(t, e, l)).nodes {
			for _, a := range n.Attr {
				hook, written := a.Key, a.Key
				if a.Key == "data-action" || a.Key == "data-page" {
					hook, written = a.Key+" "+a.Val, "`"+a.Val+"`"
				}
				if !strings.HasPrefix(a.Key, "data-") || slices.Contains(ourHooks, a.Key) || seen[hook] {
					continue
				}
				seen[hook] = true
				if !strings.Contains(documented, written) {
					t.Errorf("docs/pages.md lacks %s, of %s", hook, e.Name)
				}
			}
		}
	}
	if len(seen) < 35 {
		t.Errorf("only %d hooks were found", len(seen))
	}
	kept := strings.Join(slices.Sorted(maps.Keys(seen)), "\n") + "\n" // see docs/stable.md
	golden.Compare(t, "../../internal/repository/testdata/stable/hooks.txt", kept, "go test ./views/gallery -run Hooks -update, and as docs/stable.md says")
}

func (p page) all(tag string) []*html.Node {
	var found []*html.Node
	for _, n := range p.nodes {
		if n.Data == tag {
			found = append(found, n)
		}
	}
	return found
}

func attr(n *html.Node, key string) string {
	for _, a := range n.Attr {
		if a.Key == key {
			return a.Val
		}
	}
	return ""
}

func has(n *html.Node, key string) bool {
	return slices.ContainsFunc(n.Attr, func(a html.Attribute) bool { return a.Key == key })
}

// text is the element's text, including the names of its pictures.
func text(n *html.Node) string {
	var b strings.Builder
	b.WriteString(attr(n, "aria-label"))
	for d := range n.Descendants() {
		if d.Type == html.TextNode {
			b.WriteString(d.Data)
		}
	}
	return b.String()
}
