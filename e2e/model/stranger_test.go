package model

import (
	"net/http"
	"net/url"
	"slices"
	"strings"

	"pgregory.net/rapid"
)

// actStranger is somebody who knows a payment's ids but no token, or an address
// but no cookie.
func (w *world) actStranger(t *rapid.T) {
	p := w.aPayment(t)
	if len(w.people) > 40 {
		return // a limited number of people
	}
	c := w.customer("a stranger")
	c.stranger = true
	tab := &tab{owner: c, payment: p}
	how := oneOf(t, "stranger",
		"no token", "junk", "another's token", "cut token", "status", "guess", "guess and post", "guessed events", "guessed return")
	w.tell("a stranger comes to %s: %s", p.id, how)
	values := url.Values{}
	for name, v := range p.links[0].values {
		values[name] = v
	}
	token := values.Get("token")
	c.entering = p // whoever gets in is noticed
	switch how {
	case "no token":
		values.Del("token")
		c.visit(http.MethodGet, "/?"+values.Encode(), nil)
	case "junk", "another's token", "cut token":
		values.Set("token", map[string]string{
			"junk": "junk", "another's token": w.aPayment(t).links[0].values.Get("token"), "cut token": token[:len(token)-8],
		}[how])
		if values.Get("token") == token {
			return
		}
		c.open(tab, p, &link{values: values, money: p.links[0].money}, false)
		if press, ok := tab.aPress(t); ok {
			press.press()
		}
	case "status":
		c.visit(http.MethodGet, "/status?"+url.Values{"idPayin": {p.id}, "token": {"junk"}, "currencyCode": {p.order.currency}}.Encode(), nil)
	default:
		w.guess(c, p, how)
	}
}

// guess tries the addresses of a payment without its cookie.
func (w *world) guess(c *customer, p *payment, how string) {
	for _, ref := range w.refsOf(p) {
		switch how {
		case "guess and post":
			for _, step := range []string{"pay", "choose", "paid", "reference", "refresh"} {
				c.visit(http.MethodPost, "/pay/"+ref+"/"+step, url.Values{"reference": {"432112345678"}, "paymentMethodCode": {"ONLINE"}})
			}
		case "guessed events":
			c.visit(http.MethodGet, "/pay/"+ref+"/events?once=1", nil)
			c.visit(http.MethodGet, "/pay/"+ref+"/qr.png", nil)
		case "guessed return":
			c.visit(http.MethodGet, "/return/"+ref+"?to=https%3A%2F%2Fevil.example&sig=AAAA", nil)
		default:
			c.visit(http.MethodGet, "/pay/"+ref, nil)
			c.visit(http.MethodGet, "/status/"+ref, nil)
			c.visit(http.MethodGet, "/pay/"+strings.ToUpper(ref), nil)
		}
	}
}

// refsOf are all refs that a payment ever had.
func (w *world) refsOf(p *payment) (list []string) {
	w.mu.Lock()
	defer w.mu.Unlock()
	for ref, of := range w.refs {
		if of == p {
			list = append(list, ref)
		}
	}
	slices.Sort(list)
	return list
}
