package main

import (
	"context"
	"fmt"
	"net/url"

	"payapp/e2e/crowd/internal/town"
)

// page is one that a customer comes to.
type page struct {
	name, kind string // kind is its data-page
	order      string // what isn't usual in the shop's form
	further    func(ctx context.Context, t *town.Town, c *town.Customer)
}

var compared = []page{
	{name: "a link that can't be read", kind: "problem", further: func(ctx context.Context, t *town.Town, c *town.Customer) {
		check(c.Get(ctx, t.Public+"/?amount=1"))
	}},
	{name: "the choice of a method", kind: "options"},
	{name: "a list of 400 banks", kind: "options", order: "merchantCode=DEMO-BANKS&method=INR/NETBANKING&scenario=4"},
	{name: "the details", kind: "details", order: "scenario=4"},
	{name: "the review", kind: "review", order: "scenario=4%2B2"},
	{name: "how to pay, with a QR code", kind: "instructions", further: walkIn},
	{name: "a status link, while waiting", kind: "status", further: func(ctx context.Context, t *town.Town, c *town.Customer) {
		walkIn(ctx, t, c)
		check(c.Get(ctx, c.Order.StatusURL))
	}},
	{name: "paid", kind: "status", further: pay},
}

// open lets a new customer come to the page.
func (p page) open(ctx context.Context, t *town.Town, number int) *town.Customer {
	form := must(url.ParseQuery(p.order))
	form.Set("amount", "100")
	c := town.NewCustomer(t.Browser, town.AddressOf(number), must(t.Shop.Make(ctx, form)))
	if p.further == nil {
		c.Enter(ctx)
	} else {
		p.further(ctx, t, c)
	}
	if c.Page == nil || c.Page.Kind != p.kind {
		check(fmt.Errorf("%s: the customer's page is another: %+v", p.name, c.Page))
	}
	return c
}
