package handlers_test

import (
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/url"
	"slices"
	"strings"
	"testing"

	"golang.org/x/net/html"
)

// browser is a customer without JavaScript: it follows links and redirects,
// keeps cookies and submits forms as they stand on the page.
type browser struct {
	t       testing.TB
	base    string
	http    *http.Client
	headers http.Header
}

func (w *world) browser() *browser {
	jar, err := cookiejar.New(nil)
	if err != nil {
		w.t.Fatal(err)
	}
	return &browser{t: w.t, base: w.app.URL, http: &http.Client{Jar: jar}, headers: http.Header{}}
}

// page is an answer as it arrived after redirects.
type page struct {
	t      testing.TB
	status int
	url    *url.URL
	header http.Header
	body   string
	doc    *html.Node
}

func (b *browser) do(method, target string, form url.Values) *page {
	b.t.Helper()
	if strings.HasPrefix(target, "/") {
		target = b.base + target
	}
	var body io.Reader
	if form != nil {
		body = strings.NewReader(form.Encode())
	}
	r, err := http.NewRequestWithContext(b.t.Context(), method, target, body)
	if err != nil {
		b.t.Fatal(err)
	}
	for name, values := range b.headers {
		r.Header[name] = values
	}
	if form != nil {
		r.Header.Set("Content-Type", "application/x-www-form-urlencoded")
	}
	response, err := b.http.Do(r)
	if err != nil {
		b.t.Fatal(err)
	}
	defer response.Body.Close()
	text, err := io.ReadAll(response.Body)
	if err != nil {
		b.t.Fatal(err)
	}
	p := &page{t: b.t, status: response.StatusCode, url: response.Request.URL, header: response.Header, body: string(text)}
	if p.doc, err = html.Parse(strings.NewReader(p.body)); err != nil {
		b.t.Fatal(err)
	}
	return p
}

func (b *browser) get(target string) *page { b.t.Helper(); return b.do(http.MethodGet, target, nil) }

func (b *browser) enter(link url.Values) *page { b.t.Helper(); return b.get("/?" + link.Encode()) }

// press submits the form of the button with this data-action, with its inputs
// as they stand on the page but for the pairs given.
func (b *browser) press(p *page, action string, pairs ...string) *page {
	b.t.Helper()
	button := p.find(func(n *html.Node) bool {
		return n.Data == "button" && attr(n, "data-action") == action && buttonFits(n, pairs)
	})
	if button == nil {
		b.t.Fatalf("no button %q %v on page %s:\n%s", action, pairs, p.hook("page"), p.text())
	}
	form := button
	for form != nil && form.Data != "form" {
		form = form.Parent
	}
	if form == nil || strings.ToLower(attr(form, "method")) != "post" {
		b.t.Fatalf("button %q is in no form that posts", action)
	}
	values := formOf(form)
	if name := attr(button, "name"); name != "" {
		values.Set(name, attr(button, "value"))
	}
	for i := 0; i < len(pairs); i += 2 {
		values.Set(pairs[i], pairs[i+1])
	}
	return b.do(http.MethodPost, attr(form, "action"), values)
}

// buttonFits picks the operator's own button when an operator is among pairs.
func buttonFits(button *html.Node, pairs []string) bool {
	at := slices.Index(pairs, "paymentOperatorCode")
	if at < 0 {
		return attr(button, "name") != "paymentOperatorCode" || attr(button, "value") == ""
	}
	return attr(button, "name") == "paymentOperatorCode" && attr(button, "value") == pairs[at+1]
}

// formOf is what a browser would send of the form's inputs.
func formOf(form *html.Node) url.Values {
	values := url.Values{}
	walk(form, func(n *html.Node) bool {
		name := attr(n, "name")
		if n.Data != "input" || name == "" {
			return false
		}
		switch attr(n, "type") {
		case "radio", "checkbox":
			if hasAttr(n, "checked") {
				values.Set(name, attr(n, "value"))
			}
		default:
			values.Set(name, attr(n, "value"))
		}
		return false
	})
	return values
}

// hook is a data- attribute of the page's main element.
func (p *page) hook(name string) string {
	main := p.find(func(n *html.Node) bool { return n.Data == "main" })
	if main == nil {
		return ""
	}
	return attr(main, "data-"+name)
}

// want fails unless the page is the one named, with the status of HTTP.
func (p *page) want(status int, name string) *page {
	p.t.Helper()
	if p.status != status || p.hook("page") != name {
		p.t.Fatalf("got %d %q (problem %q) at %s, want %d %q:\n%s", p.status, p.hook("page"), p.hook("problem"), p.url.Path, status, name, p.text())
	}
	return p
}

// wantHook fails unless a hook of the main element has the value.
func (p *page) wantHook(name, value string) *page {
	p.t.Helper()
	if got := p.hook(name); got != value {
		p.t.Fatalf("data-%s is %q, want %q:\n%s", name, got, value, p.text())
	}
	return p
}

// link is the href of the link with this data-action; "" without one.
func (p *page) link(action string) string {
	n := p.find(func(n *html.Node) bool { return n.Data == "a" && attr(n, "data-action") == action })
	if n == nil {
		return ""
	}
	return attr(n, "href")
}

// row is the bare value of the row, and whether the page has it.
func (p *page) row(name string) (string, bool) {
	n := p.find(func(n *html.Node) bool { return attr(n, "data-row") == name })
	if n == nil {
		return "", false
	}
	return attr(n, "data-value"), true
}

// input is the input with this name.
func (p *page) input(name string) *html.Node {
	return p.find(func(n *html.Node) bool { return n.Data == "input" && attr(n, "name") == name })
}

// has reports whether an element has the attribute with the value.
func (p *page) has(name, value string) bool {
	return p.find(func(n *html.Node) bool { return hasAttr(n, name) && attr(n, name) == value }) != nil
}

// text is what a person reads, for failures.
func (p *page) text() string {
	var b strings.Builder
	walk(p.doc, func(n *html.Node) bool {
		if n.Type == html.TextNode && n.Parent.Data != "style" && n.Parent.Data != "script" {
			if text := strings.TrimSpace(n.Data); text != "" {
				b.WriteString(text + "\n")
			}
		}
		return false
	})
	return b.String()
}

func (p *page) find(match func(*html.Node) bool) *html.Node {
	return walk(p.doc, func(n *html.Node) bool { return n.Type == html.ElementNode && match(n) })
}

// walk visits in the document's order until visit says stop.
func walk(n *html.Node, visit func(*html.Node) bool) *html.Node {
	if visit(n) {
		return n
	}
	for c := n.FirstChild; c != nil; c = c.NextSibling {
		if found := walk(c, visit); found != nil {
			return found
		}
	}
	return nil
}

func attr(n *html.Node, name string) string {
	for _, a := range n.Attr {
		if a.Key == name {
			return a.Val
		}
	}
	return ""
}

func hasAttr(n *html.Node, name string) bool {
	return slices.ContainsFunc(n.Attr, func(a html.Attribute) bool { return a.Key == name })
}
