package model

import (
	"net/url"
	"slices"
	"strings"

	"golang.org/x/net/html"

	"payapp/internal/testing/browser"
)

// button is a button that submits its form to an address.
type button struct {
	action      string // data-action
	to          string
	form        *html.Node
	name, value string
}

// buttons are all that post.
func buttons(p *browser.Page) (list []button) {
	if p == nil || p.Doc == nil {
		return nil
	}
	browser.Walk(p.Doc, func(n *html.Node) bool {
		if n.Type != html.ElementNode || n.Data != "button" || browser.Attr(n, "type") == "button" || browser.HasAttr(n, "disabled") {
			return false
		}
		form := formOf(p, n)
		if form == nil || !strings.EqualFold(browser.Attr(form, "method"), "post") {
			return false
		}
		to := browser.Attr(n, "formaction")
		if to == "" {
			to = browser.Attr(form, "action")
		}
		list = append(list, button{browser.Attr(n, "data-action"), to, form, browser.Attr(n, "name"), browser.Attr(n, "value")})
		return false
	})
	return list
}

// formOf is the form of a control: the one that it names or is in.
func formOf(p *browser.Page, control *html.Node) *html.Node {
	if id := browser.Attr(control, "form"); id != "" {
		return p.Find(func(n *html.Node) bool { return n.Data == "form" && browser.Attr(n, "id") == id })
	}
	for n := control; n != nil; n = n.Parent {
		if n.Type == html.ElementNode && n.Data == "form" {
			return n
		}
	}
	return nil
}

// control is an input of a form, with all its possible values.
type control struct {
	name    string
	kind    string // "text", "hidden", "choice"
	value   string
	options []string // of a choice
}

// controls are a form's inputs, one for each group of radios.
func controls(p *browser.Page, form *html.Node) (list []*control) {
	find := func(name string) *control {
		for _, c := range list {
			if c.name == name && c.kind == "choice" {
				return c
			}
		}
		c := &control{name: name, kind: "choice"}
		list = append(list, c)
		return c
	}
	browser.Walk(p.Doc, func(n *html.Node) bool {
		name := browser.Attr(n, "name")
		if n.Type != html.ElementNode || name == "" || browser.HasAttr(n, "disabled") || formOf(p, n) != form {
			return false
		}
		switch {
		case n.Data == "input" && slices.Contains([]string{"radio", "checkbox"}, browser.Attr(n, "type")):
			c := find(name)
			c.options = append(c.options, browser.Attr(n, "value"))
			if browser.HasAttr(n, "checked") {
				c.value = browser.Attr(n, "value")
			}
		case n.Data == "input" && browser.Attr(n, "type") == "hidden":
			list = append(list, &control{name: name, kind: "hidden", value: browser.Attr(n, "value")})
		case n.Data == "input" || n.Data == "textarea":
			list = append(list, &control{name: name, kind: "text", value: browser.Attr(n, "value")})
		case n.Data == "option":
		case n.Data == "select":
			c := find(name)
			browser.Walk(n, func(o *html.Node) bool {
				if o.Type == html.ElementNode && o.Data == "option" {
					c.options = append(c.options, browser.Attr(o, "value"))
					if browser.HasAttr(o, "selected") || len(c.options) == 1 {
						c.value = browser.Attr(o, "value")
					}
				}
				return false
			})
		}
		return false
	})
	return list
}

// filled is what the browser sends for a button.
func filled(list []*control, b button) url.Values {
	values := url.Values{}
	for _, c := range list {
		if c.kind != "choice" || c.value != "" {
			values.Set(c.name, c.value)
		}
	}
	if b.name != "" {
		values.Set(b.name, b.value)
	}
	return values
}

// forms is what was typed in one browser at one address of a payment: for each
// field of each method, the values that it may show next. There are several if
// two tabs changed it or an answer was lost; "" stands for any.
type forms struct {
	fields map[string][]string
	kinds  map[string]string // of violations, by field
}

// keep notes what a press sent. unsure: another press may have come between, or
// this one may have been refused.
func (f *forms) keep(method, kind string, typed []*control, unsure bool) {
	for _, c := range typed {
		if c.kind != "text" {
			continue
		}
		key := method + "/" + c.name
		for other := range f.fields { // methods may share what is typed
			if other != key && strings.HasSuffix(other, "/"+c.name) {
				f.fields[other] = append(f.fields[other], c.value)
			}
		}
		f.kinds[key] = kind
		if c.name == "reference" {
			f.kinds[key] = strings.Replace(kind, "typed", "number", 1)
		}
		if unsure {
			if len(f.fields[key]) == 0 {
				f.fields[key] = []string{""} // whatever it contained
			}
			f.fields[key] = append(f.fields[key], c.value)
		} else {
			f.fields[key] = []string{c.value}
		}
	}
}
