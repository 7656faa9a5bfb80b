package main

import (
	"io"
	"net/url"
	"strconv"
	"strings"
	"time"

	"golang.org/x/net/html"
)

// page is what a customer without JavaScript sees, by its hooks.
type page struct {
	address *url.URL
	code    int    // HTTP status
	kind    string // data-page; "" if it isn't one of the application's pages
	status  string // data-status
	problem string // data-problem
	events  string // data-news: the address of the page's events
	version string // data-version: what events are compared with
	forms   []form

	refresh   time.Duration // after which it reloads by itself
	refreshTo string        // "" reloads the same address
	refreshes bool
}

// real reports whether the page is a step of the payment: neither in line nor a
// problem.
func (p *page) real() bool { return p.kind != "" && p.kind != "waiting" && p.kind != "problem" }

// parsePage reads a page as a browser without scripts does.
func parsePage(address *url.URL, code int, body io.Reader) (*page, error) {
	root, err := html.ParseWithOptions(body, html.ParseOptionEnableScripting(false))
	if err != nil {
		return nil, err
	}
	p := &page{address: address, code: code}
	for n := range root.Descendants() {
		switch {
		case n.Type != html.ElementNode:
		case n.Data == "main":
			p.kind, p.status, p.problem = attribute(n, "data-page"), attribute(n, "data-status"), attribute(n, "data-problem")
			p.events, p.version = attribute(n, "data-news"), attribute(n, "data-version")
		case n.Data == "meta" && strings.EqualFold(attribute(n, "http-equiv"), "refresh"):
			p.readRefresh(attribute(n, "content"))
		case n.Data == "form":
			p.forms = append(p.forms, parseForm(n))
		}
	}
	return p, nil
}

// readRefresh reads "2" and "2; url=/pay/x".
func (p *page) readRefresh(content string) {
	after, target, _ := strings.Cut(content, ";")
	seconds, err := strconv.ParseFloat(strings.TrimSpace(after), 64)
	if err != nil || seconds < 0 {
		return
	}
	p.refreshes, p.refresh = true, time.Duration(seconds*float64(time.Second))
	if name, address, ok := strings.Cut(strings.TrimSpace(target), "="); ok && strings.EqualFold(strings.TrimSpace(name), "url") {
		p.refreshTo = strings.Trim(address, `'"`)
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
