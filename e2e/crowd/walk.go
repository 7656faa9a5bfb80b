package main

import (
	"context"
	"errors"
	"time"

	"payapp/e2e/internal/harness"
)

// customer is one of the crowd, with an order.
type customer struct {
	*harness.Customer
	order harness.Order
}

// walk is one customer's way from a link to the instructions.
type walk struct {
	firstPage    time.Duration // from the link to the first step of the payment; 0 if none came
	created      time.Duration // from pressing Pay to the instructions; 0 if none came
	problems     []string      // problem pages by name, and failed requests
	waits        int           // how often a page said that it is in line
	instructions bool
}

// untroubled reports whether the customer got through without seeing a problem.
func (w *walk) untroubled() bool { return w.instructions && len(w.problems) == 0 }

const (
	// patience is how long a customer tries before leaving.
	patience = 2 * time.Minute
	// stepsAtMost ends a walk that loops.
	stepsAtMost = 60
	// personWaits is how long a person looks at a page that doesn't go on by itself
	// before pressing reload.
	personWaits = 5 * time.Second
)

// walk opens the link and pays, up to the instructions.
func (c *customer) walk(ctx context.Context) *walk {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	w := &walk{}
	began := time.Now()
	var pressed time.Time
	err := c.Get(ctx, c.order.RedirectURL)
	for range stepsAtMost {
		if ctx.Err() != nil {
			return w
		}
		if err != nil {
			w.problems = append(w.problems, named(err))
			harness.Pause(ctx, personWaits)
			err = c.Again(ctx, c.order.RedirectURL)
			continue
		}
		if c.Page.Real() && w.firstPage == 0 {
			w.firstPage = time.Since(began)
		}
		switch c.Page.Kind {
		case "options":
			err = c.Press(ctx, "continue")
		case "details", "review":
			if pressed.IsZero() {
				pressed = time.Now()
			}
			err = c.Press(ctx, "pay", "continue")
		case "instructions":
			w.created, w.instructions = time.Since(pressed), true
			return w
		case "waiting":
			w.waits++
			err = c.goOn(ctx)
		case "problem":
			w.problems = append(w.problems, c.Page.Problem)
			err = c.goOn(ctx)
		default:
			if c.Page.Status == "unknown" && c.Page.Refreshes { // an answer was lost; the page asks for it
				err = c.goOn(ctx)
				continue
			}
			w.problems = append(w.problems, "ended on "+c.Page.Kind+" "+c.Page.Status)
			return w
		}
	}
	return w
}

// goOn waits as long as the page says, and loads what it says.
func (c *customer) goOn(ctx context.Context) error {
	after := personWaits
	if c.Page.Refreshes {
		after = c.Page.Refresh
	}
	harness.Pause(ctx, after)
	return c.Refresh(ctx)
}

// named is an error in a few words, the same for everybody it happened to.
func named(err error) string {
	if errors.Is(err, context.DeadlineExceeded) {
		return "no answer in time"
	}
	return err.Error()
}
