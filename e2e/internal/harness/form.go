package harness

import (
	"net/url"
	"strings"

	"golang.org/x/net/html"
)

// form is one form of a page.
type form struct {
	action  string
	fields  []field
	buttons []button
}

// field is an input and its initial value.
type field struct {
	name, value string
	sent        bool // false for a radio or box that isn't checked
}

// button sends a form; action is its data-action.
type button struct{ name, value, action string }

// parseForm knows what the application's forms have: buttons and inputs.
func parseForm(n *html.Node) form {
	f := form{action: attribute(n, "action")}
	for n := range n.Descendants() {
		if n.Type != html.ElementNode {
			continue
		}
		name := attribute(n, "name")
		switch kind := strings.ToLower(attribute(n, "type")); {
		case n.Data == "button" || n.Data == "input" && kind == "submit":
			f.buttons = append(f.buttons, button{name: name, value: attribute(n, "value"), action: attribute(n, "data-action")})
		case n.Data == "input" && name != "" && (kind == "radio" || kind == "checkbox"):
			_, checked := find(n, "checked")
			f.fields = append(f.fields, field{name: name, value: attribute(n, "value"), sent: checked})
		case n.Data == "input" && name != "":
			f.fields = append(f.fields, field{name: name, value: attribute(n, "value"), sent: true})
		}
	}
	return f
}

// values are what pressing the button sends after somebody has filled in or
// chosen filled. Names that the form doesn't have aren't sent.
func (f *form) values(pressed button, filled map[string]string) url.Values {
	v := url.Values{}
	for _, field := range f.fields {
		if value, ok := filled[field.name]; ok {
			v.Set(field.name, value)
		} else if field.sent {
			v.Add(field.name, field.value)
		}
	}
	if pressed.name != "" {
		v.Add(pressed.name, pressed.value)
	}
	return v
}

// withAction finds the form with a button of the first of these actions that the page has.
func (p *Page) withAction(actions ...string) (*form, button, bool) {
	for _, action := range actions {
		for i := range p.forms {
			for _, b := range p.forms[i].buttons {
				if b.action == action {
					return &p.forms[i], b, true
				}
			}
		}
	}
	return nil, button{}, false
}
