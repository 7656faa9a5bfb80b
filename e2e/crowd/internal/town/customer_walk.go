package town

import (
	"context"
	"errors"
	"net/url"
	"time"

	"payapp/e2e/crowd/internal/machine"
)

// Walk is one customer's way from a link to the instructions.
type Walk struct {
	FirstPage    time.Duration // from the link to the first step of the payment; 0 if none came
	Created      time.Duration // from pressing Pay to the instructions; 0 if none came
	Problems     []string      // problem pages by name, and failed requests
	Waits        int           // how often a page said that it is in line
	Unknown      int           // how often a page said that the status isn't known yet, and went on by itself
	Instructions bool
}

// Untroubled reports whether the customer got through without seeing a problem.
func (w *Walk) Untroubled() bool { return w.Instructions && len(w.Problems) == 0 }

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
	// PersonWaits is how long a person looks at a page that doesn't go on by
	// itself before pressing reload.
	PersonWaits = 5 * time.Second
)

// WalkIn opens the link and pays, up to the instructions.
func (c *Customer) WalkIn(ctx context.Context) *Walk { return c.walk(ctx, false) }

// Enter opens the link, and waits for the first step of the payment.
func (c *Customer) Enter(ctx context.Context) *Walk { return c.walk(ctx, true) }

func (c *Customer) walk(ctx context.Context, firstOnly bool) *Walk {
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	w := &Walk{}
	began := time.Now()
	var pressed time.Time
	err := c.Get(ctx, c.Link)
	for range stepsAtMost {
		if ctx.Err() != nil {
			return w
		}
		if err != nil {
			w.Problems = append(w.Problems, Named(err))
			if !machine.Pause(ctx, PersonWaits) {
				return w
			}
			err = c.Reload(ctx)
			continue
		}
		if c.Page.Real() && w.FirstPage == 0 {
			w.FirstPage = time.Since(began)
			if firstOnly {
				return w
			}
		}
		if c.Page.Kind == "status" && c.Page.Status == "unknown" && c.Page.Refreshes {
			w.Unknown++
			err = c.goOn(ctx)
			continue
		}
		switch c.Page.Kind {
		case "options":
			err = c.press(ctx, typed, "continue")
		case "details", "review":
			if pressed.IsZero() {
				pressed = time.Now()
			}
			err = c.press(ctx, typed, "pay", "continue")
		case "instructions":
			w.Created, w.Instructions = time.Since(pressed), true
			return w
		case "waiting":
			w.Waits++
			err = c.goOn(ctx)
		case "problem":
			w.Problems = append(w.Problems, c.Page.Problem)
			err = c.goOn(ctx)
		default:
			w.Problems = append(w.Problems, "ended on "+c.Page.Kind+" "+c.Page.Status)
			return w
		}
	}
	return w
}

// goOn waits as long as the page says, and loads what it says.
func (c *Customer) goOn(ctx context.Context) error {
	after := PersonWaits
	if c.Page.Refreshes {
		after = c.Page.Refresh
	}
	if !machine.Pause(ctx, after) {
		return ctx.Err()
	}
	return c.again(ctx)
}

// Reload loads the current page, or the link if there is none yet.
func (c *Customer) Reload(ctx context.Context) error {
	if c.Page == nil {
		return c.Get(ctx, c.Link)
	}
	return c.Get(ctx, c.Page.Address.String())
}

// Named is an error in a few words, the same for everybody it happened to.
func Named(err error) string {
	if wrapped, ok := errors.AsType[*url.Error](err); ok {
		err = wrapped.Err // without the address, which has the token
	}
	if errors.Is(err, context.DeadlineExceeded) {
		return "no answer in time"
	}
	return err.Error()
}
