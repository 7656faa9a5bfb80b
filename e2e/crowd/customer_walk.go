package main

import (
	"context"
	"errors"
	"net/url"
	"time"

	"payapp/e2e/crowd/internal/machine"
)

// walk is one customer's way from the shop's link to the instructions.
type walk struct {
	firstPage    time.Duration // from the link to the first step of the payment; 0 if none came
	created      time.Duration // from pressing Pay to the instructions; 0 if none came
	problems     []string      // problem pages by name, and failed requests
	waits        int           // how often a page said that it is in line
	unknown      int           // how often a page said that the status isn't known yet, and went on by itself
	instructions bool
}

// untroubled reports whether the customer got through without seeing a problem.
func (w *walk) untroubled() bool { return w.instructions && len(w.problems) == 0 }

// What a customer enters when asked, by the interface's names.
var typed = map[string]string{
	"paymentMethodCode": "PROMPTPAY", "accountNumber": "0812345678", "phoneNumber": "0812345678",
	"accountName": "Somchai Jaidee", "emailAddress": "somchai@shop.example",
}

const (
	// patience is how long a customer tries before leaving.
	patience = 2 * time.Minute
	// stepsAtMost ends a walk that loops.
	stepsAtMost = 60
	// personWaits is how long a person looks at a page that doesn't go on by
	// itself before pressing reload.
	personWaits = 5 * time.Second
)

// walkIn opens the shop's link and pays, up to the instructions.
func (c *customer) walkIn(ctx context.Context) *walk {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	w := &walk{}
	began := time.Now()
	var pressed time.Time
	err := c.get(ctx, c.order.RedirectURL)
	for range stepsAtMost {
		if ctx.Err() != nil {
			return w
		}
		if err != nil {
			w.problems = append(w.problems, named(err))
			if !machine.Pause(ctx, personWaits) {
				return w
			}
			err = c.reload(ctx)
			continue
		}
		if c.page.Real() && w.firstPage == 0 {
			w.firstPage = time.Since(began)
		}
		if c.page.Kind == "status" && c.page.Status == "unknown" && c.page.Refreshes {
			w.unknown++
			err = c.goOn(ctx)
			continue
		}
		switch c.page.Kind {
		case "options":
			err = c.press(ctx, typed, "continue")
		case "details", "review":
			if pressed.IsZero() {
				pressed = time.Now()
			}
			err = c.press(ctx, typed, "pay", "continue")
		case "instructions":
			w.created, w.instructions = time.Since(pressed), true
			return w
		case "waiting":
			w.waits++
			err = c.goOn(ctx)
		case "problem":
			w.problems = append(w.problems, c.page.Problem)
			err = c.goOn(ctx)
		default:
			w.problems = append(w.problems, "ended on "+c.page.Kind+" "+c.page.Status)
			return w
		}
	}
	return w
}

// goOn waits as long as the page says, and loads what it says.
func (c *customer) goOn(ctx context.Context) error {
	after := personWaits
	if c.page.Refreshes {
		after = c.page.Refresh
	}
	if !machine.Pause(ctx, after) {
		return ctx.Err()
	}
	return c.again(ctx)
}

// reload loads the current page, or the link if there is none yet.
func (c *customer) reload(ctx context.Context) error {
	if c.page == nil {
		return c.get(ctx, c.order.RedirectURL)
	}
	return c.get(ctx, c.page.Address.String())
}

// named is an error in a few words, the same for everybody it happened to.
func named(err error) string {
	if wrapped, ok := errors.AsType[*url.Error](err); ok {
		err = wrapped.Err // without the address, which has the token
	}
	if errors.Is(err, context.DeadlineExceeded) {
		return "no answer in time"
	}
	return err.Error()
}
