package browser

import (
	"net/url"
	"slices"

	"golang.org/x/net/html"
)

// buttonFits picks the operator's own button if pairs contain an operator.
func buttonFits(button *html.Node, pairs []string) bool {
	at := slices.Index(pairs, "paymentOperatorCode")
	if at < 0 {
		return Attr(button, "name") != "paymentOperatorCode" || Attr(button, "value") == ""
	}
	return Attr(button, "name") == "paymentOperatorCode" && Attr(button, "value") == pairs[at+1]
}

// formOf is what a browser would send of the form's inputs.
func formOf(form *html.Node) url.Values {
	values := url.Values{}
	Walk(form, func(n *html.Node) bool {
		name := Attr(n, "name")
		if n.Data != "input" || name == "" {
			return false
		}
		switch Attr(n, "type") {
		case "radio", "checkbox":
			if HasAttr(n, "checked") {
				values.Set(name, Attr(n, "value"))
			}
		default:
			values.Set(name, Attr(n, "value"))
		}
		return false
	})
	return values
}
