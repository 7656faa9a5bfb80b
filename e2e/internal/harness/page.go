package harness

import (
	"io"
	"net/url"
	"strconv"
	"strings"
	"time"

	"golang.org/x/net/html"
)

// Page is what a customer without JavaScript sees, by its hooks.
type Page struct {
	Address *url.URL
	Kind    string // data-page; "" if it isn't one of the application's pages
	Status  string // data-status
	Problem string // data-problem
	Events  string // data-news: the address of the page's events
	Version string // data-version: what events are compared with
	forms   []form

	Refresh   time.Duration // after which it reloads by itself
	RefreshTo string        // "" reloads the same address
	Refreshes bool
}

// Real reports whether the page is a step of the payment: neither in line nor a
// problem.
func (p *Page) Real() bool { return p.Kind != "" && p.Kind != "waiting" && p.Kind != "problem" }

// parsePage reads a page as a browser without scripts does.
func parsePage(address *url.URL, body io.Reader) (*Page, error) {
	root, err := html.ParseWithOptions(body, html.ParseOptionEnableScripting(false))
	if err != nil {
		return nil, err
	}
	p := &Page{Address: address}
	for n := range root.Descendants() {
		switch {
		case n.Type != html.ElementNode:
		case n.Data == "main":
			p.Kind, p.Status, p.Problem = attribute(n, "data-page"), attribute(n, "data-status"), attribute(n, "data-problem")
			p.Events, p.Version = attribute(n, "data-news"), attribute(n, "data-version")
		case n.Data == "meta" && strings.EqualFold(attribute(n, "http-equiv"), "refresh"):
			p.readRefresh(attribute(n, "content"))
		case n.Data == "form":
			p.forms = append(p.forms, parseForm(n))
		}
	}
	return p, nil
}

// readRefresh reads "2" and "2; url=/pay/x".
func (p *Page) readRefresh(content string) {
	after, target, _ := strings.Cut(content, ";")
	seconds, err := strconv.ParseFloat(strings.TrimSpace(after), 64)
	if err != nil || seconds < 0 {
		return
	}
	p.Refreshes, p.Refresh = true, time.Duration(seconds*float64(time.Second))
	if name, address, ok := strings.Cut(strings.TrimSpace(target), "="); ok && strings.EqualFold(strings.TrimSpace(name), "url") {
		p.RefreshTo = strings.Trim(address, `'"`)
	}
}

func attribute(n *html.Node, name string) string {
	value, _ := find(n, name)
	return value
}

func find(n *html.Node, name string) (string, bool) {
	for _, a := range n.Attr {
		if a.Key == name {
			return a.Val, true
		}
	}
	return "", false
}
